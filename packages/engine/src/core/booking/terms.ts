/** Types that both waitlist entries and move holds use. */

/** The new place of a booking that is held for its move. */
export interface MoveTerms {
  /** The booking's id. */
  readonly bookingId: string;
  /** Its new start, in milliseconds since 1970: a hold next to its own place can begin later. */
  readonly startMs: number;
  /** Its new size. */
  readonly partySize: number;
  /** The planned end, in milliseconds since 1970. */
  readonly endMs: number;
  /** The end plus the buffer. */
  readonly blockedUntilMs: number;
  /** Ids of its new tables; the hold can keep only those that the booking does not have. */
  readonly tables: readonly string[];
}

/** The mode of a waitlist entry when a table becomes free: the table is offered for a limited time, or booked as agreed beforehand (D36). */
export const WAITING_MODES = ['offer', 'book'] as const;
/** One of {@link WAITING_MODES}. */
export type WaitingMode = (typeof WAITING_MODES)[number];
