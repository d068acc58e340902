import { beforeEach, expect, test } from 'vitest';
import { type VirtualClock, virtualClock } from '../../test-support/process.ts';
import { watched, type WatchedStorage } from '../../test-support/watched-storage.ts';
import {
  aBooking,
  aLocation,
  aPeriod,
  aPlan,
  aScope,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
  save,
} from '../contract/fixtures.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/instant.ts';
import { addDays } from '../core/local-date.ts';
import type { Location, LocationPlan } from '../core/location/location.ts';
import { memoryStorage } from '../memory/memory-storage.ts';
import { LocationCache } from './location-cache.ts';
import type { CachedDay } from './shown-days.ts';

const SATURDAY = '2030-03-02';
const SUNDAY = '2030-03-03';

let clock: VirtualClock;
let watch: WatchedStorage;
let cache: LocationCache;

beforeEach(() => {
  clock = virtualClock();
  watch = watched(memoryStorage(clock));
  cache = new LocationCache(watch.storage, clock);
});

async function aKnownLocation(given: Partial<LocationPlan> = {}): Promise<Location> {
  await aLocation(watch.storage, given);
  return (await cache.location(LOCATION_ID))!;
}

async function booked(location: Location, ...bookings: Parameters<typeof aBooking>[]): Promise<void> {
  const dates = [FRIDAY, SATURDAY, SUNDAY];
  const interval = { startMs: FRIDAY_MS, endMs: FRIDAY_MS + 3 * DAY_MS };
  for (const booking of bookings)
    await watch.storage.bookings.amend(
      aScope(location, { dates, interval }),
      save({ booking: aBooking(...booking) }),
    );
}

const idsOf = (states: readonly CachedDay[]): string[][] =>
  states.map(({ state }) => state.bookings.map(({ id }) => id).toSorted());

/** The number of reads that memory did not answer. */
async function reads(work: () => Promise<unknown>): Promise<number> {
  const before = watch.count('bookings.diary');
  await work();
  return watch.count('bookings.diary') - before;
}

test('D7 days are read once, in one query, and then kept for 8 s', async () => {
  const location = await aKnownLocation();
  expect(await reads(() => cache.states(location, [FRIDAY, SATURDAY, SUNDAY]))).toBe(1);
  clock.pass(7999);
  expect(await reads(() => cache.states(location, [SUNDAY, FRIDAY]))).toBe(0);
  clock.pass(1);
  expect(await reads(() => cache.states(location, [SATURDAY]))).toBe(1);
});

test('D7 a read that began before a change is returned, and not kept', async () => {
  const location = await aKnownLocation();
  const reading = watch.hold('bookings.diary', 'after');
  const old = cache.states(location, [FRIDAY]);
  await reading.reached;
  await booked(location, ['new']);
  cache.forgetDates(LOCATION_ID, [FRIDAY]);
  reading.release();
  expect(idsOf(await old)).toEqual([[]]);
  expect(idsOf(await cache.states(location, [FRIDAY]))).toEqual([['new']]);
});

test('D7 a read that began after a change is kept, in spite of earlier reads', async () => {
  const location = await aKnownLocation();
  await cache.states(location, [FRIDAY]);
  await booked(location, ['new']);
  cache.forgetDates(LOCATION_ID, [FRIDAY]);
  expect(idsOf(await cache.states(location, [FRIDAY]))).toEqual([['new']]);
  expect(await reads(() => cache.states(location, [FRIDAY]))).toBe(0);
});

test('D7 a change drops only the changed dates', async () => {
  const location = await aKnownLocation();
  const all = [FRIDAY, SATURDAY, SUNDAY];
  const [friday, saturday, sunday] = await cache.states(location, all);
  cache.forgetDates(LOCATION_ID, [SATURDAY]);
  cache.forgetDates('no location that anybody has asked for', all);
  const after = await cache.states(location, all);
  expect([after[0] === friday, after[1] === saturday, after[2] === sunday]).toEqual([true, false, true]);
});

test('D5 D7 a day across midnight is dropped for a change on either of its dates', async () => {
  const location = await aKnownLocation({
    servicePeriods: [aPeriod({ opensMinute: 18 * 60, closesMinute: 26 * 60 })],
  });
  for (const date of [FRIDAY, SATURDAY]) {
    await cache.states(location, [FRIDAY]);
    cache.forgetDates(LOCATION_ID, [date]);
    expect(await reads(() => cache.states(location, [FRIDAY]))).toBe(1);
  }
  cache.forgetDates(LOCATION_ID, [SUNDAY]);
  expect(await reads(() => cache.states(location, [FRIDAY]))).toBe(0);
});

