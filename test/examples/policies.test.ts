/** The example of two policies, run as a reader of it would. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';

const MAIN = join(import.meta.dirname, '../../examples/policies/src/main.ts');

test('D51 members book further ahead, and a large party needs a deposit; a time is shown if it can be booked', async () => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@bord/source', MAIN],
    { env: { PATH: process.env['PATH'], ...compileCache() } },
  );
  expect(stderr).toBe('');
  expect(stdout.trimEnd().split('\n')).toEqual([
    'alva, 2 in 45 days: shown, booked',
    'maja, 2 in 45 days: not shown, members: You can book at most 30 days ahead.',
    'maja, 2 in 20 days: shown, booked',
    'maja, 8 in 20 days: not shown, deposit: Parties of 8 and more need a deposit.',
    'otto, 8 in 20 days: shown, booked',
  ]);
});
