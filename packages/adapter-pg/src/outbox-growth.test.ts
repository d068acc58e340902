/** The cost of monitoring an outbox with many waiting deliveries. */
import type { Storage } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { clientOf, type FreshDatabase, sql } from '../../../test/support/postgres.ts';
import { given, planCostOf } from '../../../test/support/plan-cost.ts';
import { FIND, OF_QUEUE } from './outbox.ts';
import { pgStorage } from './storage.ts';

const { anEndpoint, FRIDAY_MS, LOCATION_ID } = fixtures;

let database: FreshDatabase;
let storage: Storage;
let client: pg.Client;

beforeAll(async () => {
  database = await migratedDatabase();
  storage = pgStorage(database);
  client = clientOf(database.url);
  await client.connect();
});

afterAll(async () => {
  await Promise.all([client.end(), storage.close()]);
  await database.drop();
});

/** Pages that a call touches on a session that has run it before. */
async function pagesOf(call: string): Promise<number> {
  for (let i = 0; i < 3; i++) await client.query(call);
  return (await planCostOf((text) => client.query(text), call)).pages;
}

test('waiting deliveries are counted up to a limit, listed from the latest, and found by id, however many there are', async () => {
  await storage.records.amend(
    steps.insertion('endpoints', anEndpoint({ id: 'closed', disabledMs: FRIDAY_MS })),
  );
  const [next, count] = ['SELECT next_delivery_ms()', 'SELECT * FROM outbox_stats(10)'];
  for (const planned of [next, count]) await pagesOf(planned); // on an empty table: the plan is kept
  await sql(
    database.url,
    `INSERT INTO deliveries (location_id, id, lane, event_id, body, state, created_at, due_at)
     SELECT '${LOCATION_ID}', 'event ' || i || '@' || lane, lane, 'event ' || i, 'body', state, now() - i * interval '1 s',
       now() + (CASE WHEN lane = 'late' THEN -1 ELSE 1 END) * i * interval '1 s'
     FROM generate_series(1, 30000) i, (VALUES ('closed', 'waiting'), ('mail', 'waiting'), ('late', 'waiting'), ('e', 'delivered')) AS t (lane, state)`,
  );
  for (const planned of [next, count]) expect(await pagesOf(planned), planned).toBeLessThan(400);
  // A concurrent transaction leaves pages that are not marked as visible to all, and twice as many are read.
  const isVisible = async (): Promise<boolean> => {
    await sql(database.url, 'VACUUM (ANALYZE) deliveries');
    const [table] = await sql<{ whole: boolean }>(
      database.url,
      `SELECT relallvisible = relpages AS whole FROM pg_class WHERE oid = 'deliveries'::regclass`,
    );
    return table!.whole;
  };
  await expect.poll(isVisible).toBe(true);
  const stats = await storage.outbox.stats();
  expect(stats.due).toBe(10_000);
  expect(stats.waiting, 'the statistics say about 90,000').toBeGreaterThanOrEqual(10_000);
  const pages = await pagesOf('SELECT * FROM outbox_stats(10000)');
  expect(pages).toBeLessThan(3000);
  expect(await pagesOf(given(OF_QUEUE, `'mail'`, '20'))).toBeLessThan(60);
  expect(await pagesOf(given(FIND, `'e'`, `'event 29999'`))).toBeLessThan(10);
  // The controls: counting all, and searching without the index or the id, reads far more.
  expect(await pagesOf('SELECT * FROM outbox_stats(1000000)')).toBeGreaterThan(2 * pages);
  await client.query('BEGIN; DROP INDEX deliveries_latest');
  expect(await pagesOf(given(OF_QUEUE, `'mail'`, '20'))).toBeGreaterThan(300);
  await client.query('ROLLBACK');
  expect(await pagesOf(given(FIND, `'e'`, `'event 0'`))).toBeGreaterThan(300);
});
