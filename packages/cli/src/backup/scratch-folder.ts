import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Works in a folder of its own, for its owner alone, inside another; it is removed afterwards, also when the process is told to end.
 */
export async function inScratchFolder<R>(inside: string, work: (folder: string) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(join(inside, '.bord-backup-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const end = (): void => {
    remove();
    process.exit(130);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await work(folder);
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    remove();
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
