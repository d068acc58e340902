import { emailKeyOf, type SignUp, type SignUpStore } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import type { DeliveryWriter } from './outbox.ts';
import { reading } from './unavailable.ts';

interface SignUpRow {
  readonly id: string;
  readonly token_hash: string;
  readonly email: string;
  readonly system: string;
  readonly created_ms: number;
  readonly expires_ms: number;
  readonly key_id: string | null;
}

/** Sign-ups for sandbox keys. */
export function sqliteSignUps(
  database: Database,
  commits: GroupCommit<unknown>,
  writer: Pick<DeliveryWriter, 'write'>,
): SignUpStore {
  const insert = database.prepare(`
    INSERT INTO sign_ups (id, token_hash, email, system, created_ms, expires_ms, key_id)
    VALUES (@id, @tokenHash, @email, @system, @createdMs, @expiresMs, @keyId)`);
  const byId = database.prepare<[string], SignUpRow>('SELECT * FROM sign_ups WHERE id = ?');
  const all = database.prepare<[], Pick<SignUpRow, 'id' | 'email'>>('SELECT id, email FROM sign_ups');
  const remove = database.prepare('DELETE FROM sign_ups WHERE id = ?');
  const purge = database.prepare('DELETE FROM sign_ups WHERE expires_ms < ?');
  return {
    insert: (signUp, deliveries) =>
      commits.run(() => {
        insert.run(signUp);
        writer.write(deliveries);
      }),
    find: (signUpId) => reading(() => orNull(byId.get(signUpId))),
    erase: (email) =>
      commits.run(() => {
        const wanted = emailKeyOf(email);
        const own = all.all().filter((signUp) => emailKeyOf(signUp.email) === wanted);
        for (const { id } of own) remove.run(id);
        return own.length;
      }),
    purge: (expiredBeforeMs) => commits.run(() => purge.run(expiredBeforeMs).changes),
  };
}

function orNull(row: SignUpRow | undefined): SignUp | null {
  if (!row) return null;
  return {
    id: row.id,
    tokenHash: row.token_hash,
    email: row.email,
    system: row.system,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
    keyId: row.key_id,
  };
}
