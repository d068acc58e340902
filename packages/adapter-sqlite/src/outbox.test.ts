import type { Storage } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import type { Database } from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { aDatabase } from '../test-support/database.ts';
import { planOf } from '../test-support/plans.ts';
import { QUEUE_STATEMENTS } from './queues.ts';
import { PURGES } from './outbox.ts';

const { aBooking, aDelivery, aLocation, anAttempt, anEndpoint, aScope, lease, LOCATION_ID, save } = fixtures;
const REQUEST = { limit: 10, leaseMs: 60_000, perQueue: 10, inFlightByQueue: new Map<string, number>() };

let storage: Storage;
/** A second connection to the database. */
let rawDatabase: Database;

beforeEach(() => {
  ({ storage, rawDatabase } = aDatabase());
});

const ids = (deliveries: readonly { readonly id: string }[]): string[] => deliveries.map(({ id }) => id);

async function add(queue: string, count: number): Promise<void> {
  await storage.outbox.add(Array.from({ length: count }, (_, i) => aDelivery(`${queue}${i}`, { queue })));
}

const looksOf = (sql: string): string[] =>
  planOf(rawDatabase, sql).filter((detail) => detail.includes('deliveries'));

/** Matches a search of this index. */
const searches = (index: string) => (detail: string) =>
  /^SEARCH deliveries USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1] === index;

test('with any number of deliveries in closed queues, leasing and the next time are searches of an index', () => {
  const queries = [QUEUE_STATEMENTS.open, QUEUE_STATEMENTS.due, QUEUE_STATEMENTS.next];
  const isSearch = searches('deliveries_waiting');
  for (const sql of queries) expect(looksOf(sql).filter((detail) => !isSearch(detail))).toEqual([]);
  expect(looksOf(QUEUE_STATEMENTS.due)).toEqual([
    'SEARCH deliveries USING INDEX deliveries_waiting (lane=? AND free_ms<?)',
  ]);
  rawDatabase.exec('DROP INDEX deliveries_waiting');
  for (const sql of queries) expect(looksOf(sql).some((detail) => !isSearch(detail))).toBe(true);
});

test('purging reads only old deliveries, queue by queue', () => {
  for (const sql of Object.values(PURGES)) {
    expect(looksOf(sql)).toContain('SEARCH deliveries USING INDEX deliveries_lane (lane=? AND created_ms<?)');
    expect(looksOf(sql).filter((detail) => detail.startsWith('SCAN'))).toEqual([]);
  }
});

