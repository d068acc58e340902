/** The cost of the outbox: waiting deliveries of other queues must not slow due ones, and an empty lease must not write. */
import { readFileSync } from 'node:fs';
import type { Storage } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { clientOf, emptyDatabase, type FreshDatabase, sql } from '../../../test/support/postgres.ts';
import { type PlanCost, planCostOf } from '../../../test/support/plan-cost.ts';
import { pgStorage } from './storage.ts';

const { aDelivery, anEndpoint, FRIDAY_MS, lease, LOCATION_ID } = fixtures;

let database: FreshDatabase;
let storage: Storage;
let client: pg.Client;

beforeAll(async () => {
  database = await migratedDatabase();
  storage = pgStorage(database);
  client = clientOf(database.url);
  await client.connect();
});

beforeEach(() => emptyDatabase(database.url));

afterAll(async () => {
  await Promise.all([client.end(), storage.close()]);
  await database.drop();
});

/** The cost of a call on a session that has run it before: touched pages, and WAL records. */
async function costOf(call: string): Promise<PlanCost> {
  for (let i = 0; i < 3; i++) await client.query(call);
  return planCostOf((text) => client.query(text), call);
}

const LEASE = `SELECT * FROM lease_deliveries(100, 60000, 10, '{"full": 10}')`;

/** The same with a join, whose plan depends on the time of planning. */
const LEASE_JOINED = /CREATE FUNCTION bord\.lease_deliveries.*?^END \$\$;/ms
  .exec(readFileSync(new URL('../functions.sql', import.meta.url), 'utf8'))![0]
  .replace('bord.lease_deliveries', 'pg_temp.lease_joined')
  .replace('  WITH lanes', '  RETURN QUERY WITH lanes')
  .replace(/ {2}SELECT array_agg.*?RETURN QUERY\n/s, '')
  .replace('WHERE d.id = ANY (ids)', 'FROM taken t WHERE d.id = t.id');

test('100,000 deliveries of a disabled endpoint, and as many of one at its limit, do not slow the others', async () => {
  await storage.records.amend(
    steps.insertion('endpoints', anEndpoint({ id: 'closed', disabledMs: FRIDAY_MS })),
  );
  await storage.records.amend(steps.insertion('endpoints', anEndpoint({ id: 'full' })));
  await sql(
    database.url,
    `INSERT INTO deliveries (location_id, id, lane, event_id, body, created_at, due_at)
     SELECT '${LOCATION_ID}', lane || i, lane, 'event', 'body', now(), now() - i * interval '1 s'
     FROM generate_series(1, 100000) i, unnest(ARRAY['closed', 'full']) AS t (lane)`,
  );
  const idle = await costOf(LEASE);
  expect(idle.pages).toBeLessThan(60);
  expect(idle.log, 'an idle lease writes nothing').toBe(0);
  expect((await costOf('SELECT next_delivery_ms()')).pages).toBeLessThan(60);
  await storage.outbox.add([aDelivery('mail')]);
  expect(
    (await lease(storage, { perQueue: 10, inFlightByQueue: new Map([['full', 10]]) })).map(({ id }) => id),
  ).toEqual(['mail']);
  // The control: without its index the same call reads them all.
  await client.query('BEGIN; DROP INDEX deliveries_waiting, deliveries_latest');
  expect((await costOf(LEASE)).pages).toBeGreaterThan(2000);
  await client.query('ROLLBACK');
});

test('due deliveries are found by lane and id, even if the plan was made on an empty table', async () => {
  // An automatic ANALYZE would cause a new plan.
  await client.query('ALTER TABLE deliveries SET (autovacuum_enabled = off)');
  onTestFinished(async () => {
    await client.query('ALTER TABLE deliveries RESET (autovacuum_enabled)');
  });
  await client.query('VACUUM (ANALYZE) deliveries, endpoints');
  await client.query(LEASE_JOINED);
  const joined = LEASE.replace('lease_deliveries', 'pg_temp.lease_joined');
  for (const planned of [LEASE, joined]) await costOf(planned);
  await sql(
    database.url,
    `INSERT INTO deliveries (location_id, id, lane, event_id, body, created_at, due_at)
     SELECT '${LOCATION_ID}', 'd' || i, 'mail', 'event', 'body', now(), now() FROM generate_series(1, 30000) i`,
  );
  expect((await costOf(LEASE)).pages).toBeLessThan(300);
  // The control: an earlier version, which joins the chosen rows with the table in one statement.
  expect((await costOf(joined)).pages).toBeGreaterThan(3000);
});

test('a settlement finds its delivery by id among many waiting ones, even if a vacuum has counted none', async () => {
  await client.query('VACUUM (TRUNCATE false, ANALYZE) deliveries');
  await sql(
    database.url,
    `INSERT INTO deliveries (location_id, id, lane, event_id, body, created_at, due_at, lease, leased_until)
     SELECT '${LOCATION_ID}', 'd' || i, 'mail', 'event', 'body', now(), now(), 1, now() FROM generate_series(1, 20000) i`,
  );
  const rows = Array.from({ length: 10 }, (_, i) => ({ id: `d${i + 1}`, lease: 7, state: 'delivered' }));
  const call = `SELECT settle_deliveries('${JSON.stringify(rows)}')`;
  expect((await costOf(call)).pages).toBeLessThan(100);
  const lock = `SELECT lock_lanes('{mail}', ARRAY['d1', 'd2', 'd3'])`;
  expect((await costOf(lock)).pages).toBeLessThan(60);
});
