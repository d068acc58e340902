/** The list of everything that is kept, held against the tables that there are. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase, sql } from '../../support/postgres.ts';

const LIST = readFileSync(new URL('../../../docs/operate/data.md', import.meta.url), 'utf8');

/** The tables that a document names in the first column of a row which says what they hold and when that ends. */
function namedIn(text: string): Set<string> {
  const rows = [...text.matchAll(/^\| (`[^|]*) \| [^|]+ \| [^|]{5,} \|$/gm)].map(([, first]) => first!);
  return new Set(rows.flatMap((first) => [...first.matchAll(/`(\w+)`/g)].map(([, name]) => name!)));
}

const withoutEnd = (tables: readonly string[], text = LIST): string[] => {
  const named = namedIn(text);
  return tables.filter((table) => !named.has(table));
};

function tablesOf(path: string): string[] {
  const database = new Sqlite(path);
  const all = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
  const names = database.prepare<[], string>(all).pluck().all();
  database.close();
  return names;
}

async function sqliteTables(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bord-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'bord.db');
  const storage = sqliteStorage({ path, migrate: true });
  await storage.close();
  // The counts of requests are in a separate file, under their own name.
  const counts = tablesOf(`${path}-rates`).map((name) => (name === 'windows' ? 'rate_windows' : name));
  return [...tablesOf(path), ...counts];
}

async function pgTables(): Promise<string[]> {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  await migrate(database);
  const all = `SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'bord' AND table_type = 'BASE TABLE'`;
  return (await sql<{ name: string }>(database.url, all)).map(({ name }) => name);
}

test('D45 docs/operate/data.md names every table of both databases with its end, and none that there is not', async () => {
  const tables = [...(await sqliteTables()), ...(await pgTables())];
  expect(withoutEnd(tables)).toEqual([]);
  expect([...namedIn(LIST)].filter((name) => !tables.includes(name))).toEqual([]);
  // Control: an unlisted table, and a row without an end.
  expect(withoutEnd([...tables, 'guest_wishes'])).toEqual(['guest_wishes']);
  expect(withoutEnd(['duties'], LIST.replace(/^(\| `duties` \| [^|]+ \|).*$/m, '$1 |'))).toEqual(['duties']);
});
