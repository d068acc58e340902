import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../output/failure.ts';

/** Runs the work in a private temporary folder, which is removed afterwards, also on a signal. */
export async function inScratchFolder<R>(inside: string, work: (folder: string) => Promise<R>): Promise<R> {
  const folder = made(inside);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const end = (): void => {
    remove();
    process.exit(130);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await work(folder);
  } catch (error) {
    throw isOfTheSystem(error)
      ? new Failure(`it could not be written: ${error.message}. Check the free space`)
      : error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    remove();
  }
}

function made(inside: string): string {
  try {
    return mkdtempSync(join(inside, '.bord-backup-'));
  } catch (error) {
    const reason = (error as Error).message;
    throw new Failure(
      `it is not possible to write into ${inside}: ${reason}. Check its owner and permissions`,
    );
  }
}

/** The disk is full, or may not be written to. */
function isOfTheSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
