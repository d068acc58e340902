/**
 * The folder of a test run: its tests write only there, and it is removed at the end. It is in memory if the system has such a file system, because
 * tests mostly wait for the disk. Durability settings stay as they are (`fsync`, `synchronous=FULL`): data outlives a killed process there as
 * well, and no test cuts the power. `npm run test:long` writes to the disk, and `TMPDIR` names another place.
 */
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IS_LONG } from './long.ts';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';

/** Three times the largest observed size of all tests together. */
const ROOM_BYTES = 3 * 1024 ** 3;

/** Called by vitest before the first test; the workers and their processes inherit the environment. */
export async function setup(): Promise<() => Promise<void>> {
  const lasting = tmpdir();
  const folder = await mkdtemp(join(await parentFor(lasting), 'bord-tests-'));
  // PostgreSQL may run as another user, who needs access.
  await chmod(folder, 0o711);
  Object.assign(process.env, { BORD_TEST_LASTING: lasting, TMPDIR: folder });
  process.once('exit', () => removeNow(folder)); // a run that is broken off
  return async () => {
    process.env['TMPDIR'] = lasting;
    // A process that is just ending may still write into it.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}

/** Files that others still write may stay. */
function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  } catch {
    // the run has ended
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
