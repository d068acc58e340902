import { book, type BookingRequest, type BookOutcome } from '../core/booking-rules.ts';
import { type BookingInput, soundRequest } from '../core/booking-request.ts';
import { DAY_MS } from '../core/interval.ts';
import { REACH_YEARS } from '../core/limits.ts';
import { assertScope, type Caller, channelOf } from '../core/policy.ts';
import { tokenHashOf, tokenOf } from '../core/secret.ts';
import { serviceDayAt } from '../core/service-day.ts';
import type { BookingWindow } from '../core/slots.ts';
import type { App } from './context.ts';
import { amendDiary, endpointsOf } from './amend-diary.ts';
import { heldFrom, scopeOf } from './diary-scope.ts';
import { newBookingId } from './new-id.ts';

/**
 * Books a table for a party (§4.3).
 *
 * The id is made before the transaction, so that a booking whose acknowledgement was lost can be looked up by it.
 */
export async function createBooking(
  app: App,
  caller: Caller,
  locationId: string,
  asked: BookingInput,
): Promise<BookOutcome> {
  assertScope(caller, 'bookings:write');
  const channel = channelOf(caller);
  const bookingId = newBookingId(app.random, app.clock.nowMs());
  const outcome = await amendDiary(app, { caller, locationId }, async (location) => {
    const request = soundRequest(asked, channel);
    const window = app.kept.bookingWindow(location);
    const day = serviceDayAt(location, withinReach(request.startMs, window), (date) =>
      app.kept.serviceDay(location, date),
    );
    const circumstances = {
      location,
      day,
      window,
      endpoints: await endpointsOf(app, channel),
      writesMail: app.mailer !== null,
    };
    const { idempotencyKey } = request;
    const named = idempotencyKey === null ? null : { idempotencyKey };
    const scope = scopeOf(location, day, { held: heldFrom(location, day, request), named });
    const made = { id: bookingId, manageTokenHash: manageTokenHashOf(app, bookingId, request) };
    return { scope, rule: book(circumstances, made, channel, request) };
  });
  const reason = outcome.kind === 'refused' ? outcome.reason : null;
  const by = caller === 'operator' ? 'operator' : 'partner';
  app.observer({ kind: 'booking', outcome: outcome.kind, reason, by });
  return outcome;
}

/** A guest who can be written to gets a link to her booking (D27). */
function manageTokenHashOf(app: App, bookingId: string, { guest }: BookingRequest): string | null {
  const key = app.secretKeys[0];
  return key && guest.email !== null ? tokenHashOf(tokenOf(key, 'manage', bookingId)) : null;
}

const REACH_MS = REACH_YEARS * 365 * DAY_MS;

/**
 * An instant that a database can reckon with. A start beyond it is looked up at the edge, where it is as much too soon or too far:
 * the request may still be the replay of another.
 */
function withinReach(startMs: number, { nowMs }: BookingWindow): number {
  return Math.min(Math.max(startMs, nowMs - REACH_MS), nowMs + REACH_MS);
}
