import { bookAt } from '../../core/booking/decide-tables.ts';
import { book, type BookOutcome } from '../../core/booking/decide.ts';
import {
  type BookingInput,
  type BookingRequest,
  type CreateOptions,
  soundRequest,
} from '../../core/booking/booking-request.ts';
import type { BookingWindow } from '../../core/location/slots.ts';
import { begunBy } from '../../core/booking/history.ts';
import { NO_VISIT, type VisitTimes } from '../../core/booking/booking.ts';
import { invalid } from '../../core/errors.ts';
import { assertScope, authorOf, type Caller, channelOf, isHouse } from '../../core/access/policy.ts';
import type { Location } from '../../core/location/location.ts';
import { type Interval, MINUTE_MS, span } from '../../core/time/interval.ts';
import type { App } from '../shared/context.ts';
import { amendDiary, bookingContextOf } from '../shared/amend-diary.ts';
import { findRoomAhead } from '../shared/decide-ahead.ts';
import { heldFrom, scopeOf } from '../shared/diary-scope.ts';
import { linkHashOf } from '../shared/guest-tokens.ts';
import { newBookingId } from '../shared/new-id.ts';
import { serviceDayFor } from '../shared/service-day-for.ts';

/**
 * Books a table for a party (§4.3).
 *
 * The id is made before the transaction, so that a booking whose acknowledgement was lost can be looked up by it. Plan and service day come from
 * memory; the scope names their revision, and a step on another one is refused by the storage and prepared anew.
 *
 * @param options what an operator says besides (D38, D41); nobody else may
 */
export async function createBooking(
  app: App,
  caller: Caller,
  locationId: string,
  input: BookingInput,
  { tables, force, seated = false, untilMs }: CreateOptions = {},
): Promise<BookOutcome> {
  assertScope(caller, 'bookings:write');
  if (untilMs !== undefined && !tables) invalid('until goes with tables that are chosen', ['until']);
  const channel = channelOf(caller);
  const bookingId = newBookingId(app.random, app.clock.nowMs());
  const outcome = await amendDiary(app, { caller, locationId }, async (location, searched) => {
    const request = soundRequest(input, isHouse(caller) ? 'operator' : channel);
    const day = serviceDayFor(app, location, request.startMs);
    const access = isHouse(caller) ? 'all' : 'online';
    const known = searched ?? (tables ? undefined : await findRoomAhead(app, location, day, request, access));
    const context = await bookingContextOf(app, location, day, channel, searched, known);
    const { window } = context;
    const { idempotencyKey } = request;
    const named = idempotencyKey === null ? null : { idempotencyKey };
    const turn = heldFrom(location, day, request);
    const held = untilMs === undefined ? turn : span(turn, endedAt(turn, untilMs, location));
    const scope = scopeOf(location, day, { held, named });
    const visit = seated ? seatedAt(request, window) : NO_VISIT;
    const made = {
      id: bookingId,
      manageTokenHash: linkHashOf(app, 'manage', bookingId, request.guest),
      visit,
      history: begunBy({ by: authorOf(caller), atMs: window.nowMs }, channel),
    };
    const rule = tables
      ? bookAt(context, made, channel, request, { tables, force, untilMs })
      : book(context, made, channel, request, access);
    return { scope, rule };
  });
  const reason = outcome.kind === 'refused' ? outcome.reason : null;
  const by = isHouse(caller) ? 'operator' : 'partner';
  app.observer({ kind: 'booking', outcome: outcome.kind, reason, by });
  return outcome;
}

/** The same start with the end that the operator has named, and the buffer after it. */
function endedAt({ startMs }: Interval, untilMs: number, { bufferMinutes }: Location): Interval {
  return { startMs, endMs: untilMs + bufferMinutes * MINUTE_MS };
}

/** The visit of a party that sits down as it is written in. */
function seatedAt({ startMs }: BookingRequest, { nowMs }: BookingWindow): VisitTimes {
  if (startMs > nowMs) invalid('startsAt of a party that sits must not be ahead', ['startsAt']);
  return { ...NO_VISIT, seatedMs: nowMs };
}
