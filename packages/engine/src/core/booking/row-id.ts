/**
 * The format of the ids of rows: a prefix, an instant and random bits. The rest of the core takes ids as they are: what they say besides is read here and in
 * `stored.ts`, once, when a row or an entry of the diary is read.
 */
import { base62, fromBase62 } from '../base62.ts';
import type { PendingRow } from './row.ts';

const HOLD = 'hd_';
/** As long as the others. */
const MOVE_HOLD = 'hm_';
const WAITING = 'wt_';
const BOOKING = 'bk_';

const HOLD_LETTER = HOLD.charCodeAt(0);
const WAITING_LETTER = WAITING.charCodeAt(0);

/** So many of the 16 bytes of an id are random; those before them are an instant. */
export const RANDOM_BYTES = 10;

/** The kind that an id tells: null for a booking or a block. Asked for every row of a day, so most are answered by one letter. */
export function pendingKindOf(id: string): PendingRow['kind'] | null {
  const letter = id.charCodeAt(0);
  if (letter !== HOLD_LETTER && letter !== WAITING_LETTER) return null;
  if (id.startsWith(WAITING)) return 'waiting';
  return id.startsWith(HOLD) || isMoveHoldId(id) ? 'hold' : null;
}

/** The id is that of a hold for a booking that its guest is moving: `move-hold.ts`. */
export function isMoveHoldId(id: string): boolean {
  return id.startsWith(MOVE_HOLD);
}

/** `hd_`, when the hold expires and 80 random bits in base 62. */
export function holdId(expiresMs: number, random: Uint8Array): string {
  return HOLD + lettersOf(expiresMs, random);
}

/** `wt_`, the time and 80 random bits in base 62. */
export function waitingId(nowMs: number, random: Uint8Array): string {
  return WAITING + lettersOf(nowMs, random);
}

/** So many random bytes the id of a hold for a move has of its own, and the rest of the booking's. */
export const MOVE_BYTES = 2;

/** `hm_`, when the hold expires, two random bytes, and the last random bits of the booking that is to be moved: so the diary tells to which it belongs. */
export function moveHoldId(expiresMs: number, own: Uint8Array, bookingId: string): string {
  return MOVE_HOLD + lettersOf(expiresMs, Uint8Array.of(...own, ...randomOf(bookingId).slice(MOVE_BYTES)));
}

/** What the ids of a booking and of all that is held for its move have in common, and no other has. */
export function moveNumberOf(id: string): bigint {
  return BigInt.asUintN(8 * (RANDOM_BYTES - MOVE_BYTES), fromBase62(id.slice(HOLD.length)));
}

/** When the hold of this id expires, in milliseconds since 1970. */
export function expiresMsOf(id: string): number {
  return Number(fromBase62(id.slice(HOLD.length)) >> BigInt(8 * RANDOM_BYTES));
}

/** The random bits of an id. */
export function randomOf(id: string): Uint8Array {
  const number = fromBase62(id.slice(HOLD.length));
  const byteAt = (i: number): number => Number((number >> BigInt(8 * (RANDOM_BYTES - 1 - i))) & 0xffn);
  return Uint8Array.from({ length: RANDOM_BYTES }, (_, i) => byteAt(i));
}

/** The id of the booking that a hold becomes when it is confirmed, or a waitlist entry when it is booked: whoever confirms twice finds it by this. */
export function bookingIdOf(id: string): string {
  return BOOKING + id.slice(HOLD.length);
}

/** What ids are made of: 48 bits of time and 80 random ones in base 62, so that they sort by the time. */
export function lettersOf(ms: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.floor(ms)) << 16n);
  bytes.set(random, 6);
  return base62(bytes);
}
