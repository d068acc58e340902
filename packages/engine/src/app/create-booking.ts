import { book, type BookingRequest, type BookOutcome } from '../core/booking-rules.ts';
import { assertBookingRequest } from '../core/booking-request.ts';
import { DAY_MS } from '../core/interval.ts';
import { REACH_YEARS } from '../core/limits.ts';
import { assertScope, type Caller, channelOf } from '../core/policy.ts';
import { serviceDayAt } from '../core/service-day.ts';
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
  request: BookingRequest,
): Promise<BookOutcome> {
  assertScope(caller, 'bookings:write');
  const channel = channelOf(caller);
  const bookingId = newBookingId(app.random, app.clock.nowMs());
  return amendDiary(app, caller, locationId, async (location) => {
    assertBookingRequest(request, channel);
    const window = app.kept.bookingWindow(location);
    const day = serviceDayAt(location, withinReach(request.startMs, window.nowMs), (date) =>
      app.kept.serviceDay(location, date),
    );
    const circumstances = { location, day, window, endpoints: await endpointsOf(app, channel) };
    const { startMs, partySize, idempotencyKey } = request;
    const named = idempotencyKey === null ? null : { idempotencyKey };
    const scope = scopeOf(location, day, heldFrom(location, day, startMs, partySize), named);
    return { scope, rule: book(circumstances, bookingId, channel, request) };
  });
}

const REACH_MS = REACH_YEARS * 365 * DAY_MS;

/**
 * An instant that a database can reckon with. A start beyond it is looked up at the edge, where it is as much too soon or too far:
 * the request may still be the replay of another.
 */
function withinReach(startMs: number, nowMs: number): number {
  return Math.min(Math.max(startMs, nowMs - REACH_MS), nowMs + REACH_MS);
}
