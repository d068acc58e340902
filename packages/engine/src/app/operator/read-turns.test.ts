import { expect, test } from 'vitest';
import { aProcess, virtualClock } from '../../../test-support/process.ts';
import { aBooking, aLocation, aPeriod, FRIDAY, FRIDAY_MS, save, aScope } from '../../contract/fixtures.ts';
import type { Booking } from '../../core/booking/booking.ts';
import type { LocationPlan } from '../../core/location/location.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts';

const NOON_MS = FRIDAY_MS + 11 * HOUR_MS;
const EIGHT_MS = FRIDAY_MS + 19 * HOUR_MS;

const servicePeriods = [
  aPeriod({
    name: 'Lunch',
    opensMinute: 11 * 60,
    closesMinute: 15 * 60,
    turnTimes: [{ partyMax: null, turnMinutes: 60 }],
  }),
  aPeriod({ name: 'Dinner', opensMinute: 17 * 60, closesMinute: 24 * 60 }),
];
const turnTimes = [
  { partyMax: 2, turnMinutes: 90 },
  { partyMax: null, turnMinutes: 120 },
];

async function aHistory(bookings: readonly Booking[], given: Partial<LocationPlan> = {}) {
  const here = aProcess(virtualClock(FRIDAY_MS + DAY_MS));
  const location = await aLocation(here.shared, { servicePeriods, turnTimes, ...given });
  for (const booking of bookings)
    await here.shared.bookings.amend(
      aScope(location, { named: { bookingId: booking.id } }),
      save({ booking }),
    );
  return here.engine.operator.at(location.id).turns;
}

let made = 0;
/** A party that was seated 15 minutes late, and stayed for this time. */
function stayed(startMs: number, minutes: number, given: Partial<Booking> = {}): Booking {
  const seatedMs = startMs + 15 * MINUTE_MS;
  return aBooking(`bk_${made++}`, {
    startMs,
    status: 'completed',
    visit: { arrivedMs: startMs, seatedMs, leftMs: seatedMs + minutes * MINUTE_MS },
    ...given,
  });
}

test('D41 stays have median and 80th percentile by period and size, and a proposal in whole slot steps', async () => {
  const lunches = Array.from({ length: 20 }, (_, i) => stayed(NOON_MS, 41 + i));
  const large = Array.from({ length: 30 }, (_, i) => stayed(EIGHT_MS, 100 + 2 * i, { partySize: 5 }));
  const few = Array.from({ length: 19 }, () => stayed(EIGHT_MS, 90));
  const turns = await aHistory([...lunches, ...large, ...few]);
  const { bands, from, to, leftOut } = await turns.read();
  expect([from, to, leftOut]).toEqual(['2029-12-02', '2030-03-02', 0]);
  const known = bands.map(({ period, partyMin, partyMax, turnMinutes, stays, p50Minutes, p80Minutes, proposedMinutes }) =>
    [period, partyMin, partyMax, turnMinutes, stays, p50Minutes, p80Minutes, proposedMinutes]); // prettier-ignore
  expect(known).toEqual([
    ['Lunch', 1, null, 60, 20, 50, 56, 60],
    ['Dinner', 1, 2, 90, 19, 90, 90, null],
    ['Dinner', 3, null, 120, 30, 128, 146, 150],
  ]);
});

test('D41 unknown visits, those recorded afterwards, and those outside the hours are left out; both dates are included', async () => {
  const unknown = [
    stayed(NOON_MS, 60, { status: 'no_show' }),
    stayed(NOON_MS, 60, { visit: { arrivedMs: NOON_MS, seatedMs: null, leftMs: NOON_MS + HOUR_MS } }),
    stayed(NOON_MS, 60, { visit: { arrivedMs: null, seatedMs: NOON_MS, leftMs: null } }),
  ];
  const turns = await aHistory([
    ...unknown,
    stayed(NOON_MS, 9),
    stayed(FRIDAY_MS + 15 * HOUR_MS, 60),
    stayed(NOON_MS, 70),
    stayed(NOON_MS, 2000),
    stayed(NOON_MS - DAY_MS, 80, { serviceDate: '2030-02-28' }),
  ]);
  const lunch = async (dates: { from?: string; to?: string }) => (await turns.read(dates)).bands[0];
  expect((await turns.read()).leftOut).toBe(2);
  expect(await lunch({ from: FRIDAY, to: FRIDAY })).toMatchObject({
    stays: 2,
    p50Minutes: 70,
    p80Minutes: 1440,
  });
  expect(await lunch({ from: '2030-02-28', to: '2030-02-28' })).toMatchObject({ stays: 1, p50Minutes: 80 });
  await expect(turns.read({ from: FRIDAY, to: '2030-02-28' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test('stays are read in pages, each once', async () => {
  const turns = await aHistory(
    Array.from({ length: 1203 }, (_, i) => stayed(EIGHT_MS + (i % 4) * MINUTE_MS, 60)),
  );
  expect((await turns.read()).bands.map(({ stays }) => stays)).toEqual([0, 1203, 0]);
});
