import { mkdirSync, writeFileSync } from 'node:fs';
import { processRates, type RateStats } from '@bord/engine/storage';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { aPath, outputOf, start } from '../test-support/processes.ts';
import { sqliteRates } from './rates.ts';

const MINUTE_MS = 60_000;

function openings(path: string, number: number) {
  const clock = { ms: Date.UTC(2030, 0, 1), nowMs: () => clock.ms };
  const opened = Array.from({ length: number }, () => sqliteRates(path, clock));
  onTestFinished(() => opened.forEach((rates) => rates.close()));
  return { clock, opened };
}

test('D17 of many requests through several connections exactly the limit is allowed, window by window', async () => {
  const { clock, opened } = openings(aPath(), 3);
  for (let window = 0; window < 3; window++) {
    const allStats: RateStats[] = [];
    for (let round = 0; round < 5; round++) {
      const takes = Array.from({ length: 30 }, (_, i) => opened[i % 3]!.take('key_1', 100, MINUTE_MS));
      allStats.push(...(await Promise.all(takes)));
    }
    const allowed = allStats.filter((stats) => stats.allowed);
    const counted = allowed.map(({ remaining }) => remaining).toSorted((a, b) => a - b);
    expect(counted).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(allStats.every(({ resetMs }) => resetMs === MINUTE_MS)).toBe(true);
    clock.ms += MINUTE_MS;
  }
});

test('D17 two processes of one file count together', async () => {
  const path = aPath();
  const outputs = await Promise.all([0, 1].map(() => outputOf(start('take', path))));
  const allowed = outputs.map(Number);
  expect(allowed[0]! + allowed[1]!).toBe(1000);
});

test('D17 the answers equal those of a limiter in one process', async () => {
  const { clock, opened } = openings(aPath(), 1);
  const expected = processRates(clock);
  for (let i = 0; i < 400; i++) {
    const limit = [3, 5, 8][i % 7] ?? 4;
    const keyId = `key_${i % 3}`;
    expect(await opened[0]!.take(keyId, limit, 1000)).toEqual(await expected.take(keyId, limit, 1000));
    clock.ms += (i * 37) % 200;
  }
});

test('D17 the remaining time is at most the whole window, even if a process whose clock is ahead has started it', async () => {
  const { clock, opened } = openings(aPath(), 2);
  clock.ms += 300;
  await opened[0]!.take('key_1', 2, MINUTE_MS);
  clock.ms -= 300;
  expect(await opened[1]!.take('key_1', 2, MINUTE_MS)).toEqual({
    allowed: true,
    remaining: 0,
    resetMs: MINUTE_MS,
  });
});

test('a clock that is set back does not lock clients out', async () => {
  const { clock, opened } = openings(aPath(), 1);
  await opened[0]!.take('key_1', 1, MINUTE_MS);
  clock.ms -= 60 * MINUTE_MS;
  expect(await opened[0]!.take('key_1', 1, MINUTE_MS)).toMatchObject({ allowed: true, resetMs: MINUTE_MS });
});

test.each([
  ['there can be none', (path: string) => mkdirSync(path)],
  ['it is spoilt', (path: string) => writeFileSync(path, 'x'.repeat(5000))],
])('if the file of counts cannot be used because %s, requests are counted nevertheless', async (_, spoil) => {
  const path = aPath();
  spoil(`${path}-rates`);
  const { opened } = openings(path, 1);
  const allStats = await Promise.all([1, 2, 3].map(() => opened[0]!.take('key_1', 2, MINUTE_MS)));
  expect(allStats.map(({ allowed }) => allowed)).toEqual([true, true, false]);
});

test('while the file of counts is locked for long, each process counts separately', async () => {
  const path = aPath();
  const { opened } = openings(path, 1);
  const other = new Sqlite(`${path}-rates`);
  other.exec('BEGIN IMMEDIATE');
  expect((await opened[0]!.take('key_1', 2, MINUTE_MS)).remaining).toBe(1);
  expect((await opened[0]!.take('key_1', 2, MINUTE_MS)).remaining).toBe(0);
  other.exec('ROLLBACK');
  other.close();
});

test('a request that is counted while the storage closes is answered', async () => {
  const { opened } = openings(aPath(), 1);
  const taken = opened[0]!.take('key_1', 2, MINUTE_MS);
  opened[0]!.close();
  expect((await taken).allowed).toBe(true);
});
