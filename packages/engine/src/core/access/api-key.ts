/**
 * The secret of a partner: `bord_live_` or `bord_test_`, 32 random bytes and their CRC-32, both in base 62. The checksum rejects a mistyped key
 * without a query. Only the SHA-256 of a key is stored: 256 random bits cannot be guessed, and a slow hash would let any client overload the
 * server (§2.12).
 */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62 } from '../ids.ts';
import type { PartnerCaller, Scope } from './policy.ts';

export const API_KEY_BYTES = 32;

/** `live` for production keys, `test` for the sandbox. */
export type ApiKeyMode = 'live' | 'test';

/** An API key as stored. */
export interface ApiKeyRecord {
  /** `key_` and letters and digits: identifies the API key in lists and logs, and is not secret. */
  readonly id: string;
  /** SHA-256 of the key, hex. */
  readonly hash: string;
  /** The beginning and the last four characters of the key, for recognizing it. */
  readonly hint: string;
  /** The slug of the key's partner (D19). */
  readonly partner: string;
  /** The scopes of the API key (§5.3). */
  readonly scopes: readonly Scope[];
  /** The location list, lower-case UUIDs; null: the key has no list (§5.6). */
  readonly locationIds: readonly string[] | null;
  /** Requests a minute. */
  readonly rateLimit: number;
  /** When the key was made, in milliseconds since 1970. */
  readonly createdMs: number;
  /** The key is rejected from this instant on; null: it does not expire. */
  readonly expiresMs: number | null;
  /** The key is rejected from this instant on because it was revoked; null: it is not revoked. */
  readonly revokedMs: number | null;
  /** Accurate to about a minute; null if it has never been used. */
  readonly lastUsedMs: number | null;
  /** The e-mail address of the sign-up, as typed; sandbox keys only. */
  readonly sandboxEmail: string | null;
  /** The partner's system, as given at sign-up; sandbox keys only. */
  readonly system: string | null;
}

const KEY = /^(bord_(?:live|test)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

export function apiKeyOf(mode: ApiKeyMode, random: Uint8Array): string {
  const body = `bord_${mode}_${base62(random)}`;
  return body + checksumOf(body);
}

/** Whether the text has the form of a key with a correct checksum. */
export function isApiKey(text: string): boolean {
  const [, body, checksum] = KEY.exec(text) ?? [];
  return body !== undefined && checksumOf(body) === checksum;
}

/** SHA-256 in hex, by which a key is stored and found. */
export function apiKeyHashOf(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The form of a key in lists: `bord_live_…x7Qa`. */
export function apiKeyHintOf(key: string): string {
  return `${key.slice(0, 'bord_live_'.length)}…${key.slice(-4)}`;
}

/** Whether the key is not revoked and not expired. */
export function isActive(key: ApiKeyRecord, nowMs: number): boolean {
  return (
    (key.revokedMs === null || nowMs < key.revokedMs) && (key.expiresMs === null || nowMs < key.expiresMs)
  );
}

/** The reason why a key that is not {@link isActive} is rejected. */
export function inactivityOf({ revokedMs }: ApiKeyRecord, nowMs: number): 'revoked' | 'expired' {
  return revokedMs !== null && revokedMs <= nowMs ? 'revoked' : 'expired';
}

export function callerOf(key: ApiKeyRecord): PartnerCaller {
  const { id, partner, scopes, locationIds, rateLimit } = key;
  return { keyId: id, partner, scopes, locationIds, rateLimit };
}

function checksumOf(body: string): string {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, crc32(body));
  return base62(bytes);
}
