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
import { assertScope, type Caller, channelOf } from '../../core/access/policy.ts';
import type { Location } from '../../core/location/location.ts';
import { type Interval, MINUTE_MS, span } from '../../core/instant.ts';
import { groundOf, requestStart, ruleOn } from '../prepare.ts';
import type { App } from '../context.ts';
import { findRoomAhead } from '../decide-ahead.ts';
import { linkHashOf } from '../guest-tokens.ts';
import { newBookingId } from '../../core/ids.ts';
import { takeStep } from '../step.ts';

/**
 * Books a table for a party (§4.3).
 *
 * The id is made before the transaction, so that a booking whose acknowledgement was lost can be looked up by it. Plan and service day come from
 * the cache; the scope names their revision. The storage rejects a step on another revision, and the step is prepared again.
 *
 * @param options only for operators and staff (D38, D41)
 */
export async function createBooking(
  app: App,
  caller: Caller,
  where: string | Location,
  input: BookingInput,
  { tables, force, seated = false, untilMs }: CreateOptions = {},
): Promise<BookOutcome> {
  assertScope(caller, 'bookings:write');
  if (untilMs !== undefined && !tables) invalid('untilMs needs chosen tables', ['untilMs']);
  const channel = channelOf(caller);
  const access = channel === 'operator' ? 'all' : 'online';
  const bookingId = newBookingId(app.random, app.clock.nowMs());
  const diary =
    typeof where === 'string' ? { caller, locationId: where } : { caller, locationId: where.id, seen: where };
  const outcome = await takeStep(app, diary, async (at) => {
    const { location, window, by, range } = at;
    const request = soundRequest(input, channel);
    const requested = requestStart(at, request, access);
    if (!tables) await findRoomAhead(app, location, requested, access);
    const { idempotencyKey } = request;
    const named = idempotencyKey === null ? null : { idempotencyKey };
    const turn = requested.held;
    const held = untilMs === undefined ? turn : span(turn, endedAt(turn, untilMs, location));
    const ground = groundOf(location, requested.day, { held, named, range });
    const made = {
      id: bookingId,
      manageTokenHash: linkHashOf(app, 'manage', bookingId, request.guest),
      visit: seated ? seatedAt(request, window) : NO_VISIT,
      history: begunBy({ by, atMs: window.nowMs }, channel),
    };
    const rule = ruleOn(app, at, ground.day, (context) =>
      tables
        ? bookAt(context, made, channel, request, { tables, force, untilMs })
        : book(context, made, channel, request, requested.slot, access),
    );
    return { ...ground, rule };
  });
  const reason = outcome.kind === 'refused' ? outcome.reason : null;
  const by = channel === 'operator' ? 'operator' : 'partner';
  app.observer({ kind: 'booking', outcome: outcome.kind, reason, by });
  return outcome;
}

/** The same start with the chosen end, and the buffer after it. */
function endedAt({ startMs }: Interval, untilMs: number, { bufferMinutes }: Location): Interval {
  return { startMs, endMs: untilMs + bufferMinutes * MINUTE_MS };
}

/** The visit of a party that is seated when it is recorded. */
function seatedAt({ startMs }: BookingRequest, { nowMs }: BookingWindow): VisitTimes {
  if (startMs > nowMs) invalid('startMs of a party that sits must not be ahead', ['startMs']);
  return { ...NO_VISIT, seatedMs: nowMs };
}
