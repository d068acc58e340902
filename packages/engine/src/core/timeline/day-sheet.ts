import type { GuestMove } from '../booking/hold.ts';
import { type Booking, type Channel, isLive } from '../booking/booking.ts';
import type { Interval } from '../instant.ts';
import type { LocalDate } from '../local-date.ts';
import type { Location } from '../location/location.ts';
import type { Waiting } from '../booking/waiting.ts';

/** A period in which a table cannot be booked. */
export interface TableBlock extends Interval {
  /** The block's id. */
  readonly id: string;
  /** The table's id. */
  readonly table: string;
  /** The reason for staff; null for none. */
  readonly reason: string | null;
}

/** A table that is held for an undecided guest (D35): not yet a booking. */
export interface TableHold extends Interval {
  /** The hold's id. */
  readonly id: string;
  /** The table's id. */
  readonly table: string;
  /** The number of guests. */
  readonly partySize: number;
  /** Its expiry unless it is confirmed, in milliseconds since 1970. */
  readonly expiresMs: number;
  /** The channel that holds: a partner, or the restaurant. */
  readonly channel: Channel;
  /** Whether it was offered to a waiting party (D36). */
  readonly isOffer: boolean;
  /** For a move hold: the guest and the booking; null for any other hold. */
  readonly move: GuestMove | null;
}

/** A waiting party of a sheet's date, or one with an offer (D36). */
export interface WaitingParty extends Waiting {
  /** The start of its other booking on that date, because of which it is skipped, in milliseconds since 1970; null for none. */
  readonly bookedMs: number | null;
  /**
   * The first start after its last acceptable one that is available to this party size on that date, in milliseconds since 1970; null for none,
   * and for a party with an offer.
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
  /** The bookings of the service date in every state, by start. A live one without tables is unseated. */
  readonly bookings: readonly Booking[];
  /** Live bookings of other service dates that take a table on the calendar date or in its night. */
  readonly others: readonly Booking[];
  /** Blocked tables of that day. Defaults to none. */
  readonly blocks?: readonly TableBlock[];
  /** Tables of live holds on that day. Defaults to none. */
  readonly holds?: readonly TableHold[];
  /** The waiting parties of the service date, in the order in which they get tables. Defaults to none. */
  readonly waiting?: readonly WaitingParty[];
}

/** The counts of a sheet. */
export interface SheetCounts {
  /** Expected, present and past parties. */
  readonly parties: number;
  /** Their guests. */
  readonly guests: number;
  /** The unseated ones among the parties. */
  readonly unseated: number;
  /** Parties that did not arrive. */
  readonly noShows: number;
  /** Cancelled bookings. */
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

/** Whether the party is expected or was there: not cancelled, and not a no-show. */
export function isComing({ status }: Booking): boolean {
  return status === 'confirmed' || status === 'completed';
}
