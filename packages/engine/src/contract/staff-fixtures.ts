/** Staff records for tests of a storage. */
import {
  addressHashOf,
  LINK_MS,
  type NewSession,
  type Passkey,
  type SignInLink,
  type StaffMember,
} from '../core/access/staff.ts';
import { DAY_MS } from '../core/instant.ts';
import { FRIDAY_MS } from './friday.ts';

/** A member of staff without roles; a test adds them. */
export function aMember(
  id: string,
  given: Partial<Omit<StaffMember, 'roles'>> = {},
): Omit<StaffMember, 'roles'> {
  return { id, email: `${id}@example.com`, name: id, createdMs: FRIDAY_MS, ...given };
}

/** A session that begins now, without its member. */
export function aSession(
  id: string,
  nowMs: number,
  given: Partial<NewSession> = {},
): Omit<NewSession, 'staffId'> {
  const expiresMs = nowMs + 30 * DAY_MS;
  return { id, tokenHash: `hash of ${id}`, createdMs: nowMs, seenMs: nowMs, expiresMs, label: '', ...given };
}

/** A sign-in link for an e-mail address, valid for 15 minutes. */
export function aLink(id: string, email: string, nowMs: number, given: Partial<SignInLink> = {}): SignInLink {
  return {
    id,
    tokenHash: `hash of ${id}`,
    browserHash: 'hash of a browser',
    addressHash: addressHashOf(email),
    label: 'Firefox',
    language: null,
    createdMs: nowMs,
    expiresMs: nowMs + LINK_MS,
    ...given,
  };
}

/** A passkey with a signature counter. */
export function aPasskey(id: string, staffId: string, given: Partial<Passkey> = {}): Passkey {
  const publicKey = new Uint8Array([0, 1, 127, 128, 255]);
  const rest = { counter: 1, transports: ['internal'], name: 'tablet', createdMs: FRIDAY_MS, usedMs: null };
  return { id, staffId, publicKey, ...rest, ...given };
}
