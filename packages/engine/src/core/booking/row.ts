/**
 * What a storage keeps of a location's diary: bookings, and three other kinds of rows that take tables or wait for them. Rules and storages tell them apart by
 * `kind`; what each kind has in the columns is said in `stored.ts`.
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
  /** When the party comes, in milliseconds since 1970. */
  readonly startMs: number;
  /** The end that the guest was given. */
  readonly endMs: number;
  /** `endMs` and the buffer: its tables are taken until here. */
  readonly blockedUntilMs: number;
  /** How many guests, 1 or more; 0 for a block. */
  readonly partySize: number;
  /** Table ids; none while a party waits for a table again (D39). Kept in every state; held only while the booking is live. */
  readonly tables: readonly string[];
  /** The area that its guest chose: it can have tables of that area only (D52). Left out: any table. */
  readonly area?: string | undefined;
  /** The status (D12). */
  readonly status: BookingStatus;
  /** The side that made it: a partner, or the operator. */
  readonly source: Source;
  /** The channel that made it; a partner sees only its own channel (D13, D19). */
  readonly channel: Channel;
  /** The partner's own number for it, at most 200 characters; null for none. */
  readonly partnerBookingRef: string | null;
  /** The key under which it was made, unique in the location (D10); null for none. */
  readonly idempotencyKey: string | null;
  /** The guest who booked; once erased the name is empty and all else null. */
  readonly guest: Guest;
  /** SHA-256 (hex) of the token in the guest's manage link; null when there is none (D27). */
  readonly manageTokenHash: string | null;
  /** The state of the visit (D41). */
  readonly visit: VisitTimes;
  /** The changes since it was made, oldest first (D43). At most 200 entries; the oldest is dropped. */
  readonly history: readonly HistoryEntry[];
  /**
   * The guest before each entry of the history that changed the guest, the oldest first, without the e-mail address: one that was corrected is not
   * kept. None once the guest has been erased.
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

/** Tables that the restaurant keeps from every party for a while (D39): `block.ts`. */
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
  /** From then on the step of another party may evict it, in milliseconds since 1970. */
  readonly expiresMs: number;
  /** The claim. */
  readonly claim: HoldClaim;
  /**
   * It has expired, and its tables are available to everybody: the waitlist has no party for them, or the background has given it up. It can be confirmed
   * until they are given to others (D35).
   */
  readonly yielded: boolean;
}

/** Tables that are kept for a guest for some minutes (D35): `hold.ts`. */
export interface HoldRow extends RowFields, HoldFields {
  /** The API key whose limit of live holds counts it (D47): the key that placed the hold, or with which the waiting party joined. Null: the restaurant's own, and of a hold that has ended. */
  readonly keyId: string | null;
  /** Of an offer: the waitlist entry to which it was made; null for any other hold. */
  readonly waitingId: string | null;
  /** For a booking that its guest is moving: which, and where to; null for any other hold. */
  readonly move: MoveTerms | null;
}

/** The facts that policies had loaded when a party joined the waitlist, by the id of the policy (D51). */
export type StoredFacts = Readonly<Record<string, unknown>>;

/** A party that waits for a place (D36): `waiting.ts`. It starts at the first time that would do, and has no tables. */
export interface WaitlistRow extends RowFields {
  /** Always `waiting`. */
  readonly kind: 'waiting';
  /** The last start that would do, in milliseconds since 1970. */
  readonly toMs: number;
  /** The mode. */
  readonly mode: WaitingMode;
  /** Its place on the waitlist of its service date: given under the lock, since clocks differ. A later entry has a higher one. */
  readonly position: number;
  /** The offer that was made; null for none. */
  readonly holdId: string | null;
  /** The API key by which the party joined, for which its offer counts (D47); null for the restaurant's own. */
  readonly keyId: string | null;
  /** The facts of the policies, as long as the party waits; left out if they were not asked. */
  readonly facts?: StoredFacts;
}

/** A row that has a guest's e-mail address, or may have one. */
export type GuestRow = Booking | WaitlistRow;

/** A row that is live and neither a booking nor a block. */
export type PendingRow = HoldRow | WaitlistRow;

/** A row of any kind. */
export type DiaryRow = Booking | BlockRow | PendingRow;

/** One of `booking`, `block`, `hold` and `waiting`. */
export type RowKind = DiaryRow['kind'];

/** The hold stays where it is, and the diary shows it as pinned. */
export function isFixed({ claim, yielded }: HoldFields): boolean {
  return yielded || claim === 'place';
}

/** The row is a party's booking. */
export function isBooking(row: DiaryRow): row is Booking {
  return row.kind === 'booking';
}

/** The row is a booking or a waitlist entry. */
export function isGuestRow(row: DiaryRow): row is GuestRow {
  return row.kind === 'booking' || row.kind === 'waiting';
}

/** The row is a hold or a waitlist entry. */
export function isPending(row: DiaryRow): row is PendingRow {
  return row.kind === 'hold' || row.kind === 'waiting';
}

/** The row is a hold (D35), one for a move among them. */
export function isHold(row: DiaryRow): row is HoldRow {
  return row.kind === 'hold';
}