test('D7 a dropped location is read again, with its service days and day states', async () => {
  const before = await aKnownLocation();
  await cache.states(before, [FRIDAY]);
  const old = cache.serviceDay(before, FRIDAY);
  expect(cache.serviceDay(before, FRIDAY)).toBe(old);
  await aLocation(watch.storage, { servicePeriods: [] });
  expect((await cache.location(LOCATION_ID))!.revision).toBe(1);
  cache.forgetLocation(LOCATION_ID);
  const location = (await cache.location(LOCATION_ID))!;
  expect([location.revision, cache.serviceDay(location, FRIDAY).periods]).toEqual([2, []]);
  expect(await reads(() => cache.states(location, [FRIDAY]))).toBe(1);
  cache.forgetAll();
  expect(await reads(() => cache.states(location, [FRIDAY]))).toBe(1);
});

test('D7 a caller with the old plan gets answers on it, which are not kept for the new plan', async () => {
  const before = await aKnownLocation();
  await aLocation(watch.storage, { servicePeriods: [] });
  cache.forgetLocation(LOCATION_ID);
  const now = (await cache.location(LOCATION_ID))!;
  const [old] = await cache.states(before, [FRIDAY]);
  const [current] = await cache.states(now, [FRIDAY]);
  expect(old!.state.day.periods).toHaveLength(1);
  expect(current!.state.day.periods).toEqual([]);
  expect(cache.serviceDay(before, FRIDAY).periods).toHaveLength(1);
  expect(cache.serviceDay(now, FRIDAY).periods).toEqual([]);
});

test('D7 a plan is read again after 8 s or on request; an unchanged one keeps its days', async () => {
  const location = await aKnownLocation();
  await cache.states(location, [FRIDAY]);
  await aLocation(watch.storage);
  clock.pass(7999);
  expect(await cache.location(LOCATION_ID)).toBe(location);
  expect((await cache.location(LOCATION_ID, true))!.revision).toBe(2);
  const { revision } = await aLocation(watch.storage);
  clock.pass(8000);
  const latest = (await cache.location(LOCATION_ID))!;
  expect(latest.revision).toBe(revision);
  await cache.states(latest, [FRIDAY]);
  expect(await cache.location(LOCATION_ID, true)).toBe(latest);
  expect(await reads(() => cache.states(latest, [FRIDAY]))).toBe(0);
});

test.each(['forgotten', 'read again'])(
  'D7 a plan whose read began before a change is not kept: during the read it was %s',
  async (how) => {
    await aKnownLocation();
    clock.pass(8000);
    const reading = watch.hold('locations.get', 'after');
    const old = cache.location(LOCATION_ID);
    await reading.reached;
    await aLocation(watch.storage, { name: 'after' });
    if (how === 'forgotten') cache.forgetLocation(LOCATION_ID);
    else await cache.location(LOCATION_ID, true);
    reading.release();
    await old;
    expect((await cache.location(LOCATION_ID))!.name).toBe('after');
  },
);

test('D7 an unknown location is read on each request, and adds no cache entry', async () => {
  expect([await cache.location(LOCATION_ID), await cache.location(LOCATION_ID)]).toEqual([null, null]);
  expect(watch.count('locations.get')).toBe(2);
  await aLocation(watch.storage);
  expect(await cache.location(LOCATION_ID)).not.toBeNull();
});

test('D7 an epoch ends with every change, and each is unique', async () => {
  const location = await aKnownLocation();
  const epochs = [cache.epoch(LOCATION_ID), cache.epoch(LOCATION_ID)];
  expect(epochs[0]).toBe(epochs[1]);
  cache.forgetDates(LOCATION_ID, [SUNDAY]);
  epochs.push(cache.epoch(LOCATION_ID));
  for (const forget of [() => cache.forgetLocation(LOCATION_ID), () => cache.forgetAll()]) {
    forget();
    epochs.push(cache.epoch(LOCATION_ID));
    await cache.location(LOCATION_ID);
    epochs.push(cache.epoch(LOCATION_ID));
  }
  expect(new Set(epochs).size).toBe(epochs.length - 1);
  expect(location.revision).toBe(1);
});

test('D7 at most a thousand days of one location are kept', async () => {
  const location = await aKnownLocation({ servicePeriods: [] });
  const dates = Array.from({ length: 1001 }, (_, i) => addDays(FRIDAY, i));
  for (const date of dates.slice(0, 1000)) await cache.states(location, [date]);
  expect(await reads(() => cache.states(location, dates.slice(0, 1000)))).toBe(0);
  await cache.states(location, dates.slice(1000));
  expect(await reads(() => cache.states(location, [FRIDAY]))).toBe(1);
});

