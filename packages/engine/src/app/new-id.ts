import { base62 } from '../core/base62.ts';
import { holdId, lettersOf, RANDOM_BYTES, waitingId } from '../core/booking/row-id.ts';
import type { Random } from '../ports/random.ts';

/** `bk_`, the time and 80 random bits in base 62: new ids share index pages. No colon, at which event ids are cut (§6.2). */
export function newBookingId(random: Random, nowMs: number): string {
  return `bk_${byAge(random, nowMs)}`;
}

/** `bl_`, and the same. */
export function newBlockId(random: Random, nowMs: number): string {
  return `bl_${byAge(random, nowMs)}`;
}

/** `hd_`, when it lapses and 80 random bits: see `core/booking/row-id.ts`. */
export function newHoldId(random: Random, lapsesMs: number): string {
  return holdId(lapsesMs, random.bytes(RANDOM_BYTES));
}

/** `wt_`, the time and 80 random bits. */
export function newWaitingId(random: Random, nowMs: number): string {
  return waitingId(nowMs, random.bytes(RANDOM_BYTES));
}

function byAge(random: Random, nowMs: number): string {
  return lettersOf(nowMs, random.bytes(RANDOM_BYTES));
}

/** `key_` and 72 random bits in base 62. Names a key in lists and logs; it opens nothing. */
export function newApiKeyId(random: Random): string {
  return `key_${base62(random.bytes(9))}`;
}

/** `ep_` and 72 random bits in base 62. */
export function newEndpointId(random: Random): string {
  return `ep_${base62(random.bytes(9))}`;
}

/** `signup_` and 72 random bits in base 62. */
export function newSignUpId(random: Random): string {
  return `signup_${base62(random.bytes(9))}`;
}

/** `st_` and 72 random bits in base 62. */
export function newStaffId(random: Random): string {
  return `st_${base62(random.bytes(9))}`;
}

/** `ss_` and 72 random bits in base 62. Names a session in lists; it opens nothing. */
export function newSessionId(random: Random): string {
  return `ss_${base62(random.bytes(9))}`;
}

/** `signin_` and 72 random bits in base 62. */
export function newSignInId(random: Random): string {
  return `signin_${base62(random.bytes(9))}`;
}

/** `test_` and 48 random bits in base 62: behind `bk_`, no booking has such an id. */
export function newTestId(random: Random): string {
  return `test_${base62(random.bytes(6))}`;
}

/** `av_`, and what a booking's id has: of a change of what can be had. */
export function newChangeId(random: Random, nowMs: number): string {
  return `av_${byAge(random, nowMs)}`;
}

/** `closure_` and 48 random bits in base 62. */
export function newClosureId(random: Random): string {
  return `closure_${base62(random.bytes(6))}`;
}

export function newLocationId(random: Random): string {
  const bytes = random.bytes(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
