/** Under contention a step ends with an outcome, as stale or as `unavailable`, and never with an unexpected error. */
import { setTimeout as pause } from 'node:timers/promises';
import { BookingError, type Location, StaleStepError, type Storage } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type FreshDatabase, sql } from '../../../test/support/postgres.ts';
import { openDatabase, type OpenDatabase } from '../test-support/database.ts';
import { pgStorage } from './storage.ts';

const { aBooking, aLocation, aPlan, aScope, bookIfFree, FRIDAY_MS, LOCATION_ID, save, resultOf } = fixtures;
const DAY_MS = 86_400_000;

let here: OpenDatabase;
let database: FreshDatabase;
let storage: Storage;
let location: Location;

beforeEach(async () => {
  here = await openDatabase();
  ({ database, storage } = here);
  location = await aLocation(storage);
});

afterEach(() => here.end());

/** Makes the server reject the insertion of a booking a number of times, as contention of this kind would. */
async function failInserts(times: number, code: string, constraint = ''): Promise<void> {
  await sql(
    database.url,
    `CREATE SEQUENCE refusals_made;
     CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF nextval('bord.refusals_made') <= ${times} THEN
         RAISE EXCEPTION USING ERRCODE = '${code}', CONSTRAINT = '${constraint}', MESSAGE = 'in somebody''s way';
       END IF;
       RETURN NULL;
     END $$;
     CREATE TRIGGER refuse BEFORE INSERT ON bookings EXECUTE FUNCTION refuse()`,
  );
}

async function refusals(): Promise<number> {
  const [row] = await sql<{ made: number }>(
    database.url,
    'SELECT last_value::integer AS made FROM refusals_made',
  );
  return row!.made;
}

const KINDS = [
  ['a serialization failure', '40001', ''],
  ['a deadlock', '40P01', ''],
  ['a lock that is waited for too long', '55P03', ''],
  ['a statement that takes too long', '57014', ''],
  ['an idempotency key on two dates at once', '23505', 'bookings_idempotency_key'],
] as const;

test.each(KINDS)('%s twice in a row: the step is retried, and booked once', async (_, code, constraint) => {
  await failInserts(2, code, constraint);
  expect(await resultOf(storage.bookings.amend(aScope(location), bookIfFree(aBooking('bk_1'))))).toBe(
    'booked',
  );
  expect(await refusals()).toBe(3);
  expect(await storage.bookings.list(LOCATION_ID)).toHaveLength(1);
});

test.each(KINDS)('%s forever: unavailable, after a few attempts', async (_, code, constraint) => {
  await failInserts(1_000_000, code, constraint);
  const step = storage.bookings.amend(aScope(location), bookIfFree(aBooking('bk_1')));
  await expect(step).rejects.toBeInstanceOf(BookingError);
  await expect(step).rejects.toMatchObject({ code: 'unavailable' });
  expect(await refusals()).toBeGreaterThan(2);
  expect(await refusals()).toBeLessThan(20);
});

test('D10 a constraint violation is retried once, because it might be a race; a real one stays an error', async () => {
  await failInserts(1, '23P01', 'seatings_held_once');
  expect(await resultOf(storage.bookings.amend(aScope(location), bookIfFree(aBooking('bk_1'))))).toBe(
    'booked',
  );
  expect(await refusals()).toBe(2);
  const blind = save({ booking: aBooking('bk_2') });
  await expect(storage.bookings.amend(aScope(location), blind)).rejects.toMatchObject({
    constraint: 'seatings_held_once',
  });
  expect(await refusals()).toBe(4);
});

test('hundreds of steps over broken sessions and changing plans all end with an outcome', async () => {
  const openings = [storage, pgStorage(database), pgStorage(database)];
  onTestFinished(async () => void (await Promise.all(openings.map((opening) => opening.close()))));
  let isOver = false;
  const trouble = (async () => {
    for (let i = 0; !isOver; i++) {
      await sql(
        database.url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY random() LIMIT 2`,
      );
      if (i % 5 === 4)
        location =
          (await openings[1]!.locations.put(LOCATION_ID, aPlan(), 0, () => undefined).catch(() => null))
            ?.location ?? location;
      await pause(20);
    }
  })();
  const step = async (i: number): Promise<string> => {
    const startMs = FRIDAY_MS + (i % 4) * DAY_MS;
    const date = new Date(startMs).toISOString().slice(0, 10);
    const idempotencyKey = `key ${i % 60}`;
    const booking = aBooking(`bk_${i}`, {
      startMs,
      serviceDate: date,
      tables: [`T${i % 9}`],
      idempotencyKey,
    });
    const interval = { startMs, endMs: startMs + DAY_MS };
    const scope = aScope(location, { dates: [date], interval, named: { idempotencyKey } });
    return resultOf(openings[i % 3]!.bookings.amend(scope, bookIfFree(booking))).catch((error: unknown) => {
      if (error instanceof StaleStepError) return 'stale';
      if (BookingError.is(error)) return error.code;
      throw error;
    });
  };
  const ends = new Set<string>();
  for (let i = 0; i < 600; i += 60)
    for (const end of await Promise.all(Array.from({ length: 60 }, (_, j) => step(i + j)))) ends.add(end);
  isOver = true;
  await trouble;
  expect(['booked', 'replayed', 'full', 'stale', 'unavailable']).toEqual(expect.arrayContaining([...ends]));
  const bookings = await storage.bookings.list(LOCATION_ID);
  expect(new Set(bookings.map((booking) => booking.idempotencyKey)).size).toBe(bookings.length);
});
