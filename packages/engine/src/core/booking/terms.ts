/** What a waitlist entry and a hold for a move agree on. */

/** Where a booking is to go for which something is held. */
export interface MoveTerms {
  /** The booking's id. */
  readonly bookingId: string;
  /** Its new start, in milliseconds since 1970: a hold next to its own place can begin later. */
  readonly startMs: number;
  /** Its new size. */
  readonly partySize: number;
  /** When the party would leave, in milliseconds since 1970. */
  readonly endMs: number;
  /** Until when its tables would be taken: `endMs` and the buffer. */
  readonly blockedUntilMs: number;
  /** Ids of the tables at which it would sit; the hold may keep only what the booking lacks of them. */
  readonly tables: readonly string[];
}

/** The mode of a waitlist entry when a table becomes free: the table is offered for a limited time, or booked as agreed beforehand (D36). */
export const WAITING_MODES = ['offer', 'book'] as const;
/** One of {@link WAITING_MODES}. */
export type WaitingMode = (typeof WAITING_MODES)[number];
