/** What a partner decides about a booking that stands (D32), where `decide.ts` has the rules for all. */
import { found, isLive, isSeated } from './booking.ts';
import { goalOf, type MoveRequest } from './booking-request.ts';
import type { BookingContext, ChangeOutcome } from './decide.ts';
import { move } from './decide-move.ts';
import type { Rule } from './diary.ts';
import { BookingError } from '../errors.ts';

/**
 * Moves a booking to what a partner could book now. What the request leaves out is what the step finds, so a move of the time beside the guest's own
 * change of the size keeps both.
 *
 * Throws `not_movable` for a final state, as a cancellation does, and for a party that sits at its table: that it does is none of the partner's
 * business (D41), but that it cannot be moved any more is.
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
