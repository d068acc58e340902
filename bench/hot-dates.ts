/** P13: a day whose tables are booked and cancelled again and again: the cost of reading it, in pages of PostgreSQL. */
import type { Location, Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import type pg from 'pg';
import { planCostOf } from '../test/support/plan-cost.ts';
import { type Figure, median } from './figure.ts';
import { dateOf, FORTY_ALIKE } from './restaurant.ts';

const { aBooking, aLocation, aScope, LOCATION_ID } = fixtures;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_MS = Date.parse('2031-03-01T00:00:00Z');
const DATES = 4;
const CALLERS = 8;
/** Bookings of a date that stay, at separate tables. */
const STANDING = 60;
const CHURN = Number(process.env['BORD_BENCH_CHURN'] ?? 20_000);
const LOOKS = 20;

async function book(storage: Storage, location: Location, id: string, startMs: number, table: number) {
  const serviceDate = dateOf(startMs);
  const given = {
    startMs,
    endMs: startMs + 2 * HOUR_MS,
    serviceDate,
    tables: [`T${table}`],
    idempotencyKey: id,
  };
  const booking = aBooking(id, given);
  const dayMs = Date.parse(serviceDate);
  const interval = { startMs: dayMs, endMs: dayMs + DAY_MS };
  const scope = aScope(location, { dates: [serviceDate], interval });
  await storage.bookings.amend(scope, () => ({ result: true, booking }));
  return { booking, scope: aScope(location, { dates: [serviceDate], interval, named: { bookingId: id } }) };
}

/**
 * Pages that the second of two reads of the first date touches. After a vacuum has updated the statistics, the first read of each session is
 * planned again, which takes a hundred pages of catalogs in memory once.
 */
async function pagesOf(client: pg.Client): Promise<number> {
  await look(client);
  return look(client);
}

async function look(client: pg.Client): Promise<number> {
  const [from, until] = [FIRST_MS, FIRST_MS + DAY_MS].map((ms) => new Date(ms).toISOString());
  const statement = `SELECT read_diary('${LOCATION_ID}', '${from}', '${until}')`;
  return (await planCostOf((text) => client.query(text), statement)).pages;
}

export async function hotDates(storage: Storage, client: pg.Client): Promise<Figure[]> {
  const location = await aLocation(storage, FORTY_ALIKE);
  for (let i = 0; i < DATES * STANDING; i++) {
    const startMs = FIRST_MS + (i % DATES) * DAY_MS + (10 + 3 * Math.floor(i / DATES / 30)) * HOUR_MS;
    await book(storage, location, `bk_standing${i}`, startMs, Math.floor(i / DATES) % 30);
  }
  for (let i = 0; i < 3; i++) await pagesOf(client); // the first time the plan is made
  const fresh = await pagesOf(client);
  const looks: number[] = [];
  let made = 0;
  const caller = async (nth: number): Promise<void> => {
    while (made < CHURN) {
      const number = made++;
      const startMs = FIRST_MS + (number % DATES) * DAY_MS + 20 * HOUR_MS;
      const { booking, scope } = await book(storage, location, `bk_hot${number}`, startMs, 30 + nth);
      await storage.bookings.amend(scope, () => ({
        result: true,
        booking: { ...booking, status: 'cancelled' },
      }));
      if (number % Math.ceil(CHURN / LOOKS) === 0) looks.push(await pagesOf(client));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, nth) => caller(nth)));
  return [
    ['growth: reading a day, while its tables are booked and cancelled', median(looks)] as const,
    ['growth: the longest of such readings', Math.max(...looks)] as const,
  ].map(([what, figure]) => ({
    goal: 'P13',
    what,
    unit: 'pages',
    figure,
    ceiling: fresh,
    against: 'the same day before',
    ratio: figure / fresh,
    atMost: 3,
  }));
}
