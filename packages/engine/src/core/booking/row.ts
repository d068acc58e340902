/**
 * The rows of a location's diary in a storage: bookings, and three other kinds that take tables or wait for them. Rules and storages separate them
 * by `kind`; `stored.ts` has the columns of each kind.
 */
import type { Booking, BookingStatus, Channel, Guest, Source, VisitTimes } from './booking.ts';
import type { HistoryEntry } from './history.ts';
import type { BookingEventType } from '../outbox/event-type.ts';
import type { LocalDate } from '../local-date.ts';
import type { MoveTerms, WaitingMode } from './terms.ts';

/** The fields of every row. */
export interface RowFields {
  /** A prefix of the kind (`bk_`, `bl_`, `hd_`, `hm_`, `wt_`), and 22 letters and digits. */
  readonly id: string;
  /** The location's id, a lower-case UUID. */
  readonly locationId: string;
  /** The service date it belongs to (D5). */
  readonly serviceDate: LocalDate;
  /** The start, in milliseconds since 1970. */
  readonly startMs: number;
  /** The end that is shown to the guest. */
  readonly endMs: number;
  /** `endMs` plus the buffer: its tables are taken until then. */
  readonly blockedUntilMs: number;
  /** The number of guests, 1 or more; 0 for a block. */
  readonly partySize: number;
  /** Table ids; empty for an unseated booking (D39). Kept in every state; taken only while the row is live. */
  readonly tables: readonly string[];
  /** The area that its guest chose: it can only have tables of that area (D52). Absent: any table. */
  readonly area?: string | undefined;
  /**
   * The status (D12). Every kind is `confirmed` while it is live, also a hold before its booking is made. A hold with a booking is
   * `completed`.
   */
  readonly status: BookingStatus;
  /** The side that made it: a partner, or the operator. */
  readonly source: Source;
  /** The channel that made it; a partner sees only its own channel (D13, D19). */
  readonly channel: Channel;
  /** The partner's reference, at most 200 characters; null for none. */
  readonly partnerBookingRef: string | null;
  /** The key under which it was made, unique in the location (D10); null for none. */
  readonly idempotencyKey: string | null;
  /** The guest; after erasure the name is empty and all other fields are null. */
  readonly guest: Guest;
  /** SHA-256 (hex) of the token in the guest's manage link; null without a link (D27). */
  readonly manageTokenHash: string | null;
  /** The state of the visit (D41). */
  readonly visit: VisitTimes;
  /** The changes since it was made, oldest first (D43). At most 200 entries; the oldest is dropped. */
  readonly history: readonly HistoryEntry[];
  /**
   * The guest before each history entry that changed the guest, the oldest first, without the e-mail address: a corrected one is not kept. Empty
   * after erasure.
   */
  readonly formerGuests: readonly Guest[];
  /** When it was made, in milliseconds since 1970. */
  readonly createdMs: number;
  /** The `created` of the last event of each type, in Unix seconds: event ids never repeat (D22). */
  readonly lastEventSeconds: Readonly<Partial<Record<BookingEventType, number>>>;
}

/** The field of a chosen area, if there is one: rows are compared field by field. */
export function withArea(area: string | undefined): Pick<RowFields, 'area'> {
  return area === undefined ? {} : { area };
}

/** Tables that cannot be booked for some time (D39): `block.ts`. */
export interface BlockRow extends RowFields {
  /** Always `block`. */
  readonly kind: 'block';
}

/**
 * The claim of a hold. `tables`: its tables. `place`: the tables of the booking that is to move suffice, and the booking keeps its place. `evicted`:
 * a step has assigned its tables to others.
 */
export type HoldClaim = 'tables' | 'place' | 'evicted';

/** The fields of a hold in the diary and in its row. */
export interface HoldFields {
  /** Always `hold`. */
  readonly kind: 'hold';
  /** The step of another party can evict it from then on, in milliseconds since 1970. */
  readonly expiresMs: number;
  /** The claim. */
  readonly claim: HoldClaim;
  /**
   * It has expired, and its tables are available: no waiting party needs them, or the background has removed it. It can be confirmed until they
   * are assigned to others (D35).
   */
  readonly yielded: boolean;
}

/** Tables that are kept for a guest for some minutes (D35): `hold.ts`. */
export interface HoldRow extends RowFields, HoldFields {
  /** The API key whose limit of live holds counts it (D47): the key of the hold or the waitlist entry. Null: the restaurant's own, or ended. */
  readonly keyId: string | null;
  /** Of an offer: the waitlist entry to which it was made; null for any other hold. */
  readonly waitingId: string | null;
  /** For a move hold: the booking and its new place; null for any other hold. */
  readonly move: MoveTerms | null;
}

/** The facts that policies had loaded when a party joined the waitlist, by the id of the policy (D51). */
export type StoredFacts = Readonly<Record<string, unknown>>;

/** A waiting party (D36): `waiting.ts`. It starts at its first acceptable time, and has no tables. */
export interface WaitlistRow extends RowFields {
  /** Always `waiting`. */
  readonly kind: 'waiting';
  /** The last acceptable start, in milliseconds since 1970. */
  readonly toMs: number;
  /** The mode. */
  readonly mode: WaitingMode;
  /** Its place on the waitlist of its service date, given under the lock because clocks differ. Later entries have higher ones. */
  readonly position: number;
  /** Its offer; null for none. */
  readonly holdId: string | null;
  /** The API key of the entry, for which its offer counts (D47); null for the restaurant's own. */
  readonly keyId: string | null;
  /** The facts of the policies, while the party waits; absent if policies do not apply. */
  readonly facts?: StoredFacts;
}

/** A row that can contain a guest's e-mail address. */
export type GuestRow = Booking | WaitlistRow;

/** A hold or a waitlist entry. */
export type PendingRow = HoldRow | WaitlistRow;

/** A row of any kind. */
export type DiaryRow = Booking | BlockRow | PendingRow;

/** One of `booking`, `block`, `hold` and `waiting`. */
export type RowKind = DiaryRow['kind'];

/** Whether the hold keeps its place, so that the diary shows it as pinned. */
export function isFixed({ claim, yielded }: HoldFields): boolean {
  return yielded || claim === 'place';
}

/** Whether the row is a party's booking. */
export function isBooking(row: DiaryRow): row is Booking {
  return row.kind === 'booking';
}

/** Whether the row is a booking or a waitlist entry. */
export function isGuestRow(row: DiaryRow): row is GuestRow {
  return row.kind === 'booking' || row.kind === 'waiting';
}

/** Whether the row is a hold or a waitlist entry. */
export function isPending(row: DiaryRow): row is PendingRow {
  return row.kind === 'hold' || row.kind === 'waiting';
}

/** Whether the row is a hold (D35), including one for a move. */
export function isHold(row: DiaryRow): row is HoldRow {
  return row.kind === 'hold';
}
