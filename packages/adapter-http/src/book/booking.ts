/** Parts that the routes of a booking page share. */
import {
  addDays,
  BookingError,
  type Reason,
  type VisitorActions,
  type VisitorBookOutcome,
} from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { networkKeyOf } from '../http/client-address.ts';
import type { BookingAction } from '../http/exchange.ts';
import { aboutOf, dateText } from '../guest/visit.ts';
import { capitalised } from '../i18n/when.ts';
import { type Page, pageAnswer, seeOther } from '../web/page.ts';
import type { PageContext, PageRoute, Query, RequestInput } from '../web/page-route.ts';
import { typedIn } from './guest-form.ts';
import { type Carried, timesPage, type TimesView } from './times-page.ts';
import { gonePage } from './small-pages.ts';
import { bookHref, type BookVisit, freeStarts, todayOf, visitOf } from './visit.ts';
import { readWish, type Wish } from './wish.ts';

/** A request about one restaurant. */
export interface BookInput extends RequestInput {
  readonly visit: BookVisit;
  readonly visitor: VisitorActions;
  readonly networkKey: string;
}

export function visitorOf({ engine }: PageContext, { clientAddress }: RequestInput): VisitorActions {
  return engine.visitor({ networkKey: networkKeyOf(clientAddress) });
}

/** Opens the page of the restaurant in the path; throws `location_not_found` without one. */
async function opened(context: PageContext, input: RequestInput): Promise<BookInput> {
  const visitor = visitorOf(context, input);
  const location = await visitor.restaurant(input.alias);
  const visit = visitOf(context, location, input);
  return { ...input, visit, visitor, networkKey: networkKeyOf(input.clientAddress) };
}

/** The answers at a path of a restaurant. */
interface BookAnswers {
  /** Its page; left out: it leads to the times. */
  readonly read?: (input: BookInput) => Answer | Promise<Answer>;
  readonly change?: (input: BookInput, form: Query) => Promise<Answer>;
}

export function bookRoute(context: PageContext, step: string, { read, change }: BookAnswers): PageRoute {
  return {
    path: `/book/:alias${step}`,
    async read(request) {
      const input = await opened(context, request);
      return read ? read(input) : seeOther(bookHref(input.visit));
    },
    ...(change && {
      change: async (request) => change(await opened(context, request), await request.readForm()),
    }),
  };
}

/** A page in answer to a request about the restaurant. */
export function shown(input: BookInput, page: Page, action?: BookingAction): Answer {
  return pageAnswer({ ...page, about: aboutOf(input.visit, action) });
}

/** The wish of a form or a query, without a date that cannot be booked. */
export function wishIn({ visit }: BookInput, query: Query): Wish & { readonly rangeFault: string | null } {
  const { location } = visit.view;
  const wish = readWish(query, location, visit.rules);
  const { date, ...rest } = wish;
  const [first, last] = [todayOf(visit), addDays(todayOf(visit), location.horizonDays)];
  if (date === undefined || (first <= date && date <= last)) return { ...wish, rangeFault: null };
  const { chooseDay } = visit.page.move;
  return { ...rest, rangeFault: capitalised(chooseDay(dateText(visit, first), dateText(visit, last))) };
}

/** The page with the times that a form or a query looks for. */
export async function timesAnswer(
  input: BookInput,
  query: Query,
  more: Omit<TimesView, 'found' | 'wish'> = {},
  frame: Partial<Page> = {},
): Promise<Answer> {
  const { visit, visitor } = input;
  const { location } = visit.view;
  const { rangeFault, ...wish } = wishIn(input, query);
  const { date, partySize, area } = wish;
  const found = await visitor.times(location.id, { date, partySize, area });
  // Without its form for the waitlist, because tables are free again, the page keeps what the guest has typed.
  const isFreeAgain = Boolean(more.wait) && freeStarts(found).length > 0;
  const own = isFreeAgain ? { status: 409, carried: await carriedIn(input, query) } : more;
  const { status = rangeFault === null ? undefined : 400, complaint = null } = own;
  const view = { ...own, ...(status && { status }), complaint: complaint ?? rangeFault, found, wish };
  return shown(input, { ...timesPage(visit, view), ...frame });
}

/** The times again, after a form whose time, or another field of the wish, cannot be read. */
export function badTimeAnswer(
  input: BookInput,
  form: Query,
  more: Pick<TimesView, 'carried'> = {},
): Promise<Answer> {
  const { faults, rangeFault } = wishIn(input, form);
  const isNamed = faults.length > 0 || rangeFault !== null;
  const complaint = isNamed ? null : input.visit.own.unavailable;
  return timesAnswer(input, form, { ...more, status: 400, complaint });
}

/** The times again, after the chosen one was refused. */
export async function refusedAnswer(
  input: BookInput,
  query: Query,
  { reason, carried = null }: { readonly reason: Reason; readonly carried?: Carried | null },
): Promise<Answer> {
  const { taken, unavailable } = input.visit.own;
  const isTaken = reason === 'tables' || reason === 'pacing'; // by others, since the guest looked
  const answer = await timesAnswer(input, query, {
    status: 409,
    complaint: isTaken ? taken : unavailable,
    carried,
  });
  return { ...answer, about: aboutOf(input.visit, { kind: 'refused', reason }) };
}

/** The typed fields of a form and the held table, if it is still the guest's; null for a first choice. */
export async function carriedIn({ visitor }: BookInput, form: Query): Promise<Carried | null> {
  const typed = typedIn(form);
  const token = form['held'] ?? '';
  const held = token === '' ? null : await unlessUnknown(() => visitor.held(token));
  if (held) return { fields: { ...typed, held: token }, held };
  return Object.keys(typed).length > 0 ? { fields: typed, held: null } : null;
}

/** Null for a token that names no table which can still be booked. */
export async function unlessUnknown<T>(open: () => Promise<T>): Promise<T | null> {
  try {
    return await open();
  } catch (error) {
    if (BookingError.is(error) && (error.code === 'link_unknown' || error.code === 'hold_not_found'))
      return null;
    throw error;
  }
}

/** The page of the booking. It says so if an earlier confirmation gave another e-mail address than `sent`. */
export function bookedAnswer(
  input: BookInput,
  { kind, booking, manageToken }: Extract<VisitorBookOutcome, { readonly manageToken: string | null }>,
  sent: string | null = booking.guest.email,
): Answer {
  const { visit } = input;
  if (manageToken === null) return shown(input, gonePage(visit), { kind });
  const lang = visit.chosen ? `&lang=${visit.chosen}` : '';
  const isOther = kind === 'replayed' && sent?.toLowerCase() !== booking.guest.email?.toLowerCase();
  return seeOther(
    `${visit.root}/manage/${manageToken}?done=${isOther ? 'addressStays' : 'booked'}${lang}`,
    aboutOf(visit, { kind }),
  );
}
