/**
 * The diary as rules and answers see it: the rows that take tables at an instant. Expired holds are hidden, and a step that takes their tables
 * evicts them (D35); waiting parties take none (D36). Only this file separates them.
 */
import type { HistoryEntry } from './history.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { type Interval } from '../instant.ts';
import type { LocalDate } from '../local-date.ts';
import type { TableAccess } from '../location/floor-plan.ts';
import type { Endpoint } from './event.ts';
import type { Refusal } from './refusal.ts';
import type { LoggedEvent } from './subscriber-event.ts';
import type { DiaryRow, HoldFields } from './row.ts';
import { moveNumberOf } from '../ids.ts';

/** The diary's view of a live row: the fields that decide about tables, without guest data. */
export interface Entry {
  /** The row's id. */
  readonly id: string;
  /** It takes its tables from then on, in milliseconds since 1970: from the start, or from the seating if that was earlier (D41). */
  readonly startMs: number;
  /** The table is free again from then on: the end plus the buffer. */
  readonly blockedUntilMs: number;
  /** The number of guests; 0 for a block (D39). */
  readonly partySize: number;
  /** Table ids, all taken from `startMs` to `blockedUntilMs`; empty for an unseated booking (D39). */
  readonly tables: readonly string[];
  /** It keeps its tables: pinned by the operator (D9), or seated (D41). */
  readonly pinned: boolean;
  /** The tables that its party can have. */
  readonly tableAccess: TableAccess;
}

/** A party's booking. */
export interface BookingEntry extends Entry {
  /** Always `booking`. */
  readonly kind: 'booking';
}

/** Tables that the operator has blocked (D39). */
export interface BlockEntry extends Entry {
  /** Always `block`. */
  readonly kind: 'block';
}

/** A waiting party (D36): it has no tables. */
export interface WaitingEntry extends Entry {
  /** Always `waiting`. */
  readonly kind: 'waiting';
}

/** A hold (D35). */
export interface HoldEntry extends Entry, HoldFields {
  /** A hold for a move by the guest: `move-hold.ts`. */
  readonly isForMove: boolean;
}

/** A live row as the diary shows it. */
export type DiaryBooking = BookingEntry | BlockEntry | HoldEntry | WaitingEntry;

export function isHoldEntry(entry: DiaryBooking): entry is HoldEntry {
  return entry.kind === 'hold';
}

export function isBlock(entry: DiaryBooking): entry is BlockEntry {
  return entry.kind === 'block';
}

export function isWaiting(entry: DiaryBooking): entry is WaitingEntry {
  return entry.kind === 'waiting';
}

/** Whether the party can be seated and so keep its place (D41). The diary does not contain the visit itself. */
export function maySit({ startMs, pinned }: DiaryBooking, nowMs: number): boolean {
  return pinned && startMs <= nowMs;
}

/** The interval in which a booking, or a slot, takes its tables. */
export function heldBy({
  startMs,
  blockedUntilMs,
}: Pick<DiaryBooking, 'startMs' | 'blockedUntilMs'>): Interval {
  return { startMs, endMs: blockedUntilMs };
}

/** The part of a location's diary that a step reads and locks. */
export interface DiaryScope {
  /** The location's id. */
  readonly locationId: string;
  /** The revision of the plan on which the rule decides. */
  readonly locationRevision: number;
  /** Local calendar dates, sorted. Steps that share one never interleave; they cover `interval`. */
  readonly dates: readonly LocalDate[];
  /** Bookings that touch it are read. */
  readonly interval: Interval;
  /** The booking that the rule needs whole: by its id, or by the idempotency key under which it was made. */
  readonly named:
    | {
        /** The booking's id. */
        readonly bookingId: string;
      }
    | {
        /** The idempotency key, unique in the location. */
        readonly idempotencyKey: string;
      }
    | null;
  /** Ids of further rows that the rule wants to see whole, whatever their states; with a named booking only. */
  readonly also?: readonly string[];
  /** The rule needs the live rows that touch the interval whole, because parties wait (D36). Default false. */
  readonly whole?: boolean;
  /**
   * The rule counts the holds of API keys (D47), and the bookings of guests' networks that end after this instant (D52), in milliseconds since
   * 1970. Counting steps of a location never interleave, for any dates. Absent: it does not count.
   */
  readonly holds?: number;
}

/** The data for a rule, read inside the transaction. */
export interface Snapshot {
  /** The live bookings that touch the scope's interval, in no particular order. */
  readonly bookings: readonly DiaryBooking[];
  /** The row that the scope names, of any date and state; null if there is none. */
  readonly named: DiaryRow | null;
  /**
   * All webhook endpoints, the oldest first; a rule selects those that get its events (D21, D56). Partner, types, locations and guest data are
   * current (D23); all other fields can be older.
   */
  readonly endpoints: readonly Endpoint[];
  /** The further rows that the scope names. */
  readonly also?: readonly DiaryRow[];
  /** The same rows as `bookings`, whole, by their ids, if the scope requests them. */
  readonly rows?: ReadonlyMap<string, DiaryRow>;
  /** The holds and bookings of the location, on all dates, that count for an API key or a network, if the scope requests them. */
  readonly holds?: KeyHolds;
}

/** Holds that have tables and count for an API key (D47) or a network, and bookings that count for a network (D52), by their ids. */
export type KeyHolds = ReadonlyMap<string, KeyHold>;

