import type { Booking } from '../core/booking.ts';

/** The people behind the bookings, for the duties that the law lays on whoever keeps their data. */
export interface GuestStore {
  /** Every booking made with this e-mail address, compared without case, at any location and in any state; by start. */
  bookingsOf(email: string): Promise<readonly Booking[]>;

  /**
   * Erases the guests of these bookings: name (which becomes empty), e-mail, phone, notes, language and the manage link, and likewise the
   * guest in the bodies of their webhooks, waiting or settled (`data.guest` becomes null). Mails to them that wait are dropped. How many
   * bookings were changed; one that has been erased already is not.
   *
   * Atomic for each booking.
   */
  erase(bookingIds: readonly string[]): Promise<number>;

  /** Bookings of a location that ended before this instant and still have a guest; the oldest first, at most `limit`. */
  endedBefore(locationId: string, endMs: number, limit: number): Promise<readonly string[]>;
}
