import { base62 } from '../core/base62.ts';
import type { Random } from '../ports/random.ts';

/** `bk_` and 128 random bits in base 62. Has no colon: event ids are cut at it (§6.2). */
export function newBookingId(random: Random): string {
  return `bk_${base62(random.bytes(16))}`;
}

/** `key_` and 72 random bits in base 62. Names a key in lists and logs; it opens nothing. */
export function newApiKeyId(random: Random): string {
  return `key_${base62(random.bytes(9))}`;
}

/** A random UUID, version 4. */
export function newLocationId(random: Random): string {
  const bytes = random.bytes(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
