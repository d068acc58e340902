import type { Clock, PasskeyStore } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { Row } from './columns.ts';
import type { DeliveryWriter } from './outbox.ts';
import { reading } from './errors.ts';
import type { GroupCommit } from './group-commit.ts';
import { PASSKEY, sessionWriter } from './staff-row.ts';

export function sqlitePasskeys(
  database: Database,
  commits: GroupCommit<unknown>,
  clock: Clock,
  writer: Pick<DeliveryWriter, 'write'>,
): PasskeyStore {
  const select = (rest: string) =>
    database.prepare<[string], Row>(`SELECT ${PASSKEY.columns} FROM passkeys ${rest}`).raw();
  const byId = select('WHERE id = ?');
  const ofMember = select('WHERE staff_id = ? ORDER BY created_ms, id');
  const insert = database.prepare(
    `INSERT INTO passkeys (${PASSKEY.columns}) SELECT ${PASSKEY.placeholders} WHERE EXISTS (SELECT 1 FROM staff WHERE id = ?)
     ON CONFLICT (id) DO NOTHING`,
  );
  const remove = database.prepare('DELETE FROM passkeys WHERE staff_id = ? AND id = ?');
  const isUsed = database.prepare('SELECT 1 FROM used_challenges WHERE hash = ?').pluck();
  const use = database.prepare('INSERT INTO used_challenges (hash, used_ms) VALUES (?, ?)');
  const count = database
    .prepare<{ passkeyId: string; counter: number; usedMs: number }, string>(
      `UPDATE passkeys SET counter = @counter, used_ms = @usedMs
       WHERE id = @passkeyId AND (counter < @counter OR counter = 0 AND @counter = 0) RETURNING staff_id`,
    )
    .pluck();
  const begin = sessionWriter(database);
  return {
    add: (passkey, challengeHash, deliveries) =>
      commits.run(() => {
        if (isUsed.get(challengeHash) !== undefined) return false;
        if (insert.run(...PASSKEY.values(passkey), passkey.staffId).changes === 0) return false;
        use.run(challengeHash, clock.nowMs());
        writer.write(deliveries);
        return true;
      }),
    find: (passkeyId) =>
      reading(() => {
        const row = byId.get(passkeyId);
        return row ? PASSKEY.record(row) : null;
      }),
    ofMember: (staffId) => reading(() => ofMember.all(staffId).map((row) => PASSKEY.record(row))),
    remove: (staffId, passkeyId) => commits.run(() => remove.run(staffId, passkeyId).changes > 0),
    enter: ({ passkeyId, challengeHash, counter }, session) =>
      commits.run(() => {
        if (isUsed.get(challengeHash) !== undefined) return null;
        const staffId = count.get({ passkeyId, counter, usedMs: session.createdMs });
        if (staffId === undefined) return null;
        use.run(challengeHash, clock.nowMs());
        return begin(staffId, session);
      }),
  };
}
