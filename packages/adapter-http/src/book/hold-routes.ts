import { type HeldVisit, parseInstant, type VisitorBookOutcome } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { aboutOf } from '../guest/visit.ts';
import { seeOther } from '../web/page.ts';
import type { PageContext, PageRoute, Query } from '../web/page-route.ts';
import {
  bookedAnswer,
  type BookInput,
  bookRoute,
  carriedIn,
  refusedAnswer,
  shown,
  badTimeAnswer,
  timesAnswer,
  unlessUnknown,
  wishIn,
} from './booking.ts';
import { hasFaults, readGuest, type SentGuest, typedIn, withFaultOf } from './guest-form.ts';
import { heldPage } from './held-page.ts';
import { limitedAnswer } from './limited.ts';
import { gonePage, mailedPage } from './small-pages.ts';
import { bookHref } from './visit.ts';
import { isWorkSolved } from './work-challenges.ts';
import { queryOf } from './wish.ts';

/** From a chosen time to a booking: the table is held, and confirmed with the guest's details. */
export function holdRoutes(context: PageContext): readonly PageRoute[] {
  return [
    bookRoute(context, '/times', { change: otherTimes }),
    bookRoute(context, '/hold', { change: hold }),
    bookRoute(context, '/held/:token', {
      async read(input) {
        const { visit, visitor, token } = input;
        const held = await unlessUnknown(() => visitor.held(token));
        return shown(input, held ? heldPage(visit, { token, held }) : gonePage(visit));
      },
    }),
    bookRoute(context, '/held/:token/confirm', {
      read: ({ visit, token }) => seeOther(bookHref(visit, `/held/${token}`)),
      change: (input, form) => confirm(input, input.token, form),
    }),
  ];
}

async function otherTimes(input: BookInput, form: Query): Promise<Answer> {
  const carried = await carriedIn(input, form);
  const about = form['date'] === undefined && carried?.held ? aboutHeld(carried.held) : form;
  return timesAnswer(input, about, { carried });
}

/** The day, party and area of the held table. */
function aboutHeld({ hold: { serviceDate, partySize }, area }: HeldVisit): Query {
  return queryOf({ date: serviceDate, partySize, ...(area !== null && { area }) });
}

/** Holds the chosen time, in place of a time that the guest already holds. */
async function hold(input: BookInput, form: Query): Promise<Answer> {
  const { visit, visitor, networkKey } = input;
  const { partySize, area = null, ref = null, faults } = wishIn(input, form);
  const startMs = parseInstant(form['start'] ?? '');
  const carried = await carriedIn(input, form);
  if (startMs === null || partySize === undefined || faults.length > 0)
    return badTimeAnswer(input, form, { carried });
  const wish = { startMs, partySize, area };
  const isProven = await isWorkSolved(visitor, form['work'] ?? '', networkKey);
  const heldToken = carried?.fields['held'];
  const outcome =
    heldToken === undefined
      ? await visitor.hold(visit.view.location.id, { ...wish, ref, isProven })
      : await visitor.change(heldToken, wish);
  if (outcome.kind === 'limited') return limitedAnswer(input, form, outcome);
  if (outcome.kind === 'refused') return refusedAnswer(input, form, { reason: outcome.reason, carried });
  const { token } = outcome;
  const typed = typedIn(form);
  if (Object.keys(typed).length === 0)
    return seeOther(bookHref(visit, `/held/${token}`), aboutOf(visit, { kind: 'held' }));
  if (form['confirmed'] === 'yes') return confirm(input, token, typed);
  const sent = { ...readGuest(typed, visit, { needsEmail: false }), faults: {} };
  return shown(input, heldPage(visit, { token, held: await visitor.held(token), sent }), { kind: 'held' });
}

/** Books the held table, once however often it is sent. */
async function confirm(input: BookInput, token: string, form: Query): Promise<Answer> {
  const { visit, visitor } = input;
  const held = await unlessUnknown(() => visitor.held(token));
  if (!held) return shown(input, gonePage(visit));
  const again = (faulty: SentGuest): Answer => shown(input, heldPage(visit, { token, held, sent: faulty }));
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
      return bookedAnswer(input, outcome, sent.guest.email);
    case 'mailed':
      return shown(input, mailedPage(visit, sent.fields.email));
    case 'refused': {
      const fields = { ...typedIn(form), confirmed: 'yes' };
      return refusedAnswer(input, aboutHeld(held), {
        reason: outcome.reason,
        carried: { fields, held: null },
      });
    }
  }
}
