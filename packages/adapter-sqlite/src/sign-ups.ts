import { emailKeyOf, type SignUp, type SignUpStore } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { plain, type Row, rowFormat } from './columns.ts';
import type { GroupCommit } from './group-commit.ts';
import type { DeliveryWriter } from './outbox.ts';
import { reading } from './errors.ts';

const SIGN_UP = rowFormat<SignUp>({
  id: plain('id'),
  tokenHash: plain('token_hash'),
  email: plain('email'),
  system: plain('system'),
  createdMs: plain('created_ms'),
  expiresMs: plain('expires_ms'),
  keyId: plain('key_id'),
});

/** Sign-ups for sandbox keys. */
export function sqliteSignUps(
  database: Database,
  commits: GroupCommit<unknown>,
  writer: Pick<DeliveryWriter, 'write'>,
): SignUpStore {
  const insert = database.prepare(
    `INSERT INTO sign_ups (${SIGN_UP.columns}) VALUES (${SIGN_UP.placeholders})`,
  );
  const byId = database.prepare<[string], Row>(`SELECT ${SIGN_UP.columns} FROM sign_ups WHERE id = ?`).raw();
  const all = database.prepare<[], Pick<SignUp, 'id' | 'email'>>('SELECT id, email FROM sign_ups');
  const remove = database.prepare('DELETE FROM sign_ups WHERE id = ?');
  const purge = database.prepare('DELETE FROM sign_ups WHERE expires_ms < ?');
  return {
    insert: (signUp, deliveries) =>
      commits.run(() => {
        insert.run(SIGN_UP.values(signUp));
        writer.write(deliveries);
      }),
    find: (signUpId) =>
      reading(() => {
        const row = byId.get(signUpId);
        return row ? SIGN_UP.record(row) : null;
      }),
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
