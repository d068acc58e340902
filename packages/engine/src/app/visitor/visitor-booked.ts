/** Bookings that an assistant has made for a guest (D53), by their handles. Unlike a mailed link, a handle never confirms the e-mail address. */
import { type Booking, found } from '../../core/booking/booking.ts';
import type { MoveRequest } from '../../core/booking/booking-request.ts';
import type { ChangeOutcome } from '../../core/booking/decide.ts';
import { BookingError } from '../../core/errors.ts';
import { cancelOwn, type GuestChanger, type GuestView, moveOwn, viewOf } from '../guest/guest-link.ts';
import { type GuestTimes, type GuestWish, timesToMove } from '../guest/guest-times.ts';
import { endingMoveHolds } from '../guest/move-holds.ts';
import { findBooking } from '../read-booking.ts';
import { type BookingToken, opened, sealed, type Visitor } from './visitor.ts';

/** The actions of an assistant at one booking. */
export interface BookedActions {
  /** The booking in any state, with the changes that the guest can still make. */
  open(): Promise<GuestView>;
  /** The times to which the booking can be moved, as {@link GuestActions.times}. */
  times(wish?: GuestWish): Promise<GuestTimes>;
  /** Moves the booking, as {@link GuestActions.move}. */
  move(request: MoveRequest): Promise<ChangeOutcome>;
  /** Cancels the booking, as {@link GuestActions.cancel}. */
  cancel(): Promise<ChangeOutcome>;
}

/** The handle of a booking. */
export function handleOf(visitor: Visitor, { id }: Booking): string {
  const token: BookingToken = { kind: 'booking', bookingId: id };
  return sealed(visitor, token);
}

export function bookedActions(visitor: Visitor, handle: string): BookedActions {
  const { app, caller } = visitor;
  const { channel, subject, author } = caller;
  const changer: GuestChanger = { author, policyCaller: { channel, subject } };
  const read = async (): Promise<Booking> => {
    const content = opened(app, handle);
    if (content?.kind !== 'booking') throw new BookingError('booking_not_found');
    return found(await findBooking(app, content.bookingId, null));
  };
  const open = async (): Promise<GuestView> => viewOf(app, await read());
  return {
    open,
    times: (wish = {}) => timesToMove(app, open, wish, changer.policyCaller),
    move: async (request) => endingMoveHolds(app, moveOwn(app, await read(), request, changer)),
    cancel: async () => endingMoveHolds(app, cancelOwn(app, await read(), changer)),
  };
}
