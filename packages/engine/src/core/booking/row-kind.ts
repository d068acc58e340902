/**
 * What a row of the bookings is, told by its id: the diary shows ids, and is as lean for holds and waiting parties as for bookings. The letters of a
 * hold's id begin with the instant at which it lapses, so the diary says that too.
 */
import { base62, fromBase62 } from '../access/base62.ts';

const HOLD = 'hd_';
/** As long as the others. */
const MOVE_HOLD = 'hm_';
const WAITING = 'wt_';
const BOOKING = 'bk_';

const HOLD_LETTER = HOLD.charCodeAt(0);
const WAITING_LETTER = WAITING.charCodeAt(0);

/** So many of the 16 bytes of an id are random; those before them are an instant. */
export const RANDOM_BYTES = 10;

/** The row is a hold (D35), one for a move among them. */
export function isHold({ id }: { readonly id: string }): boolean {
  return id.startsWith(HOLD) || id.startsWith(MOVE_HOLD);
}

/** The row is held for a booking that its guest is moving: `move-hold.ts`. */
export function isMoveHold({ id }: { readonly id: string }): boolean {
  return id.startsWith(MOVE_HOLD);
}

/** The row is a party that waits for a place (D36): it holds no table. */
export function isWaiting({ id }: { readonly id: string }): boolean {
  return id.startsWith(WAITING);
}

/** It is one or the other. Looked at for every booking of a step, so by one letter. */
export function isPending({ id }: { readonly id: string }): boolean {
  const letter = id.charCodeAt(0);
  return letter === HOLD_LETTER || letter === WAITING_LETTER;
}

/** `hd_`, when the hold lapses and 80 random bits in base 62. */
export function holdId(lapsesMs: number, random: Uint8Array): string {
  return HOLD + lettersOf(lapsesMs, random);
}

/** `wt_`, the time and 80 random bits in base 62. */
export function waitingId(nowMs: number, random: Uint8Array): string {
  return WAITING + lettersOf(nowMs, random);
}

/** So many random bytes the id of a hold for a move has of its own, and the rest of the booking's. */
export const MOVE_BYTES = 2;

/** `hm_`, when the hold lapses, two random bytes, and the last random bits of the booking that is to be moved: so the diary tells to which it belongs. */
export function moveHoldId(lapsesMs: number, own: Uint8Array, bookingId: string): string {
  return MOVE_HOLD + lettersOf(lapsesMs, Uint8Array.of(...own, ...randomOf(bookingId).slice(MOVE_BYTES)));
}

/** What the ids of a booking and of all that is held for its move have in common, and no other has. */
export function moveNumberOf(id: string): bigint {
  return BigInt.asUintN(8 * (RANDOM_BYTES - MOVE_BYTES), fromBase62(id.slice(HOLD.length)));
}

/** From when on somebody else's step may evict the hold, in milliseconds since 1970. */
export function lapsesMsOf(id: string): number {
  return Number(fromBase62(id.slice(HOLD.length)) >> BigInt(8 * RANDOM_BYTES));
}

/** The random bits of an id. */
export function randomOf(id: string): Uint8Array {
  const number = fromBase62(id.slice(HOLD.length));
  const byteAt = (i: number): number => Number((number >> BigInt(8 * (RANDOM_BYTES - 1 - i))) & 0xffn);
  return Uint8Array.from({ length: RANDOM_BYTES }, (_, i) => byteAt(i));
}

/** The id of the booking that a hold becomes when it is confirmed, or a waiting entry when it is booked: whoever confirms twice finds it by this. */
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
