import { type Booking, type Location, StaleStepError, type Storage } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import type { Database } from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { aDatabase } from '../test-support/database.ts';
import { planOf } from '../test-support/plans.ts';
import { aPath } from '../test-support/processes.ts';
import { TOUCHING } from './working-snapshot.ts';
import { sqliteStorage } from './index.ts';

const { aBooking, aDelivery, aLocation, aScope, bookIfFree, FRIDAY_MS, lease, LOCATION_ID, save, resultOf } =
  fixtures;
const { OTHER_LOCATION_ID } = fixtures;
const HOUR_MS = 3_600_000;
const DAY = { startMs: FRIDAY_MS + 18 * HOUR_MS, endMs: FRIDAY_MS + 20 * HOUR_MS };

let storage: Storage;
let location: Location;
/** A second connection to the database. */
let rawDatabase: Database;

beforeEach(async () => {
  ({ storage, rawDatabase } = aDatabase());
  location = await aLocation(storage);
});

const book = (booking: Booking) => resultOf(storage.bookings.amend(aScope(location), bookIfFree(booking)));
const seatings = (): unknown[] =>
  rawDatabase.prepare('SELECT table_id, booking_id FROM seatings ORDER BY table_id, start_ms').raw().all();

test.each([
  ['at the same time', 18, 20],
  ['across its start', 17, 18.5],
  ['across its end', 19.5, 22],
  ['inside', 18.5, 19],
  ['around', 17, 22],
])('§4.3.1 an overlap by manual SQL is rejected: %s', async (_, fromHour, toHour) => {
  await book(aBooking('bk_before', { startMs: FRIDAY_MS + 14 * HOUR_MS }));
  await book(aBooking('bk_1'));
  const insert = rawDatabase.prepare(`INSERT INTO seatings VALUES (?, 'A', ?, ?, 'bk_2')`);
  const [startMs, endMs] = [FRIDAY_MS + fromHour * HOUR_MS, FRIDAY_MS + toHour * HOUR_MS];
  expect(() => insert.run(LOCATION_ID, startMs, endMs)).toThrow('held by another booking');
  expect(() => rawDatabase.prepare('UPDATE seatings SET start_ms = start_ms - 1').run()).toThrow(
    'is not changed',
  );
});

test('§4.3.1 manual SQL can add seatings that only touch another one, or are at another table or location', async () => {
  await book(aBooking('bk_1'));
  const insert = rawDatabase.prepare('INSERT INTO seatings VALUES (?, ?, ?, ?, ?)');
  insert.run(LOCATION_ID, 'A', DAY.endMs, DAY.endMs + HOUR_MS, 'bk_2');
  insert.run(LOCATION_ID, 'A', DAY.startMs - HOUR_MS, DAY.startMs, 'bk_3');
  insert.run(LOCATION_ID, 'B', DAY.startMs, DAY.endMs, 'bk_4');
  insert.run('another', 'A', DAY.startMs, DAY.endMs, 'bk_5');
  expect(() => insert.run(LOCATION_ID, 'A', DAY.startMs, DAY.startMs, 'bk_6')).toThrow('CHECK');
});

test('§4.3.5 a second booking with an idempotency key of a location is rejected, also by manual SQL', async () => {
  await book(aBooking('bk_1', { idempotencyKey: 'k' }));
  const copy = `INSERT INTO bookings SELECT 'bk_2', * FROM (SELECT * FROM bookings)`;
  const columns = rawDatabase.pragma('table_info(bookings)') as { name: string }[];
  const rest = columns.map(({ name }) => name).filter((name) => name !== 'id');
  const partial = copy.replace('SELECT * FROM', `SELECT ${rest.join(', ')} FROM`);
  expect(() => rawDatabase.exec(partial)).toThrow(
    'UNIQUE constraint failed: bookings.location_id, bookings.idempotency_key',
  );
  const faulty = save({ booking: aBooking('bk_3', { tables: ['B'], idempotencyKey: 'k' }) });
  await expect(storage.bookings.amend(aScope(location), faulty)).rejects.toThrow('UNIQUE');
});

test('a booking has its seatings while it is live, and none otherwise', async () => {
  const booking = aBooking('bk_1', { tables: ['A', 'B'] });
  await book(booking);
  expect(seatings()).toEqual([
    ['A', 'bk_1'],
    ['B', 'bk_1'],
  ]);
  const states: [Partial<Booking>, unknown[]][] = [
    [{ status: 'completed' }, []],
    [{ status: 'confirmed', tables: ['C'] }, [['C', 'bk_1']]],
    [
      {
        status: 'confirmed',
        startMs: DAY.endMs,
        endMs: DAY.endMs + 1,
        blockedUntilMs: DAY.endMs + 2,
      },
      [
        ['A', 'bk_1'],
        ['B', 'bk_1'],
      ],
    ],
    [{ status: 'cancelled' }, []],
  ];
  for (const [change, expected] of states) {
    await storage.bookings.amend(aScope(location), save({ booking: { ...booking, ...change } }));
    expect(seatings()).toEqual(expected);
  }
});

