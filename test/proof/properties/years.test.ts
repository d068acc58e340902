/**
 * A restaurant for more than a year, day by day, on a SQLite file: after the longest retention no table grows except those of bookings.
 * `BORD_TEST_LONG=1` has 1,000 bookings a day.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine, type Engine, limits, type Mailer, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { inFull } from '../../support/long.ts';

const DAY_MS = 86_400_000;
const BEGIN_MS = Date.UTC(2026, 2, 1, 12);
const PER_DAY = inFull(1000, 2);
/** Each table sits four parties in a row, in summer time as in winter. */
const IN_A_ROW = 4;
const tables = Array.from({ length: Math.ceil(PER_DAY / IN_A_ROW) + 1 }, (_, i) =>
  fixtures.aTable(`T${i}`, { seatsMax: 2 }),
);

/** These grow with the bookings, which stay. */
const OF_BOOKINGS = new Set(['bookings', 'seatings']);
/** The retention of rejections; all other rows have less. */
const LONGEST_DAYS: Readonly<Record<string, number>> = { refusals: limits.REFUSALS_RETENTION_DAYS };
const OTHERS_DAYS = Math.max(
  limits.DELIVERIES_RETENTION_DAYS,
  limits.SANDBOX_KEYS_RETENTION_DAYS + limits.SANDBOX_KEY_DAYS,
);
/** So many days after the beginning at the latest a table is as large as it ever will be. */
const settledAfter = (table: string): number => 40 + (LONGEST_DAYS[table] ?? OTHERS_DAYS);

interface Life {
  readonly engine: Engine;
  readonly clock: { nowMs: number };
  readonly path: string;
  close(): Promise<void>;
}

/** @param breaks what of the storage is broken, for controls */
async function begin(breaks: (sound: Storage) => Storage = (sound) => sound): Promise<Life> {
  // In memory if possible: the cost of twenty flushes a day is not tested.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bord-years-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'bord.db');
  const clock = { nowMs: BEGIN_MS };
  const now = { nowMs: () => clock.nowMs };
  const storage = sqliteStorage({ path, migrate: true, clock: now });
  const mailer: Mailer = {
    isLocal: false,
    send: async () => undefined,
    erase: async () => 0,
    purge: async () => 0,
    close: async () => undefined,
  };
  const engine = createEngine({
    storage: breaks(storage),
    clock: now,
    mailer,
    webhooks: {
      checkUrl: () => null,
      post: async () => ({ kind: 'answered', status: 200, start: '' }),
      close: async () => undefined,
    },
    secretKeys: [new Uint8Array(32).fill(5)],
    observer: (fact) => {
      if (fact.kind === 'fault') throw fact.error;
    },
  });
  const floorPlan = { tables, combinations: [], wastedSeatsMax: null };
  await engine.operator.locations.apply(
    fixtures.aPlan({ guestRetentionDays: 30, floorPlan }),
    fixtures.LOCATION_ID,
  );
  await engine.operator.webhooks.add({
    partner: 'acme',
    url: 'https://acme.example/hook',
    includeGuest: true,
  });
  const { endpoint } = await engine.operator.webhooks.add({
    partner: 'acme',
    url: 'https://acme.example/away',
  });
  await engine.operator.webhooks.disable(endpoint.id);
  return {
    engine,
    clock,
    path,
    async close() {
      engine.detach();
      await storage.close();
    },
  };
}

/** A day: bookings for tomorrow, a rejected one, a developer and a caller with their keys; the night comes last. */
async function live({ engine, clock }: Life, day: number, bookings: number): Promise<void> {
  const tomorrowMs = clock.nowMs - (clock.nowMs % DAY_MS) + DAY_MS;
  const acme = fixtures.aCaller({ keyId: `k${day}` });
  const made = await Promise.all(
    Array.from({ length: bookings }, (_, i) => {
      const startMs = tomorrowMs + (11 + 2 * (i % IN_A_ROW)) * 3_600_000;
      return engine.partner(acme).createBooking(fixtures.LOCATION_ID, fixtures.aRequest(startMs));
    }),
  );
  expect(made.filter(({ kind }) => kind !== 'booked')).toEqual([]);
  const closed = fixtures.aRequest(tomorrowMs + 3_600_000);
  expect((await engine.partner(acme).createBooking(fixtures.LOCATION_ID, closed)).kind).toBe('refused');
  await engine.partner(acme).countRequest();
  await engine.sandbox.signUp({
    email: `dev${day}@example.com`,
    system: 'app',
    clientAddress: `10.0.${day % 250}.1`,
  });
  await engine.operator.keys.createSandbox({
    locationId: fixtures.LOCATION_ID,
    email: `key${day}@example.com`,
    system: 'app',
  });
  while ((await engine.background.deliverDue()) > 0);
  clock.nowMs += DAY_MS;
  await engine.background.runMaintenance();
}

/** How many rows each table has, those of the file of counts included. */
function rowsIn(path: string): Record<string, number> {
  const rows: Record<string, number> = {};
  for (const file of [path, `${path}-rates`]) {
    const database = new Sqlite(file, { readonly: true });
    const all = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
    for (const name of database.prepare<[], string>(all).pluck().all())
      rows[name] = database.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get()!;
    database.close();
  }
  return rows;
}

/** The tables that still grow after the longest retention. */
async function growing(life: Life, days: number, bookings: number): Promise<string[]> {
  const settled: Record<string, number> = {};
  let rows: Record<string, number> = {};
  for (let day = 1; day <= days; day++) {
    await live(life, day, bookings);
    const isChecked = day === days || [OTHERS_DAYS, ...Object.values(LONGEST_DAYS)].includes(day - 40);
    if (!isChecked) continue;
    rows = rowsIn(life.path);
    for (const [table, count] of Object.entries(rows))
      if (day === settledAfter(table)) settled[table] = count;
  }
  if (PER_DAY === 1000) console.log(`after ${days} days of ${bookings} bookings`, JSON.stringify(rows));
  return Object.entries(settled)
    .filter(([table, count]) => rows[table]! > count && !OF_BOOKINGS.has(table))
    .map(([table]) => table);
}

test('D45 after 460 days no table grows but the bookings’ own', async () => {
  const life = await begin();
  expect(await growing(life, settledAfter('refusals') + 20, PER_DAY)).toEqual([]);
  const rows = rowsIn(life.path);
  expect(rows['bookings'], 'the bookings stay').toBe(PER_DAY * (settledAfter('refusals') + 20));
  const rawDatabase = new Sqlite(life.path);
  const known = `SELECT count(*) FROM bookings WHERE guest_name <> ''`;
  expect(rawDatabase.prepare(known).pluck().get(), 'their guests go').toBeLessThanOrEqual(PER_DAY * 32);
  rawDatabase.close();
  await life.close();
}, 7_200_000);

test('D45 control: where a purge is left out its table grows, and no other', async () => {
  const life = await begin((sound) => ({
    ...sound,
    outbox: { ...sound.outbox, purge: async () => ({ dropped: 0, deleted: 0 }) },
    records: {
      ...sound.records,
      amend: ({ select, rule }) =>
        sound.records.amend({ select, rule: (...given) => ({ ...rule(...given), remove: {} }) }),
    },
    rates: { ...sound.rates, purge: async () => 0 },
  }));
  const grown = await growing(life, settledAfter('deliveries') + 5, 1);
  expect(grown.toSorted()).toEqual(['api_keys', 'deliveries', 'sign_ups', 'windows']);
  await life.close();
});
