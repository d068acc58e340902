import type { MaintenanceLog } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import { reading } from './errors.ts';

/** When the nightly work last ran: one row. */
export function sqliteMaintenance(database: Database, commits: GroupCommit<unknown>): MaintenanceLog {
  const last = database.prepare<[], number>('SELECT last_run_ms FROM maintenance').pluck();
  const note = database.prepare(`
    INSERT INTO maintenance (id, last_run_ms) VALUES (1, ?)
    ON CONFLICT (id) DO UPDATE SET last_run_ms = excluded.last_run_ms`);
  return {
    lastRunMs: () => reading(() => last.get() ?? null),
    noteRun: (ranMs) => commits.run(() => void note.run(ranMs)),
  };
}
