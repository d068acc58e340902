import type { NewSession, Passkey, SignInLink, StaffMember, StaffSession } from '@bord/engine/storage';
import { plain, type Row, rowFormat, time } from './rows.ts';

/** What `staff_member` returns. */
const MEMBER = rowFormat<StaffMember>({
  id: plain('id'),
  email: plain('email'),
  name: plain('name'),
  roles: plain('roles'),
  createdMs: time('created_at'),
});

export const toMember = (row: Row): StaffMember => MEMBER.record(row);

export const SESSION = rowFormat<StaffSession>({
  id: plain('id'),
  staffId: plain('staff_id'),
  createdMs: time('created_at'),
  seenMs: time('seen_at'),
  expiresMs: time('expires_at'),
  label: plain('label'),
});

/** A session to be written; whose it is the statement says. */
export function newSessionRow({ tokenHash, ...session }: Omit<NewSession, 'staffId'>): string {
  return JSON.stringify({ ...SESSION.row({ ...session, staffId: '' }), token_hash: tokenHash });
}

export const LINK = rowFormat<SignInLink>({
  id: plain('id'),
  tokenHash: plain('token_hash'),
  browserHash: plain('browser_hash'),
  addressHash: plain('address_hash'),
  label: plain('label'),
  language: plain('language'),
  createdMs: time('created_at'),
  expiresMs: time('expires_at'),
});

export const PASSKEY = rowFormat<Passkey>({
  id: plain('id'),
  staffId: plain('staff_id'),
  publicKey: {
    name: 'public_key',
    write: (bytes) => Buffer.from(bytes).toString('base64url'),
    read: (stored) => new Uint8Array(Buffer.from(stored as string, 'base64url')),
  },
  counter: plain('counter'),
  transports: plain('transports'),
  name: plain('name'),
  createdMs: time('created_at'),
  usedMs: time('used_at'),
});
