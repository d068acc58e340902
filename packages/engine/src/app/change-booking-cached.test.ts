import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, virtualClock } from '../../test-support/process.ts';
import {
  aCaller,
  aLocation,
  aPeriod,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../contract/fixtures.ts';
import { DAY_MS, HOUR_MS } from '../core/instant.ts';

const SATURDAY = '2030-03-02';
const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;

let here: Process;
let bookingId: string;

beforeEach(async () => {
  here = aProcess(virtualClock());
  const floorPlan = { tables: [aTable('A')], combinations: [], wastedSeatsMax: null };
  const servicePeriods = [aPeriod({ closesMinute: 26 * 60 })];
  await aLocation(here.shared, { floorPlan, servicePeriods });
  const made = await here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(SIX_MS));
  if (made.kind !== 'booked') throw new Error('not booked');
  bookingId = made.booking.id;
});

/** Whether a party of two can book at an hour on either day; fills the cache. */
async function free(hours = 17): Promise<(boolean | undefined)[]> {
  const days = [FRIDAY, SATURDAY].map(async (date, i) => {
    const { answer } = await here.engine
      .partner(aCaller())
      .readAvailability(LOCATION_ID, { date, partySize: 2 });
    const startMs = FRIDAY_MS + i * DAY_MS + hours * HOUR_MS;
    return answer.slots.find((slot) => slot.startMs === startMs)?.available;
  });
  return Promise.all(days);
}

test('D7 D12 a move is visible immediately on the old and on the new date', async () => {
  expect(await free()).toEqual([false, true]);
  await here.engine.operator.bookings.move(bookingId, { startMs: SIX_MS + DAY_MS });
  expect(await free()).toEqual([true, false]);
  await here.engine.operator.bookings.move(bookingId, { startMs: SIX_MS });
  expect(await free()).toEqual([false, true]);
});

test('D5 D7 a move to after midnight is visible on its service date', async () => {
  expect(await free(23)).toEqual([true, true]);
  await here.engine.operator.bookings.move(bookingId, { startMs: FRIDAY_MS + 23 * HOUR_MS });
  expect(await free(23)).toEqual([false, true]);
  await here.engine.operator.bookings.cancel(bookingId);
  expect(await free(23)).toEqual([true, true]);
});

test('D7 D12 a completed, no-show or undone visit is visible immediately', async () => {
  const { complete, markNoShow, undo, cancel } = here.engine.operator.bookings;
  for (const [change, isFree] of [
    [complete, true],
    [undo, false],
    [markNoShow, true],
    [undo, false],
    [cancel, true],
  ] as const) {
    await change(bookingId);
    expect(await free()).toEqual([isFree, true]);
  }
});

test('D9 pinning a booking is visible immediately in availability, as it makes no room', async () => {
  await here.engine.operator.locations.apply(
    {
      ...(await here.engine.operator.locations.read(LOCATION_ID)),
      floorPlan: {
        tables: [aTable('A'), aTable('B', { seatsMax: 2 })],
        combinations: [],
        wastedSeatsMax: null,
      },
    },
    LOCATION_ID,
  );
  const four = async (): Promise<boolean | undefined> => {
    const { answer } = await here.engine
      .partner(aCaller())
      .readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 4 });
    return answer.slots.find(({ startMs }) => startMs === SIX_MS)?.available;
  };
  expect(await four()).toBe(true); // the party at A can move to B
  await here.engine.operator.bookings.pin(bookingId, true);
  expect(await four()).toBe(false);
  await here.engine.operator.bookings.pin(bookingId, false);
  expect(await four()).toBe(true);
});
