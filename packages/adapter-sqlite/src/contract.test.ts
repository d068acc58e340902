import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@bord/engine/storage';
import { storageContract, type StorageHarness } from '@bord/engine/testing';
import { describe, onTestFinished, test } from 'vitest';
import { sqliteStorage } from './index.ts';

/** An empty database, opened `ways` times on one clock that is set by hand. */
function harness(path: string, ways: number): StorageHarness {
  let nowMs = Date.UTC(2030, 0, 1);
  const clock = { nowMs: () => nowMs };
  const openings: Storage[] = [];
  for (let i = 0; i < ways; i++) openings.push(sqliteStorage({ path, clock, migrate: true }));
  onTestFinished(async () => void (await Promise.all(openings.map((opening) => opening.close()))));
  return { storage: openings[0]!, openings, pass: async (ms) => void (nowMs += ms) };
}

describe.each(['in a file, opened three times', 'in memory'])('a SQLite storage %s', (where) => {
  test.each(storageContract)('$name', async (contractCase) => {
    if (where === 'in memory') return contractCase.run(harness(':memory:', 1));
    const folder = mkdtempSync(join(tmpdir(), 'bord-contract-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await contractCase.run(harness(join(folder, 'bord.db'), 3));
  });
});
