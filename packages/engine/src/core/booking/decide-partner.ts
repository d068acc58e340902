/** Decisions of a partner about an existing booking (D32); `decide.ts` has the rules for all callers. */
import { found, isLive, isSeated } from './booking.ts';
import { goalOf, type MoveRequest } from './booking-request.ts';
import type { BookingContext, ChangeOutcome } from './decide.ts';
import { move } from './decide-move.ts';
import type { Rule } from './diary.ts';
import { BookingError } from '../errors.ts';

/**
 * Moves a booking to a time and size that a partner could book now. Omitted fields keep the value that the step finds, so a concurrent change of
 * the other field by the guest is kept.
 *
 * Throws `not_movable` for a final state, like a cancellation, and for a seated party. Partners do not see visit times (D41), but that the booking
 * can no longer be moved.
 */
export function moveOwn(at: BookingContext, request: MoveRequest): Rule<ChangeOutcome> {
  const rule = move(at, request, 'online');
  return (snapshot) => {
    const booking = found(snapshot.named);
    const to = goalOf(booking, request);
    const isSame = booking.startMs === to.startMs && booking.partySize === to.partySize;
    if (!isLive(booking) || (isSeated(booking) && !isSame)) throw new BookingError('not_movable');
    return rule(snapshot);
  };
}
