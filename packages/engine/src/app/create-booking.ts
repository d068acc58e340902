import { book, type BookingRequest, type BookOutcome } from '../core/booking-rules.ts';
import { assertBookingRequest } from '../core/booking-request.ts';
import type { DiaryScope } from '../core/diary.ts';
import { contains, DAY_MS, type Interval, span } from '../core/interval.ts';
import { REACH_YEARS } from '../core/limits.ts';
import { datesTouched } from '../core/local-day.ts';
import type { Location } from '../core/location.ts';
import { assertScope, type Caller, channelOf } from '../core/policy.ts';
import { periodAt, type ServiceDay, serviceDayAt } from '../core/service-day.ts';
import { slotOf } from '../core/slots.ts';
import type { App } from './context.ts';
import { amendDiary, endpointsOf } from './amend-diary.ts';
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
    return { scope: scopeOf(location, day, request), rule: book(circumstances, bookingId, channel, request) };
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

/** The whole service date, and what an operator's booking needs beyond it. */
function scopeOf(location: Location, day: ServiceDay, request: BookingRequest): DiaryScope {
  const open = periodAt(day, request.startMs);
  const slot = open && slotOf(location, open, request.partySize, request.startMs);
  const held: Interval = slot ? { startMs: slot.startMs, endMs: slot.blockedUntilMs } : day.interval;
  const isInside = contains(day.interval, held);
  const interval = isInside ? day.interval : span(day.interval, held);
  return {
    locationId: location.id,
    locationRevision: location.revision,
    dates: isInside ? day.dates : datesTouched(location.timeZone, interval),
    interval,
    named: request.idempotencyKey === null ? null : { idempotencyKey: request.idempotencyKey },
  };
}
