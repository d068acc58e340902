/** Holds: tables that a partner keeps for an undecided guest (D35). */
import { type Booking, type Channel, isLive } from './booking.ts';
import type { KeyHolds } from './diary.ts';
import { DAY_MS } from '../instant.ts';
import type { Rejected } from '../location/reason.ts';
import type { HoldRow } from './row.ts';
import type { LocalDate } from '../local-date.ts';
import type { MoveTerms } from './terms.ts';

/** A request for a hold. */
export interface HoldRequest {
  /** The start: a slot of the location. */
  readonly startMs: number;
  /** 1 or more. */
  readonly partySize: number;
  /** The duration in seconds, 60 to 900; default 300. */
  readonly seconds?: number | undefined;
  /** The same key at a location is the same hold, 1 to 120 characters. Independent of the idempotency keys of bookings. */
  readonly idempotencyKey?: string | null | undefined;
}

/**
 * The state of a hold. `held`: no other request can book its tables. `lapsed`: it has expired, and can still be confirmed until another request needs
 * its tables. `gone`: another request has its tables. `confirmed`: a booking was made of it. `released`: the caller has released it.
 */
export type HoldState = 'held' | 'lapsed' | 'gone' | 'confirmed' | 'released';

/** Held tables. */
export interface Hold {
  /** `hd_`, or `hm_` of one for a move, and 22 letters and digits. */
  readonly id: string;
  /** The location's id, a lower-case UUID. */
  readonly locationId: string;
  /** The service date it belongs to (D5). */
  readonly serviceDate: LocalDate;
  /** The start, in milliseconds since 1970. */
  readonly startMs: number;
  /** The planned end. */
  readonly endMs: number;
  /** The number of guests. */
  readonly partySize: number;
  /** Ids of the held tables, which can change. Empty if another booking has them. */
  readonly tables: readonly string[];
  /** The expiry, in milliseconds since 1970. */
  readonly expiresMs: number;
  /** The channel that holds: a partner, or the restaurant. */
  readonly channel: Channel;
  /** The waitlist entry of the offer (D36); null for any other hold. */
  readonly waitingId: string | null;
  /** For a hold for a move: the booking and its new time; null for any other hold. */
  readonly move: GuestMove | null;
  /** The state. */
  readonly state: HoldState;
  /** When it was made, in milliseconds since 1970. */
  readonly createdMs: number;
}

/** A move that a guest is about to confirm. */
export interface GuestMove extends MoveTerms {
  /** The guest's name; empty when the guest has been erased. */
  readonly guestName: string;
}

/** The outcome of a request for a hold. */
export type HoldOutcome =
  | {
      /** Tables are held. */
      readonly kind: 'held';
      /** The hold. */
      readonly hold: Hold;
    }
  | {
      /** The idempotency key is known, so no new hold was made. */
      readonly kind: 'replayed';
      /** The hold made under the key, in its current state. */
      readonly hold: Hold;
    }
  | ({
      /** The time is not available; the diary is unchanged. */
      readonly kind: 'refused';
    } & Rejected);

/** Bookings that end before this instant were made at least a day ago, and no longer count for a network (D52). */
export function countedFromMs(nowMs: number): number {
  return nowMs - DAY_MS;
}

/** The ends of the live holds that count for an API key (D47) and of the bookings that count for a network, in order; empty for null. */
export function expiriesOf(keyId: string | null, holds: KeyHolds, nowMs: number): readonly number[] {
  if (keyId === null) return [];
  const own = Array.from(holds.values(), (hold) => (hold.keyId === keyId ? hold.expiresMs : 0));
  return own.filter((expiresMs) => expiresMs > nowMs).toSorted((a, b) => a - b);
}

/** Whether it can be confirmed: it is not confirmed, released or evicted. It can have expired. */
export function isOpen(hold: HoldRow): boolean {
  return isLive(hold) && hold.claim === 'tables';
}

/** A hold that was removed from the diary long after it expired: it takes no tables, and can be confirmed while they are available (D35). */
export function swept(hold: HoldRow): HoldRow {
  return givenUp(hold, true);
}

export function released(hold: HoldRow): HoldRow {
  return givenUp(hold, false);
}

function givenUp(hold: HoldRow, yielded: boolean): HoldRow {
  const claim = hold.claim === 'tables' ? 'tables' : 'evicted';
  return { ...hold, keyId: null, claim, yielded, status: 'cancelled' };
}

/** Whether the background has removed it, and its holder has not released it. */
export function isSwept({ status, claim, yielded }: HoldRow): boolean {
  return status === 'cancelled' && yielded && claim === 'tables';
}

/** Whether the hold keeps its tables: it is a promise, like a booking (D46). */
export function isLiveHold(hold: HoldRow, nowMs: number): boolean {
  return isOpen(hold) && nowMs < hold.expiresMs;
}

/**
 * The hold of a row.
 *
 * @param moving the booking to move, for a move hold
 */
export function holdOf(row: HoldRow, nowMs: number, moving: Booking | null = null): Hold {
  const { id, locationId, serviceDate, startMs, endMs, partySize, tables, channel, createdMs } = row;
  const { expiresMs, waitingId, move } = row;
  return {
    id,
    locationId,
    serviceDate,
    startMs,
    endMs,
    partySize,
    tables,
    expiresMs,
    channel,
    waitingId,
    move: move ? { ...move, guestName: moving?.guest.name ?? '' } : null,
    state: stateOf(row, nowMs),
    createdMs,
  };
}

/** Confirmed, released, evicted, or by its expiry. */
function stateOf(row: HoldRow, nowMs: number): HoldState {
  const { status, claim, expiresMs } = row;
  if (status === 'completed') return 'confirmed';
  if (claim !== 'tables') return 'gone';
  if (isSwept(row)) return 'lapsed';
  if (status !== 'confirmed') return 'released';
  return expiresMs <= nowMs ? 'lapsed' : 'held';
}
