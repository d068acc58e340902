import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { writeLock } from './write-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'bord-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a process leaves the lock to others for a moment when they have written since, and only then', () => {
  const [ours, theirs] = [1, 2].map(() => new Sqlite(join(folder, 'bord.db')));
  ours!.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER)');
  const hour = 1_000_000; // nobody is that slow to ask
  const lock = writeLock(ours!, () => hour);
  const write = (): void => {
    expect(lock.take()).toBeNull();
    ours!.exec('INSERT INTO t VALUES (1); COMMIT');
    lock.rest();
  };
  /** Asks for the lock, and gives it back at once. */
  const isLeft = (): boolean => {
    const isLeftToOthers = lock.take() !== null;
    if (!isLeftToOthers) ours!.exec('ROLLBACK');
    return isLeftToOthers;
  };
  write();
  expect(isLeft()).toBe(false);
  theirs!.exec('INSERT INTO t VALUES (2)');
  write();
  expect(isLeft()).toBe(true);
  for (const database of [ours!, theirs!]) database.close();
});
