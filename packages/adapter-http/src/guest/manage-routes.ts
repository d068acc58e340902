import { BookingError, type GuestTimes, type GuestWish, type Reason } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { bookingPage, type Done } from './booking-page.ts';
import { cancelPage } from './cancel-page.ts';
import { confirmPage } from './confirm-page.ts';
import { fieldsOf, readForm, type SentForm } from './edit-form.ts';
import { editPage } from './edit-page.ts';
import { endedPage, hasEnded } from './ended-page.ts';
import { guestCalendar } from './guest-calendar.ts';
import { languageOf } from '../i18n/languages.ts';
import { capitalised } from '../i18n/when.ts';
import { movePage, type MovePageOptions } from './move-page.ts';
import { type MoveWish, queryOf, readWish } from './move-request.ts';
import { pageAnswer, seeOther } from '../web/page.ts';
import type { PageContext, PageRoute, Query, RequestInput } from '../web/page-route.ts';
import { aboutOf, dateText, hrefOf, openVisit, type Visit } from './visit.ts';

/** The pages behind the link in a guest's mails (D12, D27). */
export function manageRoutes(context: PageContext): readonly PageRoute[] {
  const open = ({ token, query }: RequestInput): Promise<Visit> =>
    openVisit(context, token, languageOf(query['lang']));

  /** Opens the link for a page that requires an active booking. */
  const opened =
    (show: (visit: Visit, input: RequestInput) => Answer | Promise<Answer>) =>
    async (input: RequestInput): Promise<Answer> => {
      const visit = await open(input);
      return hasEnded(visit) ? pageAnswer(endedPage(visit)) : show(visit, input);
    };

  /** Opens the link for a change; after the change deadline, the booking page says why. */
  const changing = (show: (visit: Visit, input: RequestInput) => Answer | Promise<Answer>) =>
    opened((visit, input) =>
      visit.view.stage === 'changeable' ? show(visit, input) : seeOther(hrefOf(visit, ''), aboutOf(visit)),
    );

  /** Opens the link and reads the form for a change, which checks the state itself. */
  const posted =
    (change: (visit: Visit, form: Query) => Answer | Promise<Answer>) =>
    async (input: RequestInput): Promise<Answer> => {
      const visit = await open(input);
      return change(visit, await input.readForm());
    };

  const movings = movingsOf(context);
  return [
    {
      path: '/manage/:token',
      read: opened((visit, { query }) => pageAnswer(bookingPage(visit, doneIn(query)))),
    },
    {
      path: '/manage/:token/calendar.ics',
      read: opened((visit) => guestCalendar(visit, context)),
    },
    // Of the e-mail address, for a booking that the guest made at the booking page (D52).
    {
      path: '/manage/:token/confirm',
      read: async (input) => {
        const visit = await open(input);
        return seeOther(hrefOf(visit, ''), aboutOf(visit));
      },
      change: posted(async (visit) => {
        await context.engine.guest(visit.token).confirmAddress();
        return seeOther(hrefOf(visit, '', { done: 'confirmed' }), aboutOf(visit));
      }),
    },
    {
      path: '/manage/:token/edit',
      read: changing((visit) => pageAnswer(editPage(visit))),
      change: posted((visit, form) =>
        save(context, visit, readForm(form, fieldsOf(visit.view), visit.page.edit)),
      ),
    },
    {
      path: '/manage/:token/move',
      read: changing((visit, { query }) => movings.offer(visit, readWish(query))),
      change: posted((visit, form) => movings.move(visit, readWish(form))),
    },
    {
      path: '/manage/:token/move/hold',
      read: changing((visit, { query }) =>
        seeOther(hrefOf(visit, '/move', queryOf(readWish(query).about, null)), aboutOf(visit)),
      ),
      change: posted((visit, form) => movings.hold(visit, readWish(form))),
    },
    {
      path: '/manage/:token/cancel',
      read: changing((visit) => pageAnswer(cancelPage(visit))),
      change: posted((visit) => cancel(context, visit)),
    },
  ];
}

function cancel(context: PageContext, visit: Visit): Promise<Answer> {
  return changed(context, visit, async () => {
    const { kind } = await context.engine.guest(visit.token).cancel();
    const action = { kind: kind === 'changed' ? 'cancelled' : 'unchanged' } as const;
    return seeOther(hrefOf(visit, ''), aboutOf(visit, action));
  });
}

/** Saves the changes of the form, or shows it again with its faults. */
function save(context: PageContext, visit: Visit, sent: SentForm): Promise<Answer> {
  return changed(context, visit, async () => {
    if (visit.view.stage === 'changeable' && Object.keys(sent.faults).length > 0)
      return pageAnswer({ ...editPage(visit, sent), about: aboutOf(visit) });
    const { kind } = await context.engine.guest(visit.token).edit(sent.edit);
    const action = { kind: kind === 'changed' ? 'edited' : 'unchanged' } as const;
    return seeOther(hrefOf(visit, '', { done: 'edited' }), aboutOf(visit, action));
  });
}

