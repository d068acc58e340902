/** Node compiles our sources once for all the processes that a test run starts, not once for each. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Called by vitest before the first test; the workers and their processes inherit the environment. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'bord-compiled-'));
  process.env['NODE_COMPILE_CACHE'] = folder;
  // A process that is just ending may still write into it.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** For a process that inherits no other variable. */
export function compileCache(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