/** A counted row. */
export interface KeyHold {
  /** The API key's id, or `net:` and a hash of the network. */
  readonly keyId: string;
  /** The end of its counting, in milliseconds since 1970: the expiry of a hold; 24 hours after a booking was made. */
  readonly expiresMs: number;
}

/** The live row with this id, in the diary of a snapshot. */
export function entryIn({ bookings }: Pick<Snapshot, 'bookings'>, id: string): DiaryBooking | undefined {
  return bookings.find((entry) => entry.id === id);
}

/** The snapshot without the row with this id. */
export function withoutEntry(snapshot: Snapshot, id: string): Snapshot {
  const { bookings, holds } = snapshot;
  const others = holds && new Map(holds);
  others?.delete(id);
  return {
    ...snapshot,
    bookings: bookings.filter((entry) => entry.id !== id),
    ...(others && { holds: others }),
  };
}

/** Other tables for a booking that keeps its time (D9). */
export interface Reseating {
  /** The booking's id. */
  readonly bookingId: string;
  /** Ids of its tables, one or more; empty if a block took them and no others are free (D39), and for a hold that is confirmed or evicted (D35). */
  readonly tables: readonly string[];
  /** The entry in its history (D43). */
  readonly entry?: HistoryEntry;
}

/** The decision of a rule: its result, and the changes to save with it, all or none. */
export interface Amendment<R> {
  /** The result for the caller of the step. */
  readonly result: R;
  /** A new booking, or the one that the scope names, changed. */
  readonly booking?: DiaryRow;
  /** Further new or changed rows, complete in the snapshot: of waiting parties (D36). They must not include `booking` or re-seated rows. */
  readonly others?: readonly DiaryRow[];
  /** Bookings of the snapshot that make room for it. */
  readonly reseatings?: readonly Reseating[];
  /** Webhooks and e-mails about it, for the outbox. */
  readonly deliveries?: readonly Delivery[];
  /** Events for subscribers. Saved if there is a subscriber then. */
  readonly events?: readonly LoggedEvent[];
  /** A rejection, stored so that the operator can see it. */
  readonly refusal?: Refusal;
  /** Abandoned questions about re-seating, for metrics (D2). Not saved. */
  readonly undecided?: number;
}

/** Decides on a snapshot. Pure and synchronous; called again on a new snapshot if another step interfered. */
export type Rule<R> = (snapshot: Snapshot) => Amendment<R>;

export interface Standing {
  /** The rows that take tables, including blocks, and unseated bookings. */
  readonly bookings: readonly DiaryBooking[];
  /** Expired holds, whose tables any step can take. */
  readonly lapsed: readonly HoldEntry[];
  readonly waiting: readonly WaitingEntry[];
}

/** Separates the diary at an instant. Costs little if there are only bookings and blocks. */
export function standingOf(diary: readonly DiaryBooking[], nowMs: number): Standing {
  if (!diary.some(isPending)) return { bookings: diary, lapsed: [], waiting: [] };
  const holds = diary.filter(isHoldEntry);
  return {
    bookings: stayingForMoves(
      diary.filter((entry) => holdsTables(entry, nowMs)),
      holds.filter((hold) => hold.isForMove && nowMs < hold.expiresMs),
    ),
    lapsed: holds.filter((hold) => hold.claim === 'tables' && hold.expiresMs <= nowMs),
    waiting: diary.filter(isWaiting),
  };
}

function isPending({ kind }: DiaryBooking): boolean {
  return kind === 'hold' || kind === 'waiting';
}

/** Whether the entry takes its tables: it does not wait, and is not an evicted or expired hold. */
function holdsTables(entry: DiaryBooking, nowMs: number): boolean {
  switch (entry.kind) {
    case 'booking':
    case 'block':
      return true;
    case 'hold':
      return entry.claim === 'tables' && nowMs < entry.expiresMs;
    case 'waiting':
      return false;
  }
}

/** Whether there are expired holds on a date, whose tables would first go to waiting parties. */
export function mayBeHers(diary: readonly DiaryBooking[], nowMs: number): boolean {
  const { lapsed, waiting } = standingOf(diary, nowMs);
  return waiting.length > 0 && lapsed.some(({ yielded }) => !yielded);
}

/**
 * The diary of a date as availability shows it at an instant, and until when it is valid. On a date with waiting parties, expired holds are shown
 * as taken until a step has allocated their tables or skipped them, also at other times than the party's, since re-seating could use them.
 */
export function shownOf(
  diary: readonly DiaryBooking[],
  nowMs: number,
  isWaitedFor: boolean,
): { readonly bookings: readonly DiaryBooking[]; readonly untilMs: number } {
  const { bookings, lapsed } = standingOf(diary, nowMs);
  const held = isWaitedFor ? lapsed.filter(({ yielded }) => !yielded) : [];
  let untilMs = Infinity;
  for (const entry of diary)
    if (entry.kind === 'hold' && nowMs < entry.expiresMs) untilMs = Math.min(untilMs, entry.expiresMs);
  return { bookings: held.length > 0 ? [...bookings, ...held] : bookings, untilMs };
}

/**
 * A diary in which a booking and its move holds keep their tables: each is useless without the other.
 *
 * @param moves live move holds
 */
function stayingForMoves(
  bookings: readonly DiaryBooking[],
  moves: readonly HoldEntry[],
): readonly DiaryBooking[] {
  if (moves.length === 0) return bookings;
  const moving = new Set(moves.map(({ id }) => moveNumberOf(id)));
  return bookings.map((entry) => (moving.has(moveNumberOf(entry.id)) ? { ...entry, pinned: true } : entry));
}
