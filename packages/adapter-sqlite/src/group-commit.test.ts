import { BookingError } from '@bord/engine/storage';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aPath } from '../test-support/processes.ts';
import { groupCommit } from './group-commit.ts';
import { openSqlite } from './open.ts';

/** A table of unique words, and a group commit that counts its transactions. */
function words() {
  const path = aPath();
  const database = openSqlite({ path });
  onTestFinished(() => void database.close());
  database.exec('CREATE TABLE words (word TEXT NOT NULL UNIQUE)');
  const insert = database.prepare('INSERT INTO words (word) VALUES (?)');
  let transactions = 0;
  // The time is fixed: other tests check how many steps fit into a transaction.
  const commits = groupCommit(
    database,
    () => ({ number: ++transactions }),
    undefined,
    () => 0,
  );
  const write = (...texts: string[]): Promise<number> =>
    commits.run(({ number }) => {
      for (const word of texts) insert.run(word);
      return number;
    });
  const all = (): unknown[] => database.prepare('SELECT word FROM words ORDER BY rowid').pluck().all();
  return { path, database, commits, write, all };
}

test('concurrent steps share a transaction; later ones have separate ones', async () => {
  const { write, all } = words();
  expect(await Promise.all([write('a'), write('b'), write('c')])).toEqual([1, 1, 1]);
  expect(await write('d')).toBe(2);
  expect(all()).toEqual(['a', 'b', 'c', 'd']);
});

test('a single step is saved in the same turn of the event loop', async () => {
  const { write } = words();
  const saved: string[] = [];
  for (const word of ['a', 'b', 'c', 'd', 'e']) {
    const step = write(word).then(() => saved.push(word));
    await new Promise((resolve) => void setImmediate(resolve));
    expect(saved.at(-1)).toBe(word);
    await step;
  }
});

test('while a thousand steps of one location wait, a step of another is next, and those of one location keep their order', async () => {
  const { commits, database, all } = words();
  const insert = database.prepare('INSERT INTO words (word) VALUES (?)');
  const step = (location: string | null, word: string) => commits.run(() => void insert.run(word), location);
  const rush = Array.from({ length: 1000 }, (_, nth) => step('rushed', `rushed ${nth}`));
  const others = ['a 0', 'a 1', 'b 0'].map((word) => step(word[0]!, word));
  const ofNone = step(null, 'of none');
  await Promise.all([...rush, ...others, ofNone]);
  const written = all() as string[];
  expect(written.slice(0, 6)).toEqual(['rushed 0', 'a 0', 'b 0', 'of none', 'rushed 1', 'a 1']);
  expect(written.filter((word) => word.startsWith('rushed'))).toEqual(rush.map((_, nth) => `rushed ${nth}`));
  const later = [step('rushed', 'rushed again'), step('a', 'a again')];
  await Promise.all(later);
  expect(all().slice(-2)).toEqual(['rushed again', 'a again']);
});

