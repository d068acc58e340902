import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';
import { type VirtualClock, virtualClock } from '../../test-support/process.ts';
import { watched, type WatchedStorage } from '../../test-support/watched-storage.ts';
import { aLocation, FRIDAY, LOCATION_ID, OTHER_LOCATION_ID } from '../contract/fixtures.ts';
import { MINUTE_MS } from '../core/instant.ts';
import type { Location } from '../core/location/location.ts';
import { memoryStorage } from '../memory/memory-storage.ts';
import { LocationCache } from './location-cache.ts';

const SATURDAY = '2030-03-02';

let clock: VirtualClock;
let watch: WatchedStorage;
let cache: LocationCache;

beforeEach(() => {
  clock = virtualClock();
  watch = watched(memoryStorage(clock));
  cache = new LocationCache(watch.storage, clock);
});

async function aKnownLocation(): Promise<Location> {
  await aLocation(watch.storage);
  return (await cache.location(LOCATION_ID))!;
}

test('D7 a location without requests is dropped from the cache after a minute', async () => {
  const asleep = await aKnownLocation();
  await aLocation(watch.storage, {}, OTHER_LOCATION_ID);
  await cache.states(asleep, [FRIDAY, SATURDAY]);
  const seconds = 68;
  for (let second = 0; second < seconds; second++) {
    const awake = (await cache.location(OTHER_LOCATION_ID))!;
    await cache.states(awake, [FRIDAY]);
    cache.sweep();
    expect(cache.size).toBe(2);
    clock.pass(1000);
  }
  cache.sweep();
  expect(cache.size, 'the plan was good for 8 s').toBe(1);
  expect(cache.recall(OTHER_LOCATION_ID)).not.toBeNull();
  clock.pass(seconds * 1000);
  cache.sweep();
  expect(cache.size).toBe(0);
  expect((await cache.location(LOCATION_ID))!.revision).toBe(1);
});

test('D7 search results of a hard day outlast the other cached data of its location', async () => {
  const location = await aKnownLocation();
  const memory = cache.memoryOf(location)(FRIDAY);
  memory.plans.push(new Map());
  cache.memoryOf(location)(SATURDAY);
  clock.pass(9 * MINUTE_MS);
  cache.sweep();
  const again = (await cache.location(LOCATION_ID))!;
  expect(cache.memoryOf(again)(FRIDAY)).toBe(memory);
  clock.pass(10 * MINUTE_MS);
  cache.sweep();
  expect(cache.size).toBe(0);
});

test('D7 the number of dates over all locations is bounded: the least recently read location is evicted', async () => {
  cache = new LocationCache(watch.storage, clock, 50);
  const dates = [FRIDAY, SATURDAY]; // each as a service day and as a day
  const ids = Array.from({ length: 12 }, (_, i) => `00000000-0000-4000-8000-0000000000${10 + i}`);
  for (const id of ids) {
    await aLocation(watch.storage, { servicePeriods: [] }, id);
    await cache.states((await cache.location(id))!, dates);
  }
  expect(cache.size).toBe(10);
  const remembered = ids.filter((id) => cache.recall(id) !== null);
  expect(remembered).toEqual(ids.slice(2));
  const before = watch.count('bookings.diary');
  await cache.states((await cache.location(ids[0]!))!, [FRIDAY]);
  expect(watch.count('bookings.diary') - before).toBe(1);
});

test('an unused engine is garbage collected, also if its clock has stopped', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const abandoned: WeakRef<LocationCache>[] = [];
  for (let i = 0; i < 3; i++) {
    const other = new LocationCache(watch.storage, clock);
    await aLocation(watch.storage);
    await other.location(LOCATION_ID);
    abandoned.push(new WeakRef(other));
  }
  await aKnownLocation();
  await nextTurn();
  collectGarbage();
  expect(abandoned.filter((one) => one.deref() !== undefined).length).toBeLessThan(2); // the last one can still be in memory
  expect(cache.recall(LOCATION_ID)).not.toBeNull();
});
