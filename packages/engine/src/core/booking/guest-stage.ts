import { type Booking, isLive, isSeated } from './booking.ts';
import { MINUTE_MS } from '../instant.ts';
import type { Location } from '../location/location.ts';

/** How far a booking has come for its guest (D12, D27). */
export type GuestStage =
  /** The guest may move and cancel it. */
  | 'changeable'
  /** The location's cut-off has passed; the visit is still ahead. */
  | 'too_late'
  /** The visit has begun. */
  | 'begun'
  /** The visit is over: its time is up, or the operator has said so. Nothing of the guest is shown any more. */
  | 'over'
  /** As `over`: nothing of the guest is shown any more. */
  | 'cancelled';

/** The stage of a booking at an instant. */
export function guestStageOf(location: Location, booking: Booking, nowMs: number): GuestStage {
  if (booking.status === 'cancelled') return 'cancelled';
  if (!isLive(booking) || nowMs >= booking.endMs) return 'over';
  if (mayGuestChange(location, booking, nowMs)) return 'changeable';
  return nowMs < booking.startMs && !isSeated(booking) ? 'too_late' : 'begun';
}

/** It is early enough for the guest to move or cancel herself, and she does not sit at her table yet. */
export function mayGuestChange(location: Location, booking: Booking, nowMs: number): boolean {
  return nowMs < changeableUntilMs(location, booking) && !isSeated(booking);
}

/** The instant from which on the restaurant can no longer adapt to a change by the guest: the location's cut-off, not included. */
export function changeableUntilMs(location: Location, booking: Pick<Booking, 'startMs'>): number {
  return booking.startMs - location.guestCutoffMinutes * MINUTE_MS;
}
