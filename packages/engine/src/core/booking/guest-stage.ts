import { type Booking, isLive, isSeated } from './booking.ts';
import { MINUTE_MS } from '../instant.ts';
import type { Location } from '../location/location.ts';

/** The stage of a booking for its guest (D12, D27). */
export type GuestStage =
  /** The guest can move and cancel it. */
  | 'changeable'
  /** The change deadline has passed; the visit is in the future. */
  | 'too_late'
  /** The visit has begun. */
  | 'begun'
  /** The visit is over, by time or by its state. Guest data are no longer shown. */
  | 'over'
  /** As `over`: guest data are no longer shown. */
  | 'cancelled';

/** The stage of a booking at an instant. */
export function guestStageOf(location: Location, booking: Booking, nowMs: number): GuestStage {
  if (booking.status === 'cancelled') return 'cancelled';
  if (!isLive(booking) || nowMs >= booking.endMs) return 'over';
  if (mayGuestChange(location, booking, nowMs)) return 'changeable';
  return nowMs < booking.startMs && !isSeated(booking) ? 'too_late' : 'begun';
}

/** Whether it is before the change deadline, and the party is not seated. */
export function mayGuestChange(location: Location, booking: Booking, nowMs: number): boolean {
  return nowMs < changeableUntilMs(location, booking) && !isSeated(booking);
}

/** The change deadline, excluded: from then on the restaurant can no longer adapt to a change by the guest. */
export function changeableUntilMs(location: Location, booking: Pick<Booking, 'startMs'>): number {
  return booking.startMs - location.guestCutoffMinutes * MINUTE_MS;
}
