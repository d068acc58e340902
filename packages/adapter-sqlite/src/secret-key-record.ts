import type { SecretKeyRecord } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import type { Shared } from './shared.ts';
import { reading } from './errors.ts';

/** Which secret key the database belongs to. */
export function sqliteSecretKeyRecord(database: Database, commits: GroupCommit<Shared>): SecretKeyRecord {
  const current = database.prepare<[], string | null>('SELECT fingerprint FROM secret_key').pluck();
  const replace = database.prepare('UPDATE secret_key SET fingerprint = ? WHERE fingerprint IS ?');
  return {
    read: () => reading(() => current.get() ?? null),
    replace: (instead, fingerprint) => commits.run(() => replace.run(fingerprint, instead).changes === 1),
  };
}
