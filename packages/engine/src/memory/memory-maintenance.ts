import type { MaintenanceLog } from '../ports/maintenance-log.ts';

/** The last run, in a variable. */
export function memoryMaintenance(): MaintenanceLog {
  let lastMs: number | null = null;
  return {
    lastRunMs: async () => lastMs,
    noteRun: async (ranMs) => void (lastMs = ranMs),
  };
}
