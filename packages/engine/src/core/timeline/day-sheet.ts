import type { GuestMove } from '../booking/hold.ts';
import { type Booking, type Channel, isLive } from '../booking/booking.ts';
import type { Interval } from '../instant.ts';
import type { LocalDate } from '../local-date.ts';
import type { Location } from '../location/location.ts';
import type { Waiting } from '../booking/waiting.ts';

/** A period in which a table cannot be booked. */
export interface TableBlock extends Interval {
  /** Names the block. */
  readonly id: string;
  /** The table's id. */
  readonly table: string;
  /** The reason for staff; null for none. */
  readonly reason: string | null;
}

/** A table that is held for an undecided guest (D35): not yet a booking. */
export interface TableHold extends Interval {
  /** Names the hold. */
  readonly id: string;
  /** The table's id. */
  readonly table: string;
  /** How many guests. */
  readonly partySize: number;
  /** Its expiry unless it is confirmed, in milliseconds since 1970. */
  readonly expiresMs: number;
  /** The channel that holds: a partner, or the restaurant. */
  readonly channel: Channel;
  /** It was offered to a party that waits (D36). */
  readonly isOffer: boolean;
  /** Whose guest is about to move to it, and which booking; null for any other hold. */
  readonly move: GuestMove | null;
}

/** A party that waits for a table on a sheet's date, or has been offered one (D36). */
export interface WaitingParty extends Waiting {
  /** The start of its other booking on that date, because of which it is skipped, in milliseconds since 1970; null for none. */
  readonly bookedMs: number | null;
  /**
   * The first start after its last acceptable one that is available to such a party on that date, in milliseconds since 1970; null for none, and for
   * a party with an offer.
   */
  readonly nextFreeMs: number | null;
}

/** A service date of a location, as on paper: its plan, all its bookings, the current time. */
export interface DaySheet {
  /** The location with its plan. */
  readonly location: Location;
  /** The service date. */
  readonly date: LocalDate;
  /** The current time, in milliseconds since 1970; it can be on another day. */
  readonly nowMs: number;
  /** The bookings of the service date in every state, by start. A live one without tables waits for one. */
  readonly bookings: readonly Booking[];
  /** Live bookings of other service dates that hold a table at some time of the calendar date or of its night. */
  readonly others: readonly Booking[];
  /** Tables that are blocked on that day. Defaults to none. */
  readonly blocks?: readonly TableBlock[];
  /** Tables that are held at some time of that day by unexpired holds. Defaults to none. */
  readonly holds?: readonly TableHold[];
  /** The waiting parties of the service date, in the order in which they get tables. Defaults to none. */
  readonly waiting?: readonly WaitingParty[];
}

/** The counts of a sheet. */
export interface SheetCounts {
  /** Parties that come, or have been there. */
  readonly parties: number;
  /** Their guests. */
  readonly guests: number;
  /** Those of the parties that wait for a table. */
  readonly unseated: number;
  /** Parties that never came. */
  readonly noShows: number;
  /** Parties that have cancelled. */
  readonly cancelled: number;
}

/** Counts the bookings of the sheet's date. */
export function sheetCounts({ bookings }: Pick<DaySheet, 'bookings'>): SheetCounts {
  const coming = bookings.filter(isComing);
  return {
    parties: coming.length,
    guests: coming.reduce((sum, { partySize }) => sum + partySize, 0),
    unseated: coming.filter((booking) => isLive(booking) && booking.tables.length === 0).length,
    noShows: bookings.filter(({ status }) => status === 'no_show').length,
    cancelled: bookings.filter(({ status }) => status === 'cancelled').length,
  };
}

/** Whether the party is expected or has been there: neither cancelled nor a no-show. */
export function isComing({ status }: Booking): boolean {
  return status === 'confirmed' || status === 'completed';
}
