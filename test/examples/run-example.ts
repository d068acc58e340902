import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** Runs a program of `examples` as a reader would, and returns the lines that it prints. */
export async function linesOf(...args: readonly string[]): Promise<string[]> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@bord/source', ...args],
    { cwd: EXAMPLES, env: { PATH: process.env['PATH'], ...compileCache() } },
  );
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}
