/**
 * The diary as every rule and every answer sees it: who holds tables at this moment. A hold that has lapsed is not among them, and whoever takes its
 * tables evicts it in the same step (D35); a party that waits holds none (D36). Both are told apart here and nowhere else.
 */
import type { HistoryEntry } from './history.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { type Interval } from '../instant.ts';
import type { LocalDate } from '../local-date.ts';
import type { TableAccess } from '../location/floor-plan.ts';
import type { Refusal } from './refusal.ts';
import type { LoggedEvent } from './subscriber-event.ts';
import type { DiaryRow, HoldFields } from './row.ts';
import { moveNumberOf } from '../ids.ts';

/** The diary's view of a live row: the fields that decide about tables, without guest data. */
export interface Entry {
  /** The row's id. */
  readonly id: string;
  /** From when on it holds its tables, in milliseconds since 1970: its start, or when its party sat down, if that was earlier (D41). */
  readonly startMs: number;
  /** The table is free again from here on: the end and the buffer. */
  readonly blockedUntilMs: number;
  /** How many guests; 0 for a block (D39). */
  readonly partySize: number;
  /** Table ids, all of them taken from `startMs` to `blockedUntilMs`; none for a party that waits for one (D39). */
  readonly tables: readonly string[];
  /** It stays where it is: the operator wants it so (D9), or its party sits there (D41). */
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

/** A party that waits for a place (D36): it has no tables. */
export interface WaitingEntry extends Entry {
  /** Always `waiting`. */
  readonly kind: 'waiting';
}

/** A hold (D35). */
export interface HoldEntry extends Entry, HoldFields {
  /** For a booking that its guest is moving: `move-hold.ts`. */
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

/** It may be that a party sits there (D41): it has come, and stays where it is. The diary does not know better. */
export function maySit({ startMs, pinned }: DiaryBooking, nowMs: number): boolean {
  return pinned && startMs <= nowMs;
}

/** While a booking, or a slot that is to become one, holds its tables. */
export function heldBy({
  startMs,
  blockedUntilMs,
}: Pick<DiaryBooking, 'startMs' | 'blockedUntilMs'>): Interval {
  return { startMs, endMs: blockedUntilMs };
}

/** Which part of a location's diary a step reads and locks. */
export interface DiaryScope {
  /** The location's id. */
  readonly locationId: string;
  /** The revision of the plan on which the rule decides. */
  readonly locationRevision: number;
  /** Local calendar dates, sorted. Steps that share one never interleave; they cover `interval`. */
  readonly dates: readonly LocalDate[];
  /** Bookings that touch it are read. */
  readonly interval: Interval;
  /** The booking that the rule wants to see whole: by its id, or by the idempotency key under which it was made. */
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
  /** The rule wants to see the live rows that touch the interval whole: somebody waits (D36). Default false. */
  readonly whole?: boolean;
  /**
   * The rule counts the holds of API keys (D47), and the bookings of guests' networks that end after this instant (D52), in milliseconds since 1970.
   * Steps of the location that count never interleave, whatever their dates. Left out: it does not count.
   */
  readonly holds?: number;
}

/** The data for a rule, read inside the transaction. */
export interface Snapshot {
  /** The live bookings that touch the scope's interval, in no particular order. */
  readonly bookings: readonly DiaryBooking[];
  /** The booking that the scope names, whatever its date and state; null when there is none. */
  readonly named: DiaryRow | null;
  /** The same rows as `bookings`, whole, by their ids; where the scope asks for it. */
  readonly rows?: ReadonlyMap<string, DiaryRow>;
  /** The holds and bookings of the location, on all its dates, that count for an API key or a network; where the scope asks for it. */
  readonly holds?: KeyHolds;
}

/** Holds that have tables and count for an API key (D47) or a network, and bookings that count for a network (D52), by their ids. */
export type KeyHolds = ReadonlyMap<string, KeyHold>;

/** Of a row that counts. */
export interface KeyHold {
  /** The API key's id, or `net:` and a hash of the network. */
  readonly keyId: string;
  /** Until when it counts, in milliseconds since 1970: the end of the hold; 24 hours after a booking was made. */
  readonly expiresMs: number;
}

/** The live row of this id, as the diary of a snapshot shows it. */
export function entryIn({ bookings }: Pick<Snapshot, 'bookings'>, id: string): DiaryBooking | undefined {
  return bookings.find((entry) => entry.id === id);
}

/** The snapshot as if the diary had no row of this id. */
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

/** A booking keeps its time and gets other tables (D9). */
export interface Reseating {
  /** The booking's id. */
  readonly bookingId: string;
  /** Ids of its tables, one or more; empty if a block took them and no others are free (D39), and for a hold that is confirmed or evicted (D35). */
  readonly tables: readonly string[];
  /** The entry in its history (D43). */
  readonly entry?: HistoryEntry;
}

/** The decision of a rule: its result, and the changes to save with it, all or nothing. */
export interface Amendment<R> {
  /** The result for the caller of the step. */
  readonly result: R;
  /** A new booking, or the one that the scope names, changed. */
  readonly booking?: DiaryRow;
  /** Further rows that are new or changed, and complete in the snapshot: of waiting parties (D36). They must not include `booking` or re-seated rows. */
  readonly others?: readonly DiaryRow[];
  /** Bookings of the snapshot that make room for it. */
  readonly reseatings?: readonly Reseating[];
  /** Webhooks and mails to be sent because of it, for the outbox. */
  readonly deliveries?: readonly Delivery[];
  /** Events for subscribers. Saved if there is a subscriber then. */
  readonly events?: readonly LoggedEvent[];
  /** A rejection, stored so that the operator can see it. */
  readonly refusal?: Refusal;
  /** Questions whether others can make room that were given up on the way, for those who count (D2). Not saved. */
  readonly undecided?: number;
}

/** Decides on a snapshot. Pure and synchronous; called again on a new snapshot when another step interfered. */
export type Rule<R> = (snapshot: Snapshot) => Amendment<R>;

export interface Standing {
  /** Who holds tables, blocks among them, and who waits for a table that a block has taken. */
  readonly bookings: readonly DiaryBooking[];
  /** Holds of which anybody's step may take the tables. */
  readonly lapsed: readonly HoldEntry[];
  readonly waiting: readonly WaitingEntry[];
}

/** Sorts out a diary as it is at an instant. Costs nothing where there are bookings and blocks only. */
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

/** Its tables, if it has any, are taken: it neither waits, nor is it a hold that was evicted or has expired. */
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

/** Tables are held past their time which, on a date for which somebody waits, would be hers before they are anybody's. */
export function mayBeHers(diary: readonly DiaryBooking[], nowMs: number): boolean {
  const { lapsed, waiting } = standingOf(diary, nowMs);
  return waiting.length > 0 && lapsed.some(({ yielded }) => !yielded);
}

/**
 * The diary of a date as availability shows it at an instant, and until when it holds. What has lapsed on a date for which somebody waits is shown as
 * taken until a step has given it to her, or found that it does not fit: also at another time than hers, since a party may move there and make room.
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
 * A diary in which a booking and what is held for its move stay where they are: each is worth nothing without the other.
 *
 * @param moves what is held for moves, and has not lapsed
 */
function stayingForMoves(
  bookings: readonly DiaryBooking[],
  moves: readonly HoldEntry[],
): readonly DiaryBooking[] {
  if (moves.length === 0) return bookings;
  const moving = new Set(moves.map(({ id }) => moveNumberOf(id)));
  return bookings.map((entry) => (moving.has(moveNumberOf(entry.id)) ? { ...entry, pinned: true } : entry));
}
