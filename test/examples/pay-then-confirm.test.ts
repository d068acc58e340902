/** The example of a table that is held while the guest pays, run as a reader of it would. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';

const MAIN = join(import.meta.dirname, '../../examples/pay-then-confirm/src/main.ts');

test('D35 whatever becomes of a payment, there is one booking for what is paid, and none for what is not', async () => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@bord/source', MAIN],
    { env: { PATH: process.env['PATH'], ...compileCache() } },
  );
  expect(stderr).toBe('');
  expect(stdout.trimEnd().split('\n')).toEqual([
    'while Alva pays, somebody else cannot have the table',
    'in time: booked; payment paid, 1 booked',
    'told twice, then by the page: booked; payment paid, 1 booked',
    'refused by the bank: the table is free at once',
    'refused: unpaid; payment refused, 0 booked',
    'late, and nobody needed the table: booked; payment paid, 1 booked',
    'late, and somebody did: refunded; payment refunded, 0 booked',
    'answers lost: booked; payment paid, 1 booked',
    'back on the page too early (waiting), then told: booked; payment paid, 1 booked',
  ]);
});
