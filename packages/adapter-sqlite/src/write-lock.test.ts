import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { writeLock } from './write-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'bord-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a process leaves the lock to others for as long as it held it if they have written since, and only then', () => {
  const [ours, theirs] = [1, 2].map(() => new Sqlite(join(folder, 'bord.db')));
  ours!.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER)');
  let nowMs = 0;
  const lock = writeLock(
    ours!,
    () => 1,
    () => nowMs,
  );
  const write = (tookMs: number): void => {
    expect(lock.take()).toBeNull();
    nowMs += tookMs;
    ours!.exec('INSERT INTO t VALUES (1); COMMIT');
    lock.rest();
  };
  /** Takes the lock, and releases it immediately. */
  const isLeft = (): boolean => {
    const isLeftToOthers = lock.take() !== null;
    if (!isLeftToOthers) ours!.exec('ROLLBACK');
    return isLeftToOthers;
  };
  write(1);
  expect(isLeft()).toBe(false);
  for (const [tookMs, leftMs] of [
    [1, 4],
    [60, 60],
    [5000, 100],
  ] as const) {
    theirs!.exec('INSERT INTO t VALUES (2)');
    write(tookMs);
    nowMs += leftMs - 1;
    expect(isLeft(), `${tookMs} ms`).toBe(true);
    nowMs += 1;
    expect(isLeft(), `${tookMs} ms`).toBe(false);
  }
  for (const database of [ours!, theirs!]) database.close();
});
