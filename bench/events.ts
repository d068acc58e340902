/**
 * P18: what a subscriber of `engine.events` costs a booking.
 *
 *     node --conditions=@bord/source bench/run.ts events
 */
import { migrate, pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { freshDatabase, setup } from '../test/support/postgres.ts';
import { type Figure, interleaved, median, rate, ratioOf } from './figure.ts';
import { databaseIn, newFolder } from './server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ROUNDS = 5;
const ROUND_MS = 700;
const CALLERS = 16;

/** Bookings are accepted for 50 years ahead. */
const DAYS = 18_000;

/** Bookings a second, each on another day, then two hours later; with a reader of all events, or without a subscriber. */
async function booker(storage: Storage, isRead: boolean) {
  await fixtures.aLocation(storage);
  const engine = createEngine({ storage });
  const { bookings } = engine.operator.at(fixtures.LOCATION_ID);
  const noonMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
  let made = 0;
  const read = async (): Promise<void> => {
    for await (const { data } of await engine.events({ name: 'bench' })) if (!data.bookingId) return;
  };
  const reading = isRead ? read() : null;
  return {
    measure: () =>
      rate(CALLERS, ROUND_MS, async () => {
        const startMs = noonMs + (made % DAYS) * DAY_MS + Math.floor(made / DAYS) * 2 * HOUR_MS;
        made += 1;
        const answer = await bookings.create(fixtures.aRequest(startMs));
        if (answer.kind !== 'booked') throw new Error(`a booking was ${JSON.stringify(answer)}`);
      }),
    async close() {
      engine.detach();
      await reading;
      await storage.close();
    },
  };
}

/** P18: bookings with a subscriber that reads, next to bookings without one. */
export async function run(): Promise<Figure[]> {
  const stop = await setup();
  const figures: Figure[] = [];
  for (const name of ['SQLite', 'PostgreSQL'] as const) {
    const databases = await Promise.all([opened(name), opened(name)]);
    const [plain, read] = [await booker(databases[0], false), await booker(databases[1], true)];
    const measures = { plain: plain.measure, read: read.measure };
    await interleaved(1, measures); // until the code is warm
    const rounds = await interleaved(ROUNDS, measures);
    await Promise.all([plain.close(), read.close()]);
    figures.push({
      goal: 'P18',
      what: `bookings with a subscriber that reads, ${name}`,
      unit: '/s',
      figure: median(rounds.read),
      ceiling: median(rounds.plain),
      against: 'without a subscriber',
      ratio: ratioOf(rounds.read, rounds.plain),
      atLeast: 0.6,
    });
  }
  await stop();
  return figures;
}

/** An empty database. */
export async function opened(name: 'SQLite' | 'PostgreSQL'): Promise<Storage> {
  if (name === 'SQLite') return sqliteStorage({ path: databaseIn(newFolder()).path, migrate: true });
  const database = await freshDatabase();
  await migrate(database);
  return pgStorage(database);
}