test('D1 D7 a day is read again when its next slot can no longer be booked', async () => {
  const location = await aKnownLocation({ leadTimeMinutes: 30 });
  clock.pass(17 * HOUR_MS - 30 * MINUTE_MS - 3000); // the slot at 18:00 in Stockholm is open for 3 s
  const [state] = await cache.states(location, [FRIDAY]);
  expect(state!.freshUntilMs).toBe(FRIDAY_MS + 17 * HOUR_MS - 30 * MINUTE_MS + 1);
  clock.pass(3000);
  expect(await reads(() => cache.states(location, [FRIDAY]))).toBe(0);
  clock.pass(1);
  const [next] = await cache.states(location, [FRIDAY]);
  expect(next!.freshUntilMs).toBe(clock.nowMs() + 8000);
});

test('D1 D7 a day is read again when its next slot can no longer be booked by some party size', async () => {
  const leadTimes = [{ partyMax: 2, leadTimeMinutes: 28 }];
  const location = await aKnownLocation({ leadTimeMinutes: 40, leadTimes });
  clock.pass(17 * HOUR_MS - 28 * MINUTE_MS - 3000);
  const [state] = await cache.states(location, [FRIDAY]);
  expect(state!.freshUntilMs).toBe(FRIDAY_MS + 17 * HOUR_MS - 28 * MINUTE_MS + 1);
});

test('D1 D7 slots of a past or distant date do not shorten the time in the cache', async () => {
  const location = await aKnownLocation();
  clock.pass(22 * HOUR_MS);
  const [over, far] = await cache.states(location, [FRIDAY, SUNDAY]);
  expect([over!.freshUntilMs, far!.freshUntilMs]).toEqual([clock.nowMs() + 8000, clock.nowMs() + 8000]);
});

test('D7 D9 a day is read again when a booking of it can no longer be re-seated', async () => {
  const location = await aKnownLocation({ freezeMinutes: 60 });
  const startMs = FRIDAY_MS + 18 * HOUR_MS + 5 * MINUTE_MS;
  await booked(location, ['b', { startMs }]);
  clock.pass(17 * HOUR_MS + 5 * MINUTE_MS - 2000);
  const [state] = await cache.states(location, [FRIDAY]);
  expect(state!.freshUntilMs).toBe(startMs - HOUR_MS);
});

test('D7 reading several days together gives the same states as reading each alone', async () => {
  const location = await aKnownLocation();
  const at = (hours: number): number => FRIDAY_MS + hours * HOUR_MS;
  await booked(
    location,
    ['through the night', { startMs: at(20), endMs: at(34), channel: 'operator' }],
    ['friday', { startMs: at(18), tables: ['B'] }],
    ['early saturday', { startMs: at(24), endMs: at(25), tables: ['B'] }],
    ['saturday', { startMs: at(42), serviceDate: SATURDAY, tables: ['B'] }],
  );
  const together = idsOf(await cache.states(location, [FRIDAY, SATURDAY, SUNDAY]));
  cache.forgetAll();
  const alone: string[][] = [];
  for (const date of [FRIDAY, SATURDAY, SUNDAY]) alone.push(...idsOf(await cache.states(location, [date])));
  expect(together).toEqual(alone);
  expect(together).toEqual([
    // The long visit decides which party gets its table on Saturday morning.
    ['early saturday', 'friday', 'saturday', 'through the night'],
    ['early saturday', 'saturday', 'through the night'],
    [],
  ]);
});

test('D7 bookings of the next day are not added to a long night that overlaps it', async () => {
  const long = {
    opensMinute: 18 * 60,
    closesMinute: 26 * 60,
    lastSeatingMinute: 26 * 60,
    weekdays: [5],
  } as const;
  const location = await aKnownLocation({
    servicePeriods: [aPeriod(long)],
    turnTimes: [{ partyMax: null, turnMinutes: 24 * 60 }],
  });
  const startMs = FRIDAY_MS + 48.5 * HOUR_MS; // Friday's last party can stay until 02:00 on Sunday
  await booked(location, ['sunday', { startMs, serviceDate: SUNDAY, channel: 'operator' }]);
  const states = await cache.states(location, [FRIDAY, SATURDAY, SUNDAY]);
  expect(idsOf(states)).toEqual([['sunday'], [], ['sunday']]);
});

test('D1 the horizon moves on at the local midnight', async () => {
  const location = await aKnownLocation({ horizonDays: 7 });
  const midnightMs = FRIDAY_MS + 23 * HOUR_MS;
  clock.pass(23 * HOUR_MS - 1);
  expect(cache.bookingWindow(location)).toMatchObject({ lastDate: '2030-03-08', nowMs: midnightMs - 1 });
  clock.pass(1);
  expect(cache.bookingWindow(location)).toMatchObject({ lastDate: '2030-03-09', nowMs: midnightMs });
  // Also for a plan that is not in the cache.
  const other = { ...aPlan({ horizonDays: 1 }), id: LOCATION_ID, revision: 9 };
  expect(cache.bookingWindow(other).lastDate).toBe('2030-03-03');
});
