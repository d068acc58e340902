import type { DiaryScope, Location, Storage } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { clientOf, emptyDatabase, type FreshDatabase, sql } from '../../../test/support/postgres.ts';
import { pgStorage } from './storage.ts';

const { aBooking, aDelivery, aLocation, aScope, FRIDAY, FRIDAY_MS, lease, save, resultOf } = fixtures;
const HOUR_MS = 3_600_000;

let database: FreshDatabase;
let openings: Storage[];
let location: Location;

beforeAll(async () => {
  database = await migratedDatabase();
  openings = [0, 1, 2].map(() => pgStorage({ url: database.url }));
});

beforeEach(async () => {
  await emptyDatabase(database.url);
  location = await aLocation(openings[0]!);
});

afterAll(async () => {
  await Promise.all(openings.map((opening) => opening.close()));
  await database.drop();
});

test('steps on one date from different storages each see the commit of the previous one', async () => {
  const seen = await Promise.all(
    Array.from({ length: 120 }, (_, i) =>
      resultOf(
        openings[i % 3]!.bookings.amend(aScope(location), ({ bookings }) => ({
          result: bookings.length,
          booking: aBooking(`bk_${i}`, { tables: [`T${i}`] }),
        })),
      ),
    ),
  );
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, i) => i));
});

test('steps over two dates, named in either order, never deadlock', async () => {
  const dates = Array.from({ length: 6 }, (_, i) =>
    new Date(FRIDAY_MS + i * 24 * HOUR_MS).toISOString().slice(0, 10),
  );
  const interval = { startMs: FRIDAY_MS, endMs: FRIDAY_MS + 6 * 24 * HOUR_MS };
  const deadlocks = async (): Promise<number> => {
    const [row] = await sql<{ deadlocks: string }>(
      database.url,
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(row!.deadlocks);
  };
  const before = await deadlocks();
  await Promise.all(
    Array.from({ length: 150 }, (_, i) => {
      const two = [dates[i % 6]!, dates[(i * 5 + 3) % 6]!];
      const scope: DiaryScope = aScope(location, { dates: i % 2 ? two : two.toReversed(), interval });
      const booking = aBooking(`bk_${i}`, { tables: [`T${i}`] });
      return openings[i % 3]!.bookings.amend(scope, save({ booking }));
    }),
  );
  expect(await openings[0]!.bookings.list(location.id)).toHaveLength(150);
  expect(await deadlocks()).toBe(before);
});

test('a step with an error does not affect the steps in its transaction', async () => {
  const [opening] = openings;
  const fault = new Error('a fault of the rule');
  await opening!.bookings.amend(aScope(location), save({ booking: aBooking('bk_first', { tables: ['A'] }) }));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, i) =>
      opening!.bookings.amend(aScope(location), () => {
        if (i === 20) throw fault;
        // The 40th does not check, and wants an occupied table.
        const tables = [i === 40 ? 'A' : `T${i}`];
        return { result: i, booking: aBooking(`bk_${i}`, { tables }), deliveries: [aDelivery(`d_${i}`)] };
      }),
    ),
  );
  const failed = outcomes.flatMap((outcome, i) => (outcome.status === 'rejected' ? [i] : []));
  expect(failed).toEqual([20, 40]);
  expect(outcomes[20]).toMatchObject({ reason: fault });
  expect(await opening!.bookings.list(location.id, FRIDAY)).toHaveLength(59);
  expect(await lease(opening!)).toHaveLength(58);
});

test('an event that commits while a later one gets its position comes behind it: a reader that continues misses none', async () => {
  const { events } = openings[0]!;
  const write = (seq: number): Promise<unknown> =>
    sql(
      database.url,
      'INSERT INTO events (location_id, seq, booking_id, body, written_at) VALUES ($1, $2, $3, $4, now())',
      [location.id, seq, `bk_${seq}`, '{}'],
    );
  await write(2);
  const numbering = clientOf(database.url);
  onTestFinished(() => numbering.end());
  numbering.on('error', () => undefined); // the database is dropped first
  await numbering.connect();
  await numbering.query('BEGIN; SELECT number_events(10)');
  await write(1);
  const last = events.last();
  await vi.waitFor(async () => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    expect(await sql(database.url, waiting)).toHaveLength(1);
  }, 60_000);
  await numbering.query('COMMIT');
  expect(await last).toBe(2);
  expect((await events.read(1, 10)).map(({ bookingId }) => bookingId)).toEqual(['bk_1']);
});
