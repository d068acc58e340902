import type { DiaryRow, GuestRow } from '../core/booking/row.ts';

/** Visits of one location that ended before an instant. */
export interface EndedVisits {
  /** The location's id. */
  readonly locationId: string;
  /** They ended before this instant. */
  readonly endMs: number;
}

/** A row that is over and still has a guest. */
export type EndedRow = Pick<DiaryRow, 'id' | 'kind'>;

/** The guests of the bookings, for data protection. */
export interface GuestStore {
  /** Every booking and waitlist entry made with this e-mail address, compared as `emailKeyOf` does, at any location and in any state; by start. */
  bookingsOf(email: string): Promise<readonly GuestRow[]>;

  /**
   * Erases the guests of these bookings: name (which becomes empty), e-mail, phone, notes, language and the manage link. Also erases the guest
   * in the bodies of their webhooks, waiting or settled (`data.guest` becomes null). Waiting e-mails to them are dropped. Returns the number of
   * changed bookings, without those erased before. An expected guest is kept: a booking that is confirmed and has not ended by the storage's
   * clock is skipped with all its messages (D45).
   *
   * Atomic for each booking.
   */
  erase(bookingIds: readonly string[]): Promise<number>;

  /**
   * Bookings that ended before the instant of their location and still have a guest, at most `limit` in total. They are returned by location in
   * the given order, each the oldest first. Confirmed bookings that have not ended by the storage's clock are omitted, for any instant (D45).
   *
   * One statement for any number of locations.
   */
  endedBefore(locations: readonly EndedVisits[], limit: number): Promise<readonly EndedRow[]>;

  /**
   * Replaces the hash of the network with `net:` in bookings that guests made before this instant (D52), at most `limit`. Returns the number of changed
   * bookings, without those whose network is null or `net:`. A row that is in a step can be skipped.
   */
  forgetNetworks(madeBeforeMs: number, limit: number): Promise<number>;
}
