import type { GuestMove } from '../booking/hold.ts';
import { type Booking, type Channel, isLive } from '../booking/booking.ts';
import type { Interval } from '../instant.ts';
import type { LocalDate } from '../local-date.ts';
import type { Location } from '../location/location.ts';
import type { Waiting } from '../booking/waiting.ts';

/** A table that nobody may have for a while. */
export interface TableBlock extends Interval {
  /** Names the block. */
  readonly id: string;
  /** The table's id. */
  readonly table: string;
  /** For the house; null for none. */
  readonly reason: string | null;
}

/** A table that is held for a guest who has not decided yet (D35): a booking that nobody has made so far. */
export interface TableHold extends Interval {
  /** Names the hold. */
  readonly id: string;
  /** The table's id. */
  readonly table: string;
  /** How many guests. */
  readonly partySize: number;
  /** When it lapses unless it is confirmed, in milliseconds since 1970. */
  readonly expiresMs: number;
  /** Who holds: a partner, or the restaurant. */
  readonly channel: Channel;
  /** It was offered to a party that waits (D36). */
  readonly isOffer: boolean;
  /** Whose guest is about to move to it, and which booking; null for any other hold. */
  readonly move: GuestMove | null;
}

/** A party that waits for a table on a sheet's date, or has been offered one (D36). */
export interface WaitingParty extends Waiting {
  /** When its own booking of that date begins, for which it is passed over, in milliseconds since 1970; null for none. */
  readonly bookedMs: number | null;
  /** The first start after its last one that such a party could have on that date, in milliseconds since 1970; null for none, and for who has an offer. */
  readonly nextFreeMs: number | null;
}

/** One service date of a location as the house has it on paper: its plan, all its bookings, what time it is. */
export interface DaySheet {
  /** The location with its plan. */
  readonly location: Location;
  /** The service date. */
  readonly date: LocalDate;
  /** What time it is, in milliseconds since 1970; it need not be that day. */
  readonly nowMs: number;
  /** The bookings of the service date in every state, by start. A live one without tables waits for one. */
  readonly bookings: readonly Booking[];
  /** Live bookings of other service dates that hold a table at some time of the calendar date or of its night. */
  readonly others: readonly Booking[];
  /** Tables that are blocked on that day. Defaults to none. */
  readonly blocks?: readonly TableBlock[];
  /** Tables that are held at some time of that day, and have not lapsed. Defaults to none. */
  readonly holds?: readonly TableHold[];
  /** Who waits for a table on the service date, in the order in which they get one. Defaults to nobody. */
  readonly waiting?: readonly WaitingParty[];
}

/** Who is on a sheet, counted. */
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

/** The party comes, or has been there: it has neither cancelled nor stayed away. */
export function isComing({ status }: Booking): boolean {
  return status === 'confirmed' || status === 'completed';
}
