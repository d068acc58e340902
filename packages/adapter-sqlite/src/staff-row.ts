import type {
  NewSession,
  Passkey,
  SignInLink,
  StaffMember,
  StaffRole,
  StaffSession,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { json, plain, type Row, rowFormat } from './columns.ts';

/** A member with all roles: a list of objects, by location. */
export const MEMBER = rowFormat<StaffMember>({
  id: plain('s.id'),
  email: plain('s.email'),
  name: plain('s.name'),
  roles: {
    name: `(SELECT json_group_array(json_object('locationId', location_id, 'role', role))
            FROM (SELECT location_id, role FROM staff_roles WHERE staff_id = s.id ORDER BY location_id))`,
    read: (stored) => JSON.parse(stored as string) as readonly StaffRole[],
  },
  createdMs: plain('s.created_ms'),
});

export const SESSION = rowFormat<StaffSession>({
  id: plain('id'),
  staffId: plain('staff_id'),
  createdMs: plain('created_ms'),
  seenMs: plain('seen_ms'),
  expiresMs: plain('expires_ms'),
  label: plain('label'),
});

export const LINK = rowFormat<SignInLink>({
  id: plain('id'),
  tokenHash: plain('token_hash'),
  browserHash: plain('browser_hash'),
  addressHash: plain('address_hash'),
  label: plain('label'),
  language: plain('language'),
  createdMs: plain('created_ms'),
  expiresMs: plain('expires_ms'),
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
  transports: json('transports'),
  name: plain('name'),
  createdMs: plain('created_ms'),
  usedMs: plain('used_ms'),
});

/** What begins a session in the transaction that is under way, and returns whose it is. */
export function sessionWriter(database: Database) {
  const insert = database.prepare(
    `INSERT INTO staff_sessions (${SESSION.columns}, token_hash) VALUES (${SESSION.placeholders}, ?)`,
  );
  const member = database
    .prepare<[string], Row>(`SELECT ${MEMBER.columns} FROM staff s WHERE s.id = ?`)
    .raw();
  return (staffId: string, { tokenHash, ...session }: Omit<NewSession, 'staffId'>): StaffMember => {
    insert.run(...SESSION.values({ ...session, staffId }), tokenHash);
    return MEMBER.record(member.get(staffId)!);
  };
}
