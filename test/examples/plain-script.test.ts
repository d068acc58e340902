/** The example of the engine in a plain script, run as a reader of it would. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linesOf } from './run-example.ts';

const run = (...args: readonly string[]): Promise<string[]> => linesOf('plain-script', ...args);

const FREE = 'Free for four: 17:00, 18:00, 19:00, 20:00, 21:00';
const FREE_AFTERWARDS = 'Free for four now: 17:00, 21:00';
const BOOKED = [expect.stringMatching(/^Bistro Nord, \d{4}-\d{2}-\d{2}$/), '19:00–21:00  4  T2  Alva Lind'];

test('the plain script finds free times, books one, and prints the day', async () => {
  expect(await run()).toEqual([FREE, 'Alva Lind: booked', FREE_AFTERWARDS, '', ...BOOKED]);
});

test('§4.3.5 the plain script on a file finds its booking again, and makes no second one of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bord-example-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'evening.db');
  await run(path);
  const again = await run(path);
  expect(again).toEqual([
    FREE_AFTERWARDS.replace(' now', ''),
    'Alva Lind: replayed',
    FREE_AFTERWARDS,
    '',
    ...BOOKED,
  ]);
});
