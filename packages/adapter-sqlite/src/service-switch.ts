import type { ServiceSwitch } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import type { Shared } from './shared.ts';
import { reading } from './errors.ts';

/** Whether the partner API answers at all. */
export function sqliteServiceSwitch(database: Database, commits: GroupCommit<Shared>): ServiceSwitch {
  const enabled = database.prepare<[], number>('SELECT enabled FROM service').pluck();
  const set = database.prepare('UPDATE service SET enabled = ?');
  return {
    isEnabled: () => reading(() => enabled.get() === 1),
    set: (value) =>
      commits.run((shared) => {
        set.run(value ? 1 : 0);
        shared.changed();
      }),
  };
}
