/** Secrets that must not be readable in the database: signing secrets are encrypted, tokens of links are derived and stored hashed. */
import { Buffer } from 'node:buffer';
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { base62 } from '../ids.ts';

/** 32 bytes of the operator's configuration, and a name by which a sealed text identifies its key. */
export interface SecretKey {
  readonly id: string;
  /** The prepared key: preparing it for each token would cost seven times as much as the token. */
  readonly key: KeyObject;
}

export const SECRET_KEY_BYTES = 32;
export const SEAL_IV_BYTES = 12;
export const SIGNING_SECRET_BYTES = 32;

const TAG_BYTES = 16;

/** A key of 32 bytes; throws a `RangeError` for any other length. */
export function secretKeyOf(bytes: Uint8Array): SecretKey {
  if (bytes.length !== SECRET_KEY_BYTES)
    throw new RangeError(`a secret key must have ${SECRET_KEY_BYTES} bytes`);
  const key = createSecretKey(bytes);
  return { id: createHmac('sha256', key).update('bord key id').digest('hex').slice(0, 8), key };
}

/** Identifies a key without revealing it: 32 hexadecimal digits. */
export function fingerprintOf({ key }: SecretKey): string {
  return createHmac('sha256', key).update('bord key fingerprint').digest('hex').slice(0, 32);
}

/** Whether the key's name is that of the sealed text. */
export function isSealedBy({ id }: SecretKey, sealed: string): boolean {
  return sealed.startsWith(`${id}.`);
}

/** AES-256-GCM: `<key id>.<base64url of iv, ciphertext and tag>`. An iv of 12 random bytes must never be used twice. */
export function seal({ id, key }: SecretKey, plain: string, iv: Uint8Array): string {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${id}.${sealed.toString('base64url')}`;
}

/** The plain text; null if no key fits, or the text was modified. */
export function unseal(keys: readonly SecretKey[], sealed: string): string | null {
  const [id, body = ''] = sealed.split('.');
  const known = keys.find((one) => one.id === id);
  const bytes = Buffer.from(body, 'base64url');
  if (!known || bytes.length < SEAL_IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', known.key, bytes.subarray(0, SEAL_IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const plain = decipher.update(bytes.subarray(SEAL_IV_BYTES, -TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** A new signing secret: `whsec_` and 32 random bytes in base 62 (§2.13). */
export function signingSecretOf(random: Uint8Array): string {
  return `whsec_${base62(random)}`;
}

/** The signing secret of a partner's listening sessions: the same each time, so that it can stay in a configuration. */
export function listeningSecretOf({ key }: SecretKey, partner: string): string {
  return signingSecretOf(createHmac('sha256', key).update(`listening ${partner}`).digest());
}

/** A hash of a guest's network, for limits. It does not reveal the network without the key. */
export function networkHashOf({ key }: SecretKey, networkKey: string): string {
  return createHmac('sha256', key).update(`network ${networkKey}`).digest('base64url').slice(0, 22);
}

/** The secret that signs challenges of proofs of work: the same on all servers with this key. */
export function workSecretOf({ key }: SecretKey): string {
  return createHmac('sha256', key).update('proof of work').digest('hex');
}

/** The purpose of a link's token: it is not valid for another one. */
export type TokenPurpose = 'manage' | 'waitlist' | 'sign-up' | 'sign-in' | 'passkey' | 'browser';

/**
 * The token of a link: an id, and 256 bits that cannot be guessed without the key. It is derived again for each e-mail, so that only its hash is
 * stored (D27).
 *
 * @param address makes another token: that of the link which is sent to this e-mail address after a correction (D42)
 */
export function tokenOf({ key }: SecretKey, purpose: TokenPurpose, id: string, address?: string): string {
  const of = [purpose, id, ...(address === undefined ? [] : [address])].join(' ');
  return `${id}.${createHmac('sha256', key).update(of).digest('base64url')}`;
}

const TOKEN = /^(\w{1,64})\.[\w-]{43}$/;

/** The part of a token that the secret key makes: its last 43 characters. */
export function signatureOf(token: string): string {
  return token.slice(-43);
}

/** The id in a token, not verified; null for any other text. */
export function idInToken(token: string): string | null {
  return TOKEN.exec(token)?.[1] ?? null;
}

/** SHA-256 in hex, the stored form of a token. */
export function tokenHashOf(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Whether the stored hash is that of the token; null: false. The duration does not depend on the difference. */
export function isTokenOf(token: string, storedHash: string | null): boolean {
  const [given, stored] = [tokenHashOf(token), storedHash ?? ''].map((text) => Buffer.from(text));
  return given!.length === stored!.length && timingSafeEqual(given!, stored!);
}
