/**
 * P18: what a booking costs in a transaction of the host.
 *
 *     node --conditions=@bord/source bench/run.ts within
 */
import { createEngine, DAY_MS } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { HOSTS } from '../test/support/hosts.ts';
import { type DatabaseKind, withDatabase } from '../test/support/killed-processes.ts';
import { setup } from '../test/support/postgres.ts';
import { type Figure, interleaved, median, rate, ratioOf } from './figure.ts';

const ROUNDS = 5;
const ROUND_MS = 700;
/** The operator can book 50 years ahead. */
const DAYS = 18_000;

/** On PostgreSQL a booking takes 20 round trips instead of 2. On SQLite it has a second row, but as many flushes. */
const MEASURED = {
  SQLite: { database: 'sqlite', kind: 'sqlite, its own connection', atLeast: 0.4 },
  PostgreSQL: { database: 'postgres', kind: 'postgres', atLeast: 0.2 },
} as const;

/** P18: one caller books and writes a row in a transaction, next to one caller that only books. Each booking has a separate day. */
async function measure(database: DatabaseKind, kind: keyof typeof HOSTS) {
  return withDatabase(database, async (url) => {
    const host = await HOSTS[kind](url);
    const engine = createEngine({ storage: host.storage });
    await fixtures.aLocation(host.storage);
    await host.run('CREATE TABLE orders (booking text)');
    const noonMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
    let days = 0;
    const book = async ({ operator }: Pick<typeof engine, 'operator'>): Promise<string> => {
      const request = fixtures.aRequest(noonMs + (days++ % DAYS) * DAY_MS);
      const outcome = await operator.at(fixtures.LOCATION_ID).bookings.create(request);
      if (outcome.kind !== 'booked') throw new Error(`a booking was ${outcome.kind}`);
      return outcome.booking.id;
    };
    const bookWithin = async (): Promise<void> => {
      await host.run(host.begin);
      await engine.within(host.handle, async (bound) => {
        await host.run(`INSERT INTO orders VALUES ('${await book(bound)}')`);
      });
      await host.run('COMMIT');
    };
    const measures = {
      within: () => rate(1, ROUND_MS, bookWithin),
      plain: () => rate(1, ROUND_MS, () => book(engine)),
    };
    await interleaved(1, measures); // until the code is warm
    const rounds = await interleaved(ROUNDS, measures);
    engine.detach();
    await host.close();
    return rounds;
  });
}

export async function run(): Promise<Figure[]> {
  const stop = await setup();
  const figures: Figure[] = [];
  for (const [name, { database, kind, atLeast }] of Object.entries(MEASURED)) {
    const { within, plain } = await measure(database, kind);
    figures.push({
      goal: 'P18',
      what: `bookings in transactions of the host, ${name}, one caller`,
      unit: '/s',
      figure: median(within),
      ceiling: median(plain),
      against: 'the same bookings without a row and a transaction of the host',
      ratio: ratioOf(within, plain),
      atLeast,
    });
  }
  await stop();
  return figures;
}
