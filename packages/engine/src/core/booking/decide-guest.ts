/** What a guest decides by the link of a mail (D12, D27), where `decide.ts` has the rules for all. */
import { type Booking, found, type Guest, isLive } from './booking.ts';
import { type BookingContext, type ChangeOutcome } from './decide.ts';
import { edit } from './decide-edit.ts';
import type { Rule } from './diary.ts';
import { BookingError } from '../errors.ts';
import { mayGuestChange } from './guest-stage.ts';

/**
 * A rule for the guest, as long as the restaurant can still adapt to it (D12), and the link is still the booking's: it dies when the address it
 * was mailed to is corrected, also between the opening of a page and the step.
 */
export function byGuest<R>(at: BookingContext, link: Booking['manageTokenHash'], rule: Rule<R>): Rule<R> {
  return (snapshot) => {
    const booking = found(snapshot.named);
    if (booking.manageTokenHash !== link) throw new BookingError('link_unknown');
    if (isLive(booking) && !mayGuestChange(at.location, booking, at.window.nowMs))
      throw new BookingError('too_late');
    return rule(snapshot);
  };
}

/** The fields that a guest may change (D42): never the address, to which the link itself was mailed. */
export type OwnFields = Partial<Pick<Guest, 'name' | 'phone' | 'notes'>>;

/** Changes what the guest may change, of a booking that stands. */
export function editOwn(at: BookingContext, wanted: OwnFields): Rule<ChangeOutcome> {
  const rule = edit(at, wanted, null);
  return (snapshot) => {
    const { status } = found(snapshot.named);
    if (status !== 'confirmed')
      throw new BookingError('conflict', `a booking that is ${status} cannot be changed by its guest`);
    return rule(snapshot);
  };
}
