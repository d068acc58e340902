/**
 * P13: the cost of bookings in a large storage: one with a thousand bookings compared with one of the given number.
 *
 *     node --conditions=@bord/source bench/growth.ts sqlite 3000000
 *     node --conditions=@bord/source bench/growth.ts postgres 10000000
 *     BORD_TEST_PG=postgres://… node --conditions=@bord/source bench/growth.ts postgres 10000000
 *
 * Ten million take about 8 GB of disk on PostgreSQL and 5 GB on SQLite, and some minutes; all of it is removed at the end.
 */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Location, Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import Sqlite from 'better-sqlite3';
import { type PlanCost, planCostOf } from '../test/support/plan-cost.ts';
import { clientOf, freshDatabase, setup } from '../test/support/postgres.ts';
import { fillPostgres, fillSqlite, LAST_MS } from './crowd.ts';
import { interleaved, median, rate, ratioOf } from './figure.ts';
import { FORTY_ALIKE } from './restaurant.ts';
import { databaseIn, newFolder } from './server.ts';
import { booker } from './sqlite.ts';

const { aLocation, LOCATION_ID } = fixtures;
const DAY_MS = 86_400_000;
const FEW = 1000;
const ROUNDS = 7;
const ROUND_MS = 1000;

/** A storage that holds so many bookings. */
interface Filled {
  readonly storage: Storage;
  readonly location: Location;
  /** Pages of 8 KiB that a read of 92 days touches; null if they are not counted. */
  readonly pages: () => Promise<number | null>;
  readonly remove: () => Promise<void>;
}

async function sqliteWith(count: number): Promise<Filled> {
  const { path } = databaseIn(newFolder());
  const opened = sqliteStorage({ path, migrate: true });
  const location = await aLocation(opened, FORTY_ALIKE);
  await opened.close();
  const database = new Sqlite(path);
  database.pragma('journal_mode = WAL');
  fillSqlite(database, LOCATION_ID, count);
  database.close();
  const storage = sqliteStorage({ path });
  const remove = async (): Promise<void> => {
    await storage.close();
    rmSync(dirname(path), { recursive: true });
  };
  return { storage, location, pages: async () => null, remove };
}

async function postgresWith(count: number): Promise<Filled> {
  const database = await freshDatabase();
  await migrate(database);
  const storage = pgStorage(database);
  const location = await aLocation(storage, FORTY_ALIKE);
  const client = clientOf(database.url);
  await client.connect();
  await fillPostgres(client, LOCATION_ID, count);
  await client.end();
  const remove = async (): Promise<void> => {
    await storage.close();
    await database.drop();
  };
  const pages = async (): Promise<number> => {
    const [from, until] = [range(92).startMs, range(92).endMs].map((ms) => new Date(ms).toISOString());
    const statement = `SELECT read_diary('${LOCATION_ID}', '${from}', '${until}')`;
    const session = clientOf(database.url);
    await session.connect();
    const look = (): Promise<PlanCost> => planCostOf((text) => session.query(text), statement);
    await look(); // the first time the plan is made
    const { pages: touched } = await look();
    await session.end();
    return touched;
  };
  return { storage, location, pages, remove };
}

/** So many days, the last of which is full in both. */
const range = (days: number) => ({ startMs: LAST_MS - days * DAY_MS, endMs: LAST_MS });

const [kind = 'sqlite', size = '1000000'] = process.argv.slice(2);
const count = Number(size);
if (!['sqlite', 'postgres'].includes(kind) || !Number.isInteger(count) || count < FEW) {
  console.error('Usage: growth.ts sqlite|postgres [bookings, 1000 or more]');
  process.exit(2);
}
const stop = kind === 'postgres' ? await setup() : async (): Promise<void> => undefined;
const fill = kind === 'postgres' ? postgresWith : sqliteWith;
const few = await fill(FEW);
const startedMs = performance.now();
const many = await fill(count);
console.log(
  `${count.toLocaleString('en')} bookings on ${kind}, made in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`,
);
const read =
  ({ storage }: Filled, days: number) =>
  async (): Promise<void> => {
    const found = await storage.bookings.diary(LOCATION_ID, range(days));
    if (found.length < 7 * Math.min(days, 88)) throw new Error(`${found.length} bookings in ${days} days`);
  };
const measures: Readonly<
  Record<string, readonly [callers: number, call: (of: Filled) => () => Promise<void>]>
> = {
  'one caller books': [1, ({ storage, location }) => booker(storage, location)],
  '200 callers book': [200, ({ storage, location }) => booker(storage, location)],
  'a day is read': [1, (of) => read(of, 1)],
  '92 days are read': [1, (of) => read(of, 92)],
};
const books = new Map([few, many].map((of) => [of, booker(of.storage, of.location)]));
for (const [what, [callers, call]] of Object.entries(measures)) {
  const of = (filled: Filled) => (what.includes('book') ? books.get(filled)! : call(filled));
  const found = await interleaved(ROUNDS, {
    few: () => rate(callers, ROUND_MS, of(few)),
    many: () => rate(callers, ROUND_MS, of(many)),
  });
  console.log(
    `${what.padEnd(17)} ${Math.round(median(found.few)).toLocaleString('en')}/s with ${FEW.toLocaleString('en')}, ` +
      `${Math.round(median(found.many)).toLocaleString('en')}/s with ${count.toLocaleString('en')}: ${ratioOf(found.few, found.many).toFixed(2)} × the cost`,
  );
}
const [before, after] = [await few.pages(), await many.pages()];
if (before !== null)
  console.log(
    `92 days are ${before} pages with ${FEW.toLocaleString('en')}, ${after} with ${count.toLocaleString('en')}`,
  );
await Promise.all([few.remove(), many.remove()]);
await stop();
