import { BookingError } from '@bord/engine';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aPath } from '../test-support/processes.ts';
import { groupCommit } from './group-commit.ts';
import { openSqlite } from './open.ts';

/** A table of words, which are unique, and a group commit that counts its transactions. */
function words() {
  const path = aPath();
  const database = openSqlite({ path });
  onTestFinished(() => void database.close());
  database.exec('CREATE TABLE words (word TEXT NOT NULL UNIQUE)');
  const insert = database.prepare('INSERT INTO words (word) VALUES (?)');
  let transactions = 0;
  const commits = groupCommit(database, () => ({ number: ++transactions }));
  const say = (...said: string[]): Promise<number> =>
    commits.run(({ number }) => {
      for (const word of said) insert.run(word);
      return number;
    });
  const all = (): unknown[] => database.prepare('SELECT word FROM words ORDER BY rowid').pluck().all();
  return { path, database, commits, say, all };
}

test('steps that come together share a transaction; what comes later has its own', async () => {
  const { say, all } = words();
  expect(await Promise.all([say('a'), say('b'), say('c')])).toEqual([1, 1, 1]);
  expect(await say('d')).toBe(2);
  expect(all()).toEqual(['a', 'b', 'c', 'd']);
});

test('a step that throws, before it writes or half-way, harms no other', async () => {
  const { commits, say, all } = words();
  const fault = new Error('a fault of the step');
  const outcomes = await Promise.allSettled([
    say('a'),
    commits.run(() => {
      throw fault;
    }),
    say('b', 'a'),
    say('c'),
    say('d', 'c'),
    say('e'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(outcomes[1]).toMatchObject({ reason: fault });
  expect(outcomes[2]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_UNIQUE' } });
  expect(all()).toEqual(['a', 'c', 'e']);
  expect(await Promise.all([say('f'), say('g')]).then(() => all())).toHaveLength(5);
});

test('what the steps shared is sealed in their transaction, and told when it is committed', async () => {
  const { path, database } = words();
  const insert = database.prepare('INSERT INTO words (word) VALUES (?)');
  const seen = new Sqlite(path).prepare('SELECT count(*) FROM words').pluck();
  onTestFinished(() => void seen.database.close());
  const told: unknown[] = [];
  const commits = groupCommit(
    database,
    () => [] as string[],
    (said) => {
      insert.run(`sealed ${said.join('+')}`);
      return () => told.push([...said, seen.get()]);
    },
  );
  const say = (word: string) =>
    commits.run((said) => {
      said.push(word);
      insert.run(word);
    });
  await Promise.all([say('a'), say('b')]);
  await Promise.allSettled([say('c'), say('a'), say('d')]);
  await Promise.allSettled([say('a')]);
  // Twice with a word that is not saved: it was shared, and then undone.
  expect(told).toEqual([
    ['a', 'b', 3],
    ['c', 'a', 'd', 6],
    ['a', 7],
  ]);
});

test('nobody hears of a result before it is committed', async () => {
  const { path, say } = words();
  const other = new Sqlite(path);
  onTestFinished(() => void other.close());
  const seen = other.prepare('SELECT count(*) FROM words').pluck();
  const counts = await Promise.all(['a', 'b', 'c'].map((word) => say(word).then(() => seen.get())));
  expect(counts).toEqual([3, 3, 3]);
});

test('while another connection writes, steps wait and the event loop goes on: SQLite sleeps for moments only', async () => {
  const { path, database, say, all } = words();
  const exec = database.exec.bind(database);
  const asleepMs: number[] = [];
  vi.spyOn(database, 'exec').mockImplementation((sql) => {
    try {
      return exec(sql);
    } finally {
      if (sql.includes('BEGIN')) asleepMs.push(database.pragma('busy_timeout', { simple: true }) as number);
    }
  });
  const other = new Sqlite(path);
  onTestFinished(() => void other.close());
  other.exec(`BEGIN IMMEDIATE; INSERT INTO words VALUES ('first')`);
  setTimeout(() => other.exec('COMMIT'), 50);
  await Promise.all([say('second'), say('third')]);
  expect(all()).toEqual(['first', 'second', 'third']);
  expect(asleepMs.length).toBeGreaterThan(1);
  expect(Math.max(...asleepMs)).toBeLessThanOrEqual(10);
});

test('when the disk is full the steps are unavailable, and nothing of them is saved', async () => {
  const { database, say, all } = words();
  await say('a');
  database.pragma(`max_page_count = ${String(database.pragma('page_count', { simple: true }))}`);
  const outcomes = await Promise.allSettled([say('b'), say('c'.repeat(100_000)), say('d')]);
  const [b, c, d] = outcomes;
  expect(c).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  expect(c?.status === 'rejected' && c.reason instanceof BookingError).toBe(true);
  const saved = [
    'a',
    ...(b?.status === 'fulfilled' ? ['b'] : []),
    ...(d?.status === 'fulfilled' ? ['d'] : []),
  ];
  expect(all()).toEqual(saved);
  database.pragma('max_page_count = 1000000');
  await say('e');
  expect(all()).toEqual([...saved, 'e']);
});

test('what cannot even be rolled back now is rolled back later, and the steps are unavailable', async () => {
  const { database, commits, say, all } = words();
  await say('a');
  const reading = database.prepare('SELECT word FROM words').iterate();
  const broken = commits.run(() => {
    database.prepare(`INSERT INTO words VALUES ('b')`).run();
    reading.next(); // a query that is not over, in the midst of which nothing can end
  });
  await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
  await expect(say('c')).rejects.toMatchObject({ code: 'unavailable' });
  reading.return?.();
  await say('d').catch(() => say('d'));
  expect(all()).toEqual(['a', 'd']);
});
