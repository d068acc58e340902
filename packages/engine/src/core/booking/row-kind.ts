/**
 * What a row of the bookings is, told by its id: the diary shows ids, and is as lean for holds and waiting parties as for bookings. The letters of a
 * hold's id begin with the instant at which it lapses, so the diary says that too.
 */
import { base62, fromBase62 } from '../access/base62.ts';

const HOLD = 'hd_';
const WAITING = 'wt_';
const BOOKING = 'bk_';

const HOLD_LETTER = HOLD.charCodeAt(0);
const WAITING_LETTER = WAITING.charCodeAt(0);

/** So many of the 128 bits of an id are random; those before them are an instant. */
const RANDOM_BITS = 80n;

/** The row is a hold (D35). */
export function isHold({ id }: { readonly id: string }): boolean {
  return id.startsWith(HOLD);
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
export function holdId(lapsesMs: number, random: bigint): string {
  return HOLD + lettersOf(lapsesMs, random);
}

/** `wt_`, the time and 80 random bits in base 62. */
export function waitingId(nowMs: number, random: bigint): string {
  return WAITING + lettersOf(nowMs, random);
}

/** From when on somebody else's step may evict the hold, in milliseconds since 1970. */
export function lapsesMsOf(id: string): number {
  return Number(fromBase62(id.slice(HOLD.length)) >> RANDOM_BITS);
}

/** The random bits of an id. */
export function randomOf(id: string): bigint {
  return fromBase62(id.slice(HOLD.length)) & ((1n << RANDOM_BITS) - 1n);
}

/** The id of the booking that a hold becomes when it is confirmed, or a waiting entry when it is booked: whoever confirms twice finds it by this. */
export function bookingIdOf(id: string): string {
  return BOOKING + id.slice(HOLD.length);
}

function lettersOf(ms: number, random: bigint): string {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  const number = (BigInt(Math.floor(ms)) << RANDOM_BITS) | random;
  view.setBigUint64(0, number >> 64n);
  view.setBigUint64(8, number & 0xffff_ffff_ffff_ffffn);
  return base62(bytes);
}
