import { BookingError, parseInstant } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { aboutOf } from '../guest/visit.ts';
import { seeOther } from '../web/page.ts';
import type { PageContext, PageRoute, Query } from '../web/page-route.ts';
import { type BookInput, bookRoute, shown, timesAnswer, wishIn } from './booking.ts';
import { hasFaults, readGuest, withFaultOf } from './guest-form.ts';
import { joinedPage, mailedPage } from './small-pages.ts';
import { bookHref, type BookVisit } from './visit.ts';

/** The waitlist of a full day (D36). */
export function waitRoutes(context: PageContext): readonly PageRoute[] {
  return [
    bookRoute(context, '/wait', { change: join }),
    bookRoute(context, '/joined', { read: (input) => shown(input, joinedPage(input.visit)) }),
  ];
}

async function join(input: BookInput, form: Query): Promise<Answer> {
  const { visit, visitor } = input;
  const { from = '', to = '' } = form;
  const { date, partySize, area = null, faults } = wishIn(input, form);
  const guest = readGuest(form, visit, { needsEmail: true });
  const [fromMs, toMs] = [parseInstant(from), parseInstant(to)];
  const isSpan = fromMs !== null && toMs !== null && fromMs <= toMs;
  if (!isSpan || hasFaults(guest) || date === undefined || partySize === undefined || faults.length > 0) {
    const sent = { guest, from, to, spanFault: isSpan ? null : visit.own.wait.badSpan };
    const [fault = sent.spanFault] = Object.values(guest.faults);
    return timesAnswer(input, form, { status: 400, complaint: fault ?? null, wait: sent });
  }
  try {
    const entry = { date, partySize, fromMs, toMs, area, guest: guest.guest };
    const { kind } = await visitor.wait(visit.view.location.id, entry);
    if (kind === 'free')
      return await timesAnswer(input, form, { status: 409, wait: { guest, from, to, spanFault: null } });
    if (kind === 'joined') return seeOther(bookHref(visit, '/joined'), aboutOf(visit, { kind: 'waiting' }));
    return shown(input, mailedPage(visit, guest.fields.email));
  } catch (error) {
    const complaint = complaintOf(visit, error);
    const sent = complaint === null ? withFaultOf(guest, error, visit) : guest;
    const [fault = complaint] = Object.values(sent.faults);
    const wait = { guest: sent, from, to, spanFault: null };
    return timesAnswer(input, form, { status: complaint === null ? 400 : 409, complaint: fault, wait });
  }
}

/** Why the party cannot wait; null for a fault of its form. */
function complaintOf({ own }: BookVisit, error: unknown): string | null {
  const code = BookingError.is(error) ? error.code : null;
  if (code === 'waitlist_full') return own.wait.full;
  return code === 'not_admitted' ? own.unavailable : null;
}