test('D23 100,000 waiting events of a disabled endpoint do not delay others', async () => {
  await storage.records.amend(steps.insertion('endpoints', anEndpoint({ id: 'closed', disabledMs: 1 })));
  await storage.records.amend(steps.insertion('endpoints', anEndpoint({ id: 'open' })));
  rawDatabase.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
    INSERT INTO deliveries (id, lane, location_id, event_id, body, state, created_ms, due_ms)
    SELECT 'closed' || i, 'closed', '${LOCATION_ID}', 'event' || i, '{}', 'waiting', i, i FROM n`);
  expect(await storage.outbox.nextDueInMs()).toBeNull();
  expect(await storage.outbox.lease(REQUEST)).toEqual([]);
  expect(await storage.outbox.stats()).toEqual({ due: 0, oldestDueMs: null, waiting: 10_000 });
  await add('open', 2);
  expect(await storage.outbox.nextDueInMs()).toBe(0);
  expect(ids(await storage.outbox.lease(REQUEST))).toEqual(['open0', 'open1']);
  await storage.records.amend(
    steps.replacement('endpoints', 'closed', (endpoint) => ({ ...endpoint, disabledMs: null })),
  );
  expect(await storage.outbox.lease(REQUEST)).toHaveLength(10);
});

test('queues take turns: a long queue does not fill a worker before the next is read', async () => {
  for (const id of ['a', 'b', 'c'])
    await storage.records.amend(steps.insertion('endpoints', anEndpoint({ id })));
  await add('a', 20);
  await add('b', 2);
  await add('mail', 1);
  const leased = await storage.outbox.lease({ ...REQUEST, limit: 6 });
  expect(ids(leased).toSorted()).toEqual(['a0', 'a1', 'a2', 'b0', 'b1', 'mail0']);
  await add('c', 2);
  const inFlightByQueue = new Map([['a', 3]]);
  expect(ids(await storage.outbox.lease({ ...REQUEST, limit: 3, inFlightByQueue })).toSorted()).toEqual([
    'a3',
    'c0',
    'c1',
  ]);
  expect(await storage.outbox.lease({ ...REQUEST, inFlightByQueue: new Map([['a', 11]]) })).toEqual([]);
});

// Waiting for the lock would block: only this process can end the transaction.
test('without due deliveries a lease does not wait for the lock; otherwise it waits for the other transaction', async () => {
  await storage.records.amend(steps.insertion('endpoints', anEndpoint()));
  rawDatabase.exec('BEGIN IMMEDIATE');
  expect(await storage.outbox.lease(REQUEST)).toEqual([]);
  expect(await storage.outbox.nextDueInMs()).toBeNull();
  rawDatabase.exec('ROLLBACK');
  await add('e', 1);
  rawDatabase.exec('BEGIN IMMEDIATE');
  let isOver = false;
  const leased = storage.outbox.lease(REQUEST).finally(() => (isOver = true));
  expect(ids(await storage.outbox.lease({ ...REQUEST, inFlightByQueue: new Map([['e', 10]]) }))).toEqual([]);
  expect(isOver).toBe(false);
  rawDatabase.exec('ROLLBACK');
  expect(ids(await leased)).toEqual(['e0']);
});

test('a rule that throws undoes only its settlement, not those that are saved with it', async () => {
  const location = await aLocation(storage);
  await storage.records.amend(steps.insertion('endpoints', anEndpoint()));
  await add('e', 3);
  const [first, second, third] = await lease(storage);
  const fault = new Error('a fault of the rule');
  const outcomes = await Promise.allSettled([
    storage.outbox.settle(first!, null, (endpoint) => ({
      state: 'failed',
      endpoint: { ...endpoint!, failedInARow: 1 },
    })),
    storage.outbox.settle(second!, null, () => {
      throw fault;
    }),
    // The message cannot be written, so the settlement is undone.
    storage.outbox.settle(third!, null, (endpoint) => ({
      state: 'failed',
      endpoint: { ...endpoint!, failedInARow: 9 },
      deliveries: [aDelivery('word', { body: null as unknown as string })],
    })),
    storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') })),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: fault });
  expect((await storage.records.find('endpoints', { id: 'e' }))?.failedInARow).toBe(1);
  const states = (await storage.outbox.ofQueue('e', 10)).map(({ id, state }) => [id, state]);
  expect(Object.fromEntries(states)).toEqual({ e0: 'failed', e1: 'waiting', e2: 'waiting' });
  expect(await storage.outbox.settle(second!, null, () => ({ state: 'delivered' }))).toBe(true);
});

test('an attempt is stored in the format of all versions, and read from it', async () => {
  await add('a', 1);
  const [record] = await storage.outbox.ofQueue('a', 1);
  await storage.outbox.record(record!, anAttempt({ responseExcerpt: 'sorry' }));
  const stored = rawDatabase.prepare('SELECT attempts FROM deliveries').pluck().get() as string;
  const { responseExcerpt, ...rest } = anAttempt({ responseExcerpt: 'sorry' });
  expect(JSON.parse(stored)).toEqual([{ ...rest, said: responseExcerpt }]);
  expect((await storage.outbox.ofQueue('a', 1))[0]!.attempts).toEqual([
    anAttempt({ responseExcerpt: 'sorry' }),
  ]);
});
