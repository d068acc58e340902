/** Tables that a partner holds for a guest who has not decided yet (D35). */
import { type Booking, type Channel, isLive } from './booking.ts';
import type { KeyHolds } from './diary.ts';
import { DAY_MS } from '../instant.ts';
import type { Rejected } from '../location/reason.ts';
import type { HoldRow } from './row.ts';
import type { LocalDate } from '../local-date.ts';
import type { MoveTerms } from './terms.ts';

/** A hold as it is asked for. */
export interface HoldRequest {
  /** When the party would come: a slot of the location. */
  readonly startMs: number;
  /** 1 or more. */
  readonly partySize: number;
  /** For how long, 60 to 900; default 300. */
  readonly seconds?: number | undefined;
  /** The same key at a location is the same hold, 1 to 120 characters. Independent of the idempotency keys of bookings. */
  readonly idempotencyKey?: string | null | undefined;
}

/**
 * The state of a hold. `held`: no other request can book its tables. `lapsed`: it has expired, and can still be confirmed until another request needs
 * its tables. `gone`: another request has its tables. `confirmed`: a booking was made of it. `released`: the caller has released it.
 */
export type HoldState = 'held' | 'lapsed' | 'gone' | 'confirmed' | 'released';

/** Tables that are held. */
export interface Hold {
  /** `hd_`, or `hm_` of one for a move, and 22 letters and digits. */
  readonly id: string;
  /** The location's id, a lower-case UUID. */
  readonly locationId: string;
  /** The service date it belongs to (D5). */
  readonly serviceDate: LocalDate;
  /** When the party would come, in milliseconds since 1970. */
  readonly startMs: number;
  /** When its table would be needed again. */
  readonly endMs: number;
  /** How many guests. */
  readonly partySize: number;
  /** Ids of the tables that are held; they may be others later. None when somebody else has them. */
  readonly tables: readonly string[];
  /** The expiry, in milliseconds since 1970. */
  readonly expiresMs: number;
  /** The channel that holds: a partner, or the restaurant. */
  readonly channel: Channel;
  /** The waiting entry to which it was offered (D36); null for any other hold. */
  readonly waitingId: string | null;
  /** For a hold that a guest needs to move a booking: which booking, and its new time; null for any other hold. */
  readonly move: GuestMove | null;
  /** The state. */
  readonly state: HoldState;
  /** When it was placed, in milliseconds since 1970. */
  readonly createdMs: number;
}

/** A move that a guest is about to confirm. */
export interface GuestMove extends MoveTerms {
  /** The guest's name; empty when the guest has been erased. */
  readonly guestName: string;
}

/** How a request to hold ends on a normal day. */
export type HoldOutcome =
  | {
      /** Tables are held. */
      readonly kind: 'held';
      /** The hold. */
      readonly hold: Hold;
    }
  | {
      /** The idempotency key is known, so nothing was held anew. */
      readonly kind: 'replayed';
      /** The hold that was placed under the key, as it stands now. */
      readonly hold: Hold;
    }
  | ({
      /** The time is not available; the diary is unchanged. */
      readonly kind: 'refused';
    } & Rejected);

/** A booking that ends earlier was made earlier, and does not count for a network any more (D52). */
export function countedFromMs(nowMs: number): number {
  return nowMs - DAY_MS;
}

/** The live holds that count for an API key (D47) and the bookings that count for a network, by the end of that; none for null. */
export function expiriesOf(keyId: string | null, holds: KeyHolds, nowMs: number): readonly number[] {
  if (keyId === null) return [];
  const own = Array.from(holds.values(), (hold) => (hold.keyId === keyId ? hold.expiresMs : 0));
  return own.filter((expiresMs) => expiresMs > nowMs).toSorted((a, b) => a - b);
}

/** It can be confirmed: it has not been yet, nor given up or evicted. Its time may be over. */
export function isOpen(hold: HoldRow): boolean {
  return isLive(hold) && hold.claim === 'tables';
}

/** A hold as the background gives it up long after it expired: it takes no tables, and can be confirmed while they are available (D35). */
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

/** The background has given it up; its holder has not. */
export function isSwept({ status, claim, yielded }: HoldRow): boolean {
  return status === 'cancelled' && yielded && claim === 'tables';
}

/** A hold that keeps its tables: it is a promise, like a booking (D46). */
export function isLiveHold(hold: HoldRow, nowMs: number): boolean {
  return isOpen(hold) && nowMs < hold.expiresMs;
}

/**
 * The hold that a row is.
 *
 * @param moving the booking that it is to move, if it is one for a move
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

/** A booking was made of the row, or it was given up, or its tables are somebody else's now; else its time decides. */
function stateOf(row: HoldRow, nowMs: number): HoldState {
  const { status, claim, expiresMs } = row;
  if (status === 'completed') return 'confirmed';
  if (claim !== 'tables') return 'gone';
  if (isSwept(row)) return 'lapsed';
  if (status !== 'confirmed') return 'released';
  return expiresMs <= nowMs ? 'lapsed' : 'held';
}
