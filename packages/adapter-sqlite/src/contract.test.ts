import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@bord/engine/storage';
import { storageContract, type StorageHarness } from '@bord/engine/testing';
import { describe, onTestFinished, test } from 'vitest';
import { sampleOf } from '../../../test/support/long.ts';
import { sqliteStorage } from './index.ts';

/** An empty database, opened `ways` times with one clock that the test sets. */
function harness(path: string, ways: number): StorageHarness {
  let nowMs = Date.UTC(2030, 0, 1);
  const clock = { nowMs: () => nowMs };
  const openings: Storage[] = [];
  for (let i = 0; i < ways; i++) openings.push(sqliteStorage({ path, clock, migrate: true }));
  onTestFinished(async () => void (await Promise.all(openings.map((opening) => opening.close()))));
  return { storage: openings[0]!, openings, pass: async (ms) => void (nowMs += ms) };
}

describe('a SQLite storage in a file, opened three times', () => {
  test.each(storageContract)('$name', async ({ run }) => {
    const folder = mkdtempSync(join(tmpdir(), 'bord-contract-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await run(harness(join(folder, 'bord.db'), 3));
  });
});

describe('a SQLite storage in memory', () => {
  test.each(sampleOf(storageContract, 6))('$name', ({ run }) => run(harness(':memory:', 1)));
});
