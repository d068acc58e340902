import { parseInstant } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { pageAnswer, seeOther } from '../web/page.ts';
import type { PageRoute, Query, RequestInput } from '../web/page-route.ts';
import {
  aboutOf,
  bookedAnswer,
  type BookContext,
  type BookInput,
  carriedIn,
  opened,
  refusedAnswer,
  timesAnswer,
  unlessUnknown,
  wishIn,
} from './booking.ts';
import { hasFaults, readGuest, type SentGuest, typedIn, withFaultOf } from './guest-form.ts';
import { heldPage } from './held-page.ts';
import { limitedAnswer } from './limited.ts';
import { gonePage, mailedPage } from './small-pages.ts';
import { bookHref } from './visit.ts';
import type { HeldVisit, VisitorBookOutcome } from './visitor-types.ts';
import { queryOf } from './wish.ts';

/** From a chosen time to a booking: the table is held, and confirmed with the guest's details. */
export function holdRoutes(context: BookContext): readonly PageRoute[] {
  const first = async (input: RequestInput): Promise<Answer> =>
    seeOther(bookHref((await opened(context, input)).visit));
  return [
    {
      path: '/book/:alias/times',
      read: first,
      change: async (request) => {
        const input = await opened(context, request);
        const form = await request.readForm();
        const carried = await carriedIn(input, form);
        const about = form['date'] === undefined && carried?.held ? aboutHeld(carried.held) : form;
        return timesAnswer(input, about, { carried });
      },
    },
    {
      path: '/book/:alias/hold',
      read: first,
      change: async (request) => {
        const input = await opened(context, request);
        return hold(context, input, await request.readForm());
      },
    },
    {
      path: '/book/:alias/held/:token',
      read: async (request) => {
        const input = await opened(context, request);
        const held = await unlessUnknown(() => input.visitor.held(input.token));
        const page = held ? heldPage(input.visit, { token: input.token, held }) : gonePage(input.visit);
        return pageAnswer({ ...page, about: aboutOf(input) });
      },
    },
    {
      path: '/book/:alias/held/:token/confirm',
      read: async (request) => {
        const { visit, token } = await opened(context, request);
        return seeOther(bookHref(visit, `/held/${token}`));
      },
      change: async (request) => {
        const input = await opened(context, request);
        return confirm(input, input.token, await request.readForm());
      },
    },
  ];
}

/** The day, party and area of the held table. */
function aboutHeld({ hold: { serviceDate, partySize }, area }: HeldVisit): Query {
  return queryOf({ date: serviceDate, partySize, ...(area !== null && { area }) });
}

/** Holds the chosen time, in place of a time that the guest already holds. */
async function hold(context: BookContext, input: BookInput, form: Query): Promise<Answer> {
  const { visit, visitor, networkKey } = input;
  const { partySize, area = null, ref = null, faults } = wishIn(input, form);
  const startMs = parseInstant(form['start'] ?? '');
  const carried = await carriedIn(input, form);
  if (startMs === null || partySize === undefined || faults.length > 0)
    return timesAnswer(input, form, { status: 400, complaint: visit.own.unavailable, carried });
  const wish = { startMs, partySize, area };
  const isProven = await context.work.isSolved(form['work'] ?? '', networkKey);
  const token = carried?.fields['held'];
  const outcome =
    token === undefined
      ? await visitor.hold(visit.view.location.id, { ...wish, ref, isProven })
      : await visitor.change(token, wish);
  if (outcome.kind === 'limited') return limitedAnswer(context, input, form, outcome);
  if (outcome.kind === 'refused') return refusedAnswer(input, form, { reason: outcome.reason, carried });
  const about = aboutOf(input, { kind: 'held' });
  const typed = typedIn(form);
  if (Object.keys(typed).length === 0) return seeOther(bookHref(visit, `/held/${outcome.token}`), about);
  if (form['confirmed'] === 'yes') return confirm(input, outcome.token, typed);
  const sent = { ...readGuest(typed, visit, NO_RULES), faults: {} };
  return pageAnswer({ ...(await heldAnswer(input, outcome.token, sent)), about });
}

const NO_RULES = { needsEmail: false };

async function heldAnswer({ visit, visitor }: BookInput, token: string, sent: SentGuest) {
  return heldPage(visit, { token, held: await visitor.held(token), sent });
}

/** Books the held table, once however often it is sent. */
async function confirm(input: BookInput, token: string, form: Query): Promise<Answer> {
  const { visit, visitor } = input;
  const held = await unlessUnknown(() => visitor.held(token));
  if (!held) return pageAnswer({ ...gonePage(visit), about: aboutOf(input) });
  const again = (sent: SentGuest): Answer =>
    pageAnswer({ ...heldPage(visit, { token, held, sent }), about: aboutOf(input) });
  const sent = readGuest(form, visit, { needsEmail: visit.rules.email === 'required' });
  if (hasFaults(sent)) return again(sent);
  let outcome: VisitorBookOutcome;
  try {
    outcome = await visitor.confirm(token, sent.guest);
  } catch (error) {
    return again(withFaultOf(sent, error, visit));
  }
  switch (outcome.kind) {
    case 'booked':
    case 'replayed':
      return bookedAnswer(input, outcome);
    case 'mailed':
      return pageAnswer({ ...mailedPage(visit, sent.fields.email), about: aboutOf(input) });
    case 'refused': {
      const fields = { ...typedIn(form), confirmed: 'yes' };
      return refusedAnswer(input, aboutHeld(held), {
        reason: outcome.reason,
        carried: { fields, held: null },
      });
    }
  }
}