test('D9 three bookings pass their tables on in a ring, and a fourth takes the free one', async () => {
  for (const table of ['A', 'B', 'C']) await book(aBooking(`bk_${table}`, { tables: [table] }));
  const ring = [
    { bookingId: 'bk_A', tables: ['B'] },
    { bookingId: 'bk_B', tables: ['C'] },
    { bookingId: 'bk_C', tables: ['D'] },
  ];
  const booking = aBooking('bk_new', { tables: ['A'] });
  await storage.bookings.amend(aScope(location), save({ booking, reseatings: ring }));
  expect(seatings()).toEqual([
    ['A', 'bk_new'],
    ['B', 'bk_A'],
    ['C', 'bk_B'],
    ['D', 'bk_C'],
  ]);
  const unknown = save({ reseatings: [{ bookingId: 'bk_nobody', tables: ['E'] }] });
  await expect(storage.bookings.amend(aScope(location), unknown)).rejects.toThrow('not in the snapshot');
});

test('steps of one transaction see the changes of earlier steps', async () => {
  const at = (id: string, table: string): Booking => aBooking(id, { tables: [table] });
  const wide = { startMs: FRIDAY_MS - 24 * HOUR_MS, endMs: FRIDAY_MS + 48 * HOUR_MS };
  const ids = (interval = aScope(location).interval): Promise<string[]> =>
    resultOf(
      storage.bookings.amend(aScope(location, { interval }), (snapshot) => ({
        result: snapshot.bookings.map(({ id, tables }) => `${id}@${tables.join('+')}`).toSorted(),
      })),
    );
  const results = await Promise.all([
    ids(wide),
    book(at('bk_1', 'A')),
    resultOf(storage.bookings.amend(aScope(location), save({ booking: at('bk_2', 'A') }))).catch(
      () => 'refused',
    ),
    book(at('bk_3', 'A')),
    ids(),
    resultOf(
      storage.bookings.amend(aScope(location), save({ reseatings: [{ bookingId: 'bk_1', tables: ['B'] }] })),
    ),
    book(at('bk_4', 'A')),
    ids(wide),
    resultOf(
      storage.bookings.amend(
        aScope(location),
        save({ booking: { ...at('bk_4', 'A'), status: 'cancelled' } }),
      ),
    ),
    ids(wide),
  ]);
  expect(results).toEqual([
    [],
    'booked',
    'refused',
    'full',
    ['bk_1@A'],
    null,
    'booked',
    ['bk_1@B', 'bk_4@A'],
    null,
    ['bk_1@B'],
  ]);
});

test('a step is stale if the plan was changed in the same transaction', async () => {
  const outcomes = await Promise.allSettled([
    book(aBooking('bk_1')),
    aLocation(storage),
    book(aBooking('bk_2', { tables: ['B'] })),
  ]);
  expect(outcomes[2]).toMatchObject({ reason: expect.any(StaleStepError) as unknown });
  expect(seatings()).toEqual([['A', 'bk_1']]);
});

test('a booking whose event cannot be written is not written', async () => {
  await storage.bookings.amend(aScope(location), save({ deliveries: [aDelivery('d')] }));
  const twice = save({ booking: aBooking('bk_1'), deliveries: [aDelivery('d2'), aDelivery('d')] });
  await expect(storage.bookings.amend(aScope(location), twice)).rejects.toThrow('deliveries.id');
  expect(await storage.bookings.list(LOCATION_ID)).toEqual([]);
  expect(await lease(storage)).toHaveLength(1);
});

test('the diary finds bookings that started long before, and reads one range of an index', async () => {
  const days = 24 * HOUR_MS;
  await book(aBooking('bk_long', { startMs: FRIDAY_MS - 40 * days, endMs: DAY.startMs + 1 }));
  await book(aBooking('bk_over', { startMs: FRIDAY_MS - 40 * days, endMs: DAY.startMs, tables: ['B'] }));
  expect((await storage.bookings.diary(LOCATION_ID, DAY)).map(({ id }) => id)).toEqual(['bk_long']);
  expect(planOf(rawDatabase, TOUCHING)[0]).toBe(
    'SEARCH bookings USING COVERING INDEX bookings_diary (location_id=? AND start_ms>? AND start_ms<?)',
  );
});

test('a closed storage finishes running steps, and rejects new ones', async () => {
  const path = aPath();
  const closing = sqliteStorage({ path, migrate: true });
  const made = aLocation(closing);
  await closing.close();
  expect((await made).revision).toBe(1);
  await expect(aLocation(closing)).rejects.toMatchObject({ code: 'unavailable' });
  const again = sqliteStorage({ path });
  expect(await again.locations.list()).toHaveLength(1);
  await again.close();
});

test('of fifty bookings that wait at one location, the first is taken before that of another location and the rest after it', async () => {
  const other = await aLocation(storage, {}, OTHER_LOCATION_ID);
  const taken: string[] = [];
  const at = (one: Location) => () => {
    taken.push(one.id);
    return { result: null };
  };
  const steps = [...Array.from({ length: 50 }, () => location), other].map((one) =>
    storage.bookings.amend(aScope(one), at(one)),
  );
  await Promise.all(steps);
  expect(taken.indexOf(other.id)).toBe(1);
  expect(taken).toHaveLength(51);
});
