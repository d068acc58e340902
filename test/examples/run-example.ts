import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** Runs the script `start` of an example as a reader would, and returns the lines that it prints. */
export function linesOf(name: string, ...args: readonly string[]): Promise<string[]> {
  return linesOfNode(name, '--run', 'start', '--', ...args);
}

/** Runs Node in the folder of an example. */
export async function linesOfNode(name: string, ...args: readonly string[]): Promise<string[]> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: join(EXAMPLES, name),
    env: { PATH: process.env['PATH'], ...compileCache() },
  });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}
