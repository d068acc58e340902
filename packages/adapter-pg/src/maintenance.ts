import type { MaintenanceLog } from '@bord/engine/storage';
import { instant } from './columns.ts';
import type { Query } from './connection.ts';

/** When the nightly work last ran: one row. */
export function pgMaintenance(query: Query): MaintenanceLog {
  return {
    async lastRunMs() {
      const [row] = await query<{ last_run_at: Date }>('SELECT last_run_at FROM maintenance');
      return row ? row.last_run_at.getTime() : null;
    },
    async noteRun(ranMs) {
      await query(NOTE, [instant(ranMs)]);
    },
  };
}

const NOTE = `
  INSERT INTO maintenance (id, last_run_at) VALUES (1, $1)
  ON CONFLICT (id) DO UPDATE SET last_run_at = excluded.last_run_at`;
