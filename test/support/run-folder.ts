/**
 * The folder of a test run: all that its tests write lies in it, and goes with it. It is in memory where the system has a file system
 * for that, since tests spend more time on waiting for the disk than on anything else. Nothing is switched off for it (`fsync`,
 * `synchronous=FULL` and all else are as they always are), and nothing is lost: what a process has written outlives the process there
 * as well, and a failure of power is beyond any test. `npm run test:long` writes to the disk, and `TMPDIR` says where else to write.
 */
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IS_LONG } from './long.ts';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';

/** What all tests at once have been seen to write is a third of this. */
const ROOM_BYTES = 3 * 1024 ** 3;

/** Called by vitest before the first test; the workers inherit the environment, and what they start has it from them. */
export async function setup(): Promise<() => Promise<void>> {
  const lasting = tmpdir();
  const folder = await mkdtemp(join(await parentFor(lasting), 'bord-tests-'));
  // PostgreSQL may run as a user of its own, who has to come through.
  await chmod(folder, 0o711);
  Object.assign(process.env, { BORD_TEST_LASTING: lasting, TMPDIR: folder });
  process.once('exit', () => removeNow(folder)); // a run that is broken off
  return async () => {
    process.env['TMPDIR'] = lasting;
    // A process that is just ending may still write into it.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}

/** What others still write may stay. */
function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  } catch {
    // nobody is left to be told
  }
}

async function parentFor(disk: string): Promise<string> {
  if (IS_LONG || process.env['TMPDIR']) return disk;
  try {
    const { bavail, bsize } = await statfs(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES ? IN_MEMORY : disk;
  } catch {
    return disk; // a system that has none
  }
}

/** Runs something that keeps files for the next run in the system's folder for temporary files, and not in the run's. */
export async function outsideOfTheRun<R>(make: () => Promise<R>): Promise<R> {
  const { BORD_TEST_LASTING: lasting, TMPDIR: own } = process.env;
  if (lasting === undefined) return make();
  process.env['TMPDIR'] = lasting;
  try {
    return await make();
  } finally {
    process.env['TMPDIR'] = own;
  }
}