function movingsOf(context: PageContext) {
  const { engine } = context;

  async function list(visit: Visit, about: GuestWish, options: MovePageOptions): Promise<Answer> {
    return pageAnswer(movePage(visit, await engine.guest(visit.token).times(about), options));
  }

  /** The page for a new choice, on the day of the booking. */
  async function listOwnDay(visit: Visit, { about: { partySize } }: MoveWish): Promise<Answer> {
    const found = await engine.guest(visit.token).times(partySize === undefined ? {} : { partySize });
    return pageAnswer(movePage(visit, found, { status: 400, complaint: chooseDay(visit, found) }));
  }

  async function offer(visit: Visit, wish: MoveWish): Promise<Answer> {
    if (!wish.isReadable) return listOwnDay(visit, wish);
    const found = await engine.guest(visit.token).times(wish.about);
    if (wish.about.date !== undefined && isBeyond(found)) return listOwnDay(visit, wish);
    const { startMs } = wish;
    const { booking } = visit.view;
    if (startMs === null || (startMs === booking.startMs && found.partySize === booking.partySize))
      return pageAnswer(movePage(visit, found));
    const held = await engine.guest(visit.token).heldMove();
    const isHeld = held?.startMs === startMs && held.partySize === found.partySize;
    if (isHeld || found.times.includes(startMs)) {
      const heldUntilMs = isHeld ? held.expiresMs : null;
      return pageAnswer(confirmPage(visit, found, { startMs, heldUntilMs }));
    }
    return pageAnswer(movePage(visit, found, { status: 409, complaint: visit.page.move.taken }));
  }

  /** Holds the chosen time, and redirects to the confirmation page; without a time, releases the hold and goes back to the times. */
  function hold(visit: Visit, { about, startMs, isReadable }: MoveWish): Promise<Answer> {
    if (!isReadable) throw new BookingError('invalid_request', 'the form must name a time and a party size');
    const guest = engine.guest(visit.token);
    const on = (start: number | null): string => hrefOf(visit, '/move', queryOf(about, start));
    return changed(context, visit, async () => {
      if (startMs === null) {
        await guest.releaseMove();
        return seeOther(on(null), aboutOf(visit, { kind: 'released' }));
      }
      const { date: _, ...size } = about;
      const outcome = await guest.holdMove({ startMs, ...size });
      if (outcome.kind === 'refused') return refusedPage(visit, { about }, outcome.reason);
      const action = { kind: outcome.kind === 'held' ? 'held' : 'unchanged' } as const;
      return seeOther(on(startMs), aboutOf(visit, action));
    });
  }

  async function refusedPage(
    visit: Visit,
    { about }: Pick<MoveWish, 'about'>,
    reason: Reason,
  ): Promise<Answer> {
    const { taken, unavailable } = visit.page.move;
    const isTaken = reason === 'tables' || reason === 'pacing'; // by others, since the page was loaded
    const answer = await list(visit, about, { status: 409, complaint: isTaken ? taken : unavailable });
    return { ...answer, about: aboutOf(visit, { kind: 'refused', reason }) };
  }

  function move(visit: Visit, wish: MoveWish): Promise<Answer> {
    const { startMs, about, isReadable } = wish;
    if (!isReadable || startMs === null)
      throw new BookingError('invalid_request', 'the form must name a time and a party size');
    return changed(context, visit, async () => {
      const { partySize } = about;
      const to = { startMs, ...(partySize !== undefined && { partySize }) };
      const outcome = await engine.guest(visit.token).move(to);
      const { kind } = outcome;
      if (kind !== 'refused') {
        const action = { kind: kind === 'changed' ? 'moved' : 'unchanged' } as const;
        return seeOther(hrefOf(visit, '', { done: 'moved' }), aboutOf(visit, action));
      }
      return refusedPage(visit, wish, outcome.reason);
    });
  }

  return { offer, hold, move };
}

function isBeyond({ date, choices }: GuestTimes): boolean {
  const [first, last] = [choices[0], choices.at(-1)];
  return first === undefined || last === undefined || date < first.date || date > last.date;
}

/** Makes a change; if it comes too late or conflicts with another one, the booking page shows the current state. */
async function changed(context: PageContext, visit: Visit, change: () => Promise<Answer>): Promise<Answer> {
  try {
    return await change();
  } catch (error) {
    const { code } = error as Partial<BookingError>;
    if (code === 'too_late') {
      const now = await openVisit(context, visit.token, visit.chosen);
      const page = hasEnded(now) ? endedPage(now) : { ...bookingPage(now), status: 409 };
      return pageAnswer({ ...page, about: aboutOf(visit) });
    }
    if (code === 'conflict' || code === 'not_cancellable') return seeOther(hrefOf(visit, ''), aboutOf(visit));
    throw error;
  }
}

const DONE: readonly Done[] = ['booked', 'addressStays', 'moved', 'edited', 'confirmed'];

function doneIn({ done }: RequestInput['query']): Done | null {
  return DONE.find((each) => each === done) ?? null;
}

function chooseDay(visit: Visit, { choices }: GuestTimes): string {
  const [first, last] = [choices[0], choices.at(-1)];
  const { chooseDay: between, unavailable } = visit.page.move;
  if (!first || !last) return unavailable;
  return capitalised(between(dateText(visit, first.date), dateText(visit, last.date)));
}
