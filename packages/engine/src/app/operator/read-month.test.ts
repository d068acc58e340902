import { expect, test } from 'vitest';
import { aProcess, virtualClock } from '../../../test-support/process.ts';
import {
  aBooking,
  aLocation,
  aPeriod,
  aRequest,
  aScope,
  FRIDAY_MS,
  LOCATION_ID,
  save,
} from '../../contract/fixtures.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { datesOfMonth } from '../../core/booking/month.ts';
import type { LocationPlan } from '../../core/location/location.ts';
import { DAY_MS, HOUR_MS } from '../../core/instant.ts';
import { addDays } from '../../core/local-date.ts';

const SEVEN_MS = FRIDAY_MS + 18 * HOUR_MS;

async function aMonth(bookings: readonly Booking[], given: Partial<LocationPlan> = {}) {
  const here = aProcess(virtualClock(FRIDAY_MS));
  const location = await aLocation(here.shared, given);
  for (const booking of bookings)
    await here.shared.bookings.amend(
      aScope(location, { named: { bookingId: booking.id } }),
      save({ booking }),
    );
  return { ...here, location };
}

const on = (id: string, days: number, given: Partial<Booking> = {}): Booking =>
  aBooking(id, {
    serviceDate: addDays('2030-03-01', days),
    startMs: SEVEN_MS + days * DAY_MS,
    endMs: SEVEN_MS + days * DAY_MS + HOUR_MS,
    blockedUntilMs: SEVEN_MS + days * DAY_MS + HOUR_MS,
    tables: ['T1'],
    partySize: 2,
    ...given,
  });

test('a month has each of its dates, with covers, no-shows and cancellations', async () => {
  const { engine } = await aMonth([
    on('bk_feb', -1),
    on('bk_1', 0, { partySize: 3 }),
    on('bk_2', 0, { status: 'completed', tables: ['T2'] }),
    on('bk_3', 0, { status: 'no_show' }),
    on('bk_4', 0, { status: 'cancelled' }),
    on('bk_5', 30, { partySize: 4 }),
    on('bk_apr', 31),
  ]);
  const { days, month, today } = await engine.operator.at(LOCATION_ID).months.read();
  expect([month, today, days.length, days[0]!.date, days.at(-1)!.date]).toEqual([
    '2030-03',
    '2030-03-01',
    31,
    '2030-03-01',
    '2030-03-31',
  ]);
  expect(days[0]).toMatchObject({ parties: 2, covers: 5, noShows: 1, cancelled: 1 });
  expect(days[30]).toMatchObject({ parties: 1, covers: 4, noShows: 0, cancelled: 0 });
  expect(days.slice(1, 30).every(({ parties, covers }) => parties + covers === 0)).toBe(true);
});

test('a rejection counts on the requested date, and those of the operator are counted separately', async () => {
  const { engine } = await aMonth([]);
  const key = await engine.operator.keys.create({ partner: 'acme', locationIds: [LOCATION_ID] });
  const partner = engine.partner(await engine.authenticate(key.key));
  const guest = { name: 'Berg', email: 'berg@example.com' };
  const late = { startMs: FRIDAY_MS + 3 * DAY_MS + 4 * HOUR_MS, guest };
  await partner.createBooking(LOCATION_ID, { ...aRequest(0), ...late, partySize: 5 });
  await engine.operator.at(LOCATION_ID).bookings.create({ ...late, partySize: 2 });
  const { days } = await engine.operator.at(LOCATION_ID).months.read('2030-03');
  expect(days[3]).toMatchObject({
    refused: { requests: 2, covers: 7 },
    refusedByOperator: { requests: 1, covers: 2 },
  });
  expect(days.filter(({ refused }) => refused.requests > 0)).toHaveLength(1);
});

test('D8 closures and special hours are listed on each date that they touch', async () => {
  const servicePeriods = [aPeriod(), aPeriod({ name: 'Påsk', weekdays: [], dates: ['2030-03-10'] })];
  const closures = [
    { id: 'a', from: '2030-03-04', to: '2030-03-05', reason: 'Renovering' },
    { id: 'b', from: '2030-03-07T18:00', to: '2030-03-07T20:00', reason: null },
  ];
  const { engine } = await aMonth([], { servicePeriods, closures });
  const { days } = await engine.operator.at(LOCATION_ID).months.read('2030-03');
  const of = (day: number) => days[day - 1]!;
  expect([of(3), of(4), of(5), of(6), of(7)].map((day) => day.closures.map(({ id }) => id))).toEqual([
    [],
    ['a'],
    ['a'],
    [],
    ['b'],
  ]);
  expect([of(3), of(4), of(7)].map(({ isShut }) => isShut)).toEqual([false, true, false]);
  expect(of(10).specialPeriods).toEqual(['Påsk']);
});

test('a month among the bookings of years is read in pages, without bookings of other months', async () => {
  const year = Array.from({ length: 1400 }, (_, i) =>
    on(`bk_${String(i).padStart(5, '0')}`, (i % 350) - 175, { status: 'completed', tables: [] }),
  );
  const { engine, storage } = await aMonth(year);
  let rows = 0;
  const page = storage.bookings.page.bind(storage.bookings);
  storage.bookings.page = async (...request) => {
    const found = await page(...request);
    rows += found.length;
    expect(found.length).toBeLessThanOrEqual(500);
    return found;
  };
  const { days } = await engine.operator.at(LOCATION_ID).months.read('2030-03');
  expect(days.reduce((sum, { parties }) => sum + parties, 0)).toBe(31 * 4);
  expect(rows).toBeGreaterThanOrEqual(31 * 4);
  expect(rows).toBeLessThanOrEqual(500);
});

test('an invalid month is rejected, and a valid one has all its dates', async () => {
  const { engine } = await aMonth([]);
  for (const month of ['2030-13', '2030-3', 'march', '2030-00', ''])
    await expect(engine.operator.at(LOCATION_ID).months.read(month)).rejects.toMatchObject({
      code: 'invalid_request',
      path: ['month'],
    });
  expect(['2030-02', '2028-02', '2030-12'].map((month) => datesOfMonth(month).length)).toEqual([28, 29, 31]);
});
