/** The order of changes when transactions commit in a different order (D33). */
import { fixtures } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientOf, type FreshDatabase, freshDatabase, sql } from '../../../test/support/postgres.ts';
import { pgChanges } from './booking-changes.ts';
import { migrate, pgStorage } from './index.ts';

const { aBooking, aLocation, aScope, FRIDAY_MS, LOCATION_ID, save } = fixtures;
const NOON = FRIDAY_MS / 1000;

let database: FreshDatabase;

beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

const aChange = (id: string, seconds: number) =>
  aBooking(id, { tables: [id], lastEventSeconds: { 'booking.created': seconds } });
const ALL = { channel: 'partner:acme', limit: 100, filter: { locationIds: [LOCATION_ID] } } as const;

/** The control: pages by the time at which a change was decided. */
const byTime = (after: number): Promise<{ id: string; seconds: string }[]> =>
  sql(
    database.url,
    'SELECT id, changed_seconds(last_event_seconds) AS seconds FROM bookings WHERE changed_seconds(last_event_seconds) > $1 ORDER BY 2',
    [after],
  );

test('D33 a step that was decided first and commits last comes last; an order by time would skip it', async () => {
  await migrate(database);
  const storage = pgStorage(database);
  const location = await aLocation(storage);
  const model = { ...aChange('bk_0', NOON - 60), status: 'cancelled' } as const;
  await storage.bookings.amend(aScope(location), save({ booking: model }));
  const { through: begun } = await storage.bookings.changes({ ...ALL, after: 0 });
  const slow = clientOf(database.url);
  await slow.connect();
  await slow.query('BEGIN');
  await slow.query(
    `INSERT INTO bookings (location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
       guest_name, created_at, last_event_seconds)
     SELECT location_id, 'bk_1', service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
       guest_name, created_at, '{"booking.created": ${NOON}}' FROM bookings WHERE id = 'bk_0'`,
  );
  await storage.bookings.amend(aScope(location), save({ booking: aChange('bk_2', NOON + 60) }));
  const first = await storage.bookings.changes({ ...ALL, after: begun });
  expect(first.changes.map(({ booking }) => booking.id)).toEqual(['bk_2']);
  const naive = await byTime(NOON - 60);
  expect(naive.map(({ id }) => id)).toEqual(['bk_2']);
  await slow.query('COMMIT');
  await slow.end();
  const next = await storage.bookings.changes({ ...ALL, after: first.through });
  expect(next.changes.map(({ booking }) => booking.id)).toEqual(['bk_1']);
  expect(await byTime(Number(naive.at(-1)!.seconds))).toEqual([]);
  await storage.close();
});

test('D33 numbering changes does not wait for a step that changes one of them, which gets its place afterwards', async () => {
  await migrate(database);
  const storage = pgStorage(database);
  const location = await aLocation(storage);
  for (const [id, seconds] of [
    ['bk_1', NOON],
    ['bk_2', NOON + 1],
  ] as const)
    await storage.bookings.amend(aScope(location), save({ booking: aChange(id, seconds) }));
  const step = clientOf(database.url);
  await step.connect();
  await step.query(`BEGIN; SELECT FROM bookings WHERE id = 'bk_1' FOR UPDATE`);
  const list = await storage.bookings.changes({ ...ALL, after: 0 });
  expect(list.changes.map(({ booking }) => booking.id)).toEqual(['bk_2']);
  await step.query('ROLLBACK');
  await step.end();
  const { changes } = await storage.bookings.changes({ ...ALL, after: list.through });
  expect(changes.map(({ booking }) => booking.id)).toEqual(['bk_1']);
  await storage.close();
});

test('D33 a page that is read during numbering or further changes says that there is more, and all pages together are complete', async () => {
  await migrate(database);
  const storage = pgStorage(database);
  const location = await aLocation(storage);
  const all = ['bk_1', 'bk_2', 'bk_3'];
  for (const [i, id] of all.entries())
    await storage.bookings.amend(aScope(location), save({ booking: aChange(id, NOON + i) }));
  // A concurrent reader is about to commit the numbers.
  const other = clientOf(database.url);
  await other.connect();
  await other.query(`BEGIN; SELECT number_changes('partner:acme', 1000)`);
  const reading = storage.bookings.changes({ ...ALL, after: 0 });
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%number_changes%'`;
  await expect.poll(() => sql(database.url, waiting)).toHaveLength(1);
  await other.query('COMMIT');
  const { changes, hasMore } = await reading;
  expect([changes.map(({ booking }) => booking.id), hasMore]).toEqual([all, false]);

  // One booking is being changed: it is not on the page, and there is more until the change commits.
  await other.query(
    `BEGIN; UPDATE bookings SET last_event_seconds = '{"booking.created": ${NOON + 9}}' WHERE id = 'bk_2'`,
  );
  await other.query('COMMIT');
  await other.query(`BEGIN; SELECT FROM bookings WHERE id = 'bk_2' FOR UPDATE`);
  const without = await storage.bookings.changes({ ...ALL, after: 0 });
  expect([without.changes.map(({ booking }) => booking.id), without.hasMore]).toEqual([
    ['bk_1', 'bk_3'],
    true,
  ]);
  await other.query('ROLLBACK');
  await other.end();
  const rest = await storage.bookings.changes({ ...ALL, after: without.through });
  expect([rest.changes.map(({ booking }) => booking.id), rest.hasMore]).toEqual([['bk_2'], false]);
  await storage.close();
});

test('D33 the page after a position that the channel has not reached contains a change that is numbered while it is read', async () => {
  await migrate(database);
  const storage = pgStorage(database);
  const location = await aLocation(storage);
  const put = (id: string, seconds: number) =>
    storage.bookings.amend(aScope(location), save({ booking: aChange(id, seconds) }));
  await put('bk_1', NOON);
  await storage.bookings.changes({ ...ALL, after: 0 });
  const list = pgChanges(async <T>(text: string, values: readonly unknown[] = []) => {
    const rows = await sql<T>(database.url, text, [...values]);
    if (text.includes('number_changes')) {
      await put('bk_2', NOON + 1);
      await storage.bookings.changes({ ...ALL, after: 0 });
    }
    return rows;
  });
  const { changes } = await list({ ...ALL, after: (NOON + 600) * 1_000_000 });
  expect(changes.map(({ booking }) => booking.id)).toEqual(['bk_2']);
  await storage.close();
});
