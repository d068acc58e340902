/**
 * Makes ids and reads the data that row ids contain: kind, expiry and random bits. Other code of the core treats ids as opaque, except for
 * `booking/stored.ts`.
 */
import { Buffer } from 'node:buffer';
import type { PendingRow } from './booking/row.ts';

const HOLD = 'hd_';
/** As long as the other prefixes. */
const MOVE_HOLD = 'hm_';
const WAITING = 'wt_';
const BOOKING = 'bk_';

const HOLD_LETTER = HOLD.charCodeAt(0);
const WAITING_LETTER = WAITING.charCodeAt(0);

/** The random bytes at the end of an id's 16 bytes; the others are an instant. */
const RANDOM_BYTES = 10;

/** The kind of an id: null for a booking or a block. It is called for every row of a day, so it first compares one letter. */
export function pendingKindOf(id: string): PendingRow['kind'] | null {
  const letter = id.charCodeAt(0);
  if (letter !== HOLD_LETTER && letter !== WAITING_LETTER) return null;
  if (id.startsWith(WAITING)) return 'waiting';
  return id.startsWith(HOLD) || isMoveHoldId(id) ? 'hold' : null;
}

/** Whether it is the id of a hold for a move by the guest: `move-hold.ts`. */
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

/** The random bytes of a move hold's id that are not those of the booking. */
export const MOVE_BYTES = 2;

/** `hm_`, the expiry, two random bytes, and the last random bits of the booking to be moved, so that the diary identifies the booking. */
export function moveHoldId(expiresMs: number, own: Uint8Array, bookingId: string): string {
  return MOVE_HOLD + lettersOf(expiresMs, Uint8Array.of(...own, ...randomOf(bookingId).slice(MOVE_BYTES)));
}

/** The bits that the ids of a booking and its move holds share, and that differ for other bookings. */
export function moveNumberOf(id: string): bigint {
  return BigInt.asUintN(8 * (RANDOM_BYTES - MOVE_BYTES), fromBase62(id.slice(HOLD.length)));
}

/** When the hold with this id expires, in milliseconds since 1970. */
export function expiresMsOf(id: string): number {
  return msIn(id.slice(HOLD.length));
}

const msIn = (letters: string): number => Number(fromBase62(letters) >> BigInt(8 * RANDOM_BYTES));

export function randomOf(id: string): Uint8Array {
  const number = fromBase62(id.slice(HOLD.length));
  const byteAt = (i: number): number => Number((number >> BigInt(8 * (RANDOM_BYTES - 1 - i))) & 0xffn);
  return Uint8Array.from({ length: RANDOM_BYTES }, (_, i) => byteAt(i));
}

/** The id of the booking that a hold becomes when confirmed, or a waitlist entry when booked. A repeated confirmation finds the booking by it. */
export function bookingIdOf(id: string): string {
  return BOOKING + id.slice(HOLD.length);
}

/** 48 bits of time and 80 random bits in base 62, so that ids sort by time. */
function lettersOf(ms: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.floor(ms)) << 16n);
  bytes.set(random, 6);
  return base62(bytes);
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Writes bytes as one big-endian number in base 62, padded with zeros to the maximum length of that many bytes. */
export function base62(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  let text = '';
  for (; number > 0n; number /= 62n) text = DIGITS[Number(number % 62n)]! + text;
  return text.padStart(Math.ceil((bytes.length * 8) / Math.log2(62)), '0');
}

/** Reads the number that {@link base62} writes; other characters count as 0. */
function fromBase62(text: string): bigint {
  let number = 0n;
  for (const digit of text) number = number * 62n + BigInt(Math.max(0, DIGITS.indexOf(digit)));
  return number;
}

/** The source of secrets and ids; unpredictable except in tests. */
export interface Random {
  /** Returns random bytes. */
  bytes(length: number): Uint8Array;
}

/** `bk_`, the time and 80 random bits in base 62: new ids share index pages. No colon, at which event ids are cut (§6.2). */
export function newBookingId(random: Random, nowMs: number): string {
  return `bk_${lettersOf(nowMs, random.bytes(RANDOM_BYTES))}`;
}

/** `bl_` and the same. */
export function newBlockId(random: Random, nowMs: number): string {
  return `bl_${lettersOf(nowMs, random.bytes(RANDOM_BYTES))}`;
}

/** `hd_`, the expiry and 80 random bits. */
export function newHoldId(random: Random, lapsesMs: number): string {
  return holdId(lapsesMs, random.bytes(RANDOM_BYTES));
}

/** `wt_`, the time and 80 random bits. */
export function newWaitingId(random: Random, nowMs: number): string {
  return waitingId(nowMs, random.bytes(RANDOM_BYTES));
}

/** The prefix, `_` and 72 random bits in base 62. Identifies a record in lists and logs; not secret. */
export function newRecordId(
  prefix: 'key' | 'ep' | 'signup' | 'st' | 'ss' | 'signin',
  random: Random,
): string {
  return `${prefix}_${base62(random.bytes(9))}`;
}

/** `test_` and 48 random bits in base 62. With the prefix `bk_` it cannot be the id of a booking. */
export function newTestId(random: Random): string {
  return `test_${base62(random.bytes(6))}`;
}

/** `av_`, the time and 80 random bits in base 62: a change of availability. */
export function newChangeId(random: Random, nowMs: number): string {
  return `av_${lettersOf(nowMs, random.bytes(RANDOM_BYTES))}`;
}

const CLOSURE = 'closure_';

/** `closure_`, and the form of a booking's id. */
export function newClosureId(random: Random, nowMs: number): string {
  return CLOSURE + lettersOf(nowMs, random.bytes(RANDOM_BYTES));
}

/** When the closure of this id was made, in milliseconds since 1970; null for the id of anything else. */
export function closureMadeMs(id: string): number | null {
  return id.startsWith(CLOSURE) ? msIn(id.slice(CLOSURE.length)) : null;
}

export function newLocationId(random: Random): string {
  const bytes = random.bytes(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