test('a step that throws, before or after its writes, does not affect others', async () => {
  const { commits, write, all } = words();
  const fault = new Error('a fault of the step');
  const outcomes = await Promise.allSettled([
    write('a'),
    commits.run(() => {
      throw fault;
    }),
    write('b', 'a'),
    write('c'),
    write('d', 'c'),
    write('e'),
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
  expect(await Promise.all([write('f'), write('g')]).then(() => all())).toHaveLength(5);
});

test('data that steps share is sealed in their transaction, and reported after its commit', async () => {
  const { path, database } = words();
  const insert = database.prepare('INSERT INTO words (word) VALUES (?)');
  const seen = new Sqlite(path).prepare('SELECT count(*) FROM words').pluck();
  onTestFinished(() => void seen.database.close());
  const observed: unknown[] = [];
  const commits = groupCommit(
    database,
    () => [] as string[],
    (texts) => {
      expect(database.inTransaction).toBe(true);
      insert.run(`sealed ${texts.join('+')}`);
      return () => observed.push([...texts, seen.get()]);
    },
  );
  const write = (word: string) =>
    commits.run((texts) => {
      texts.push(word);
      insert.run(word);
    });
  await Promise.all([write('a'), write('b')]);
  await Promise.allSettled([write('c'), write('a'), write('d')]);
  await Promise.allSettled([write('a')]);
  // Twice with a word that is not saved: it was shared, and then undone.
  expect(observed).toEqual([
    ['a', 'b', 3],
    ['c', 'a', 'd', 6],
    ['a', 7],
  ]);
});

test('if a commit fails, all its steps are rejected', async () => {
  const { database, commits, all } = words();
  database.exec('CREATE TABLE letters (word TEXT REFERENCES words (word) DEFERRABLE INITIALLY DEFERRED)');
  const orphan = commits.run(() => database.prepare(`INSERT INTO letters VALUES ('no such word')`).run());
  await expect(orphan).rejects.toMatchObject({ code: 'unavailable' });
  expect(all()).toEqual([]);
});

test('a result is returned only after its commit', async () => {
  const { path, write } = words();
  const other = new Sqlite(path);
  onTestFinished(() => void other.close());
  const seen = other.prepare('SELECT count(*) FROM words').pluck();
  const counts = await Promise.all(['a', 'b', 'c'].map((word) => write(word).then(() => seen.get())));
  expect(counts).toEqual([3, 3, 3]);
});

test('while another connection writes, steps wait and the event loop continues: SQLite sleeps for moments only', async () => {
  const { path, database, write, all } = words();
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
  await Promise.all([write('second'), write('third')]);
  expect(all()).toEqual(['first', 'second', 'third']);
  expect(asleepMs.length).toBeGreaterThan(1);
  expect(Math.max(...asleepMs)).toBeLessThanOrEqual(10);
});

test('when the disk is full the steps are unavailable and not saved', async () => {
  const { database, write, all } = words();
  await write('a');
  database.pragma(`max_page_count = ${String(database.pragma('page_count', { simple: true }))}`);
  const outcomes = await Promise.allSettled([write('b'), write('c'.repeat(100_000)), write('d')]);
  const [b, c, d] = outcomes;
  expect(c).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  expect(c?.status === 'rejected' && BookingError.is(c.reason)).toBe(true);
  const saved = [
    'a',
    ...(b?.status === 'fulfilled' ? ['b'] : []),
    ...(d?.status === 'fulfilled' ? ['d'] : []),
  ];
  expect(all()).toEqual(saved);
  database.pragma('max_page_count = 1000000');
  await write('e');
  expect(all()).toEqual([...saved, 'e']);
});

test('a rollback that fails is repeated later, and the steps are unavailable', async () => {
  const { database, commits, write, all } = words();
  await write('a');
  const reading = database.prepare('SELECT word FROM words').iterate();
  const broken = commits.run(() => {
    database.prepare(`INSERT INTO words VALUES ('b')`).run();
    reading.next(); // an unfinished query, during which a transaction cannot end
  });
  await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
  await expect(write('c')).rejects.toMatchObject({ code: 'unavailable' });
  reading.return?.();
  await write('d').catch(() => write('d'));
  expect(all()).toEqual(['a', 'd']);
});

/** Steps that advance a clock by a given time; and the steps and turn of each transaction. */
function timed() {
  const { database, all } = words();
  const insert = database.prepare('INSERT INTO words (word) VALUES (?)');
  let nowMs = 0;
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  onTestFinished(() => void (isOver = true));
  const transactions: { turn: number; texts: string[] }[] = [];
  const commits = groupCommit(
    database,
    () => {
      transactions.push({ turn, texts: [] });
      return transactions.at(-1)!;
    },
    undefined,
    () => nowMs,
  );
  const write = (word: string, lengthMs: number): Promise<void> =>
    commits.run(({ texts }) => {
      nowMs += lengthMs;
      texts.push(word);
      insert.run(word);
    });
  return { write, all, transactions, texts: () => transactions.map(({ texts }) => texts.join('')) };
}

test('a group commits after 10 ms, and the rest is taken in the next transaction, in order, in a separate turn', async () => {
  const { write, all, transactions, texts } = timed();
  await Promise.all('abcdefg'.split('').map((word) => write(word, 4)));
  expect(texts()).toEqual(['ab', 'cd', 'ef', 'g']);
  expect(all().join('')).toBe('abcdefg');
  expect(new Set(transactions.map(({ turn }) => turn)).size).toBe(4);
});

test('any number of steps that take no time share a transaction', async () => {
  const { write, transactions } = timed();
  await Promise.all(Array.from({ length: 1000 }, (_, i) => write(`${i}`, 0)));
  expect(transactions).toHaveLength(1);
});

test('a step that exceeds the whole time is taken alone, and the ones behind it next', async () => {
  const { write, texts } = timed();
  await Promise.all([write('a', 60_000), write('b', 1), write('c', 1)]);
  expect(texts()).toEqual(['a', 'bc']);
});

test('a step that throws among slow ones is found in its turn, and does not affect those behind it', async () => {
  const { write, all, texts } = timed();
  const outcomes = await Promise.allSettled('abcadef'.split('').map((word) => write(word, 4)));
  expect(outcomes.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []))).toEqual([3]);
  expect(all().join('')).toBe('abcdef');
  // The second pair is tried together, and then one by one.
  expect(texts()).toEqual(['ab', 'ca', 'ca', 'de', 'f']);
});

test('when SQLite has rolled back a transaction its steps are not saved', async () => {
  const { database, commits, write, all } = words();
  await write('a');
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON words WHEN NEW.word = 'full'
    BEGIN SELECT RAISE(ROLLBACK, 'as a full disk does'); END`);
  const outcomes = await Promise.allSettled([write('b'), write('full'), write('c')]);
  // The third must not be saved separately, outside of any transaction, while the first is lost.
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'unavailable' } });
  expect(all()).toEqual(['a']);
  // The same with a savepoint for each step, because another one has thrown before.
  const careful = await Promise.allSettled([
    write('d'),
    commits.run(() => {
      throw new Error('a fault of the step');
    }),
    write('full'),
    write('e'),
  ]);
  expect(careful.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(all()).toEqual(['a']);
  await write('f');
  expect(all()).toEqual(['a', 'f']);
});
