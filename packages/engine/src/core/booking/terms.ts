/** What a hold (D35) and a party that waits (D36) have beside what every row of the bookings has. */

/** Of a hold. */
export interface HoldTerms {
  /** The key by which it was placed; null for the house's own, and for an offer. */
  readonly keyId: string | null;
  /** Of an offer: the waiting entry to which it was made; null for any other hold. */
  readonly waitingId: string | null;
  /** Of what is held for a booking that its guest is moving: which, and where to. Left out of any other hold. */
  readonly move?: MoveTerms | undefined;
}

/** Where a booking is to go for which something is held. */
export interface MoveTerms {
  /** The booking's id. */
  readonly bookingId: string;
  /** Its new start, in milliseconds since 1970: what is held beside its own place may begin later. */
  readonly startMs: number;
  /** Its new size. */
  readonly partySize: number;
}

/** What becomes of a waiting party when a place is free: it is offered to her for a while, or booked, to which she has agreed beforehand (D36). */
export const WAITING_MODES = ['offer', 'book'] as const;
/** One of {@link WAITING_MODES}. */
export type WaitingMode = (typeof WAITING_MODES)[number];

/** Of a waiting entry; its row starts at the first time that would do. */
export interface WaitingTerms {
  /** The last start that would do, in milliseconds since 1970. */
  readonly toMs: number;
  /** What becomes of it. */
  readonly mode: WaitingMode;
  /** Which in the line of its evening: given under the lock, since clocks differ. Who comes later has a higher one. */
  readonly position: number;
  /** The offer that was made; null for none. */
  readonly holdId: string | null;
}

/** One or the other. */
export type Terms = HoldTerms | WaitingTerms;
