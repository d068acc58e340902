import { expect, test } from 'vitest';
import { virtualClock } from '../../test-support/process.ts';
import { watched } from '../../test-support/watched-storage.ts';
import { aBooking, aLocation, aScope, FRIDAY, FRIDAY_MS, LOCATION_ID, save } from '../contract/fixtures.ts';
import { DAY_MS } from '../core/instant.ts';
import { memoryStorage } from '../memory/memory-storage.ts';
import { LocationCache } from './location-cache.ts';
import type { CachedDay } from './shown-days.ts';

const SATURDAY = '2030-03-02';
const idsOf = ([cached]: readonly CachedDay[]): string[] => cached!.state.bookings.map(({ id }) => id);

test('D7 concurrent requests for a day share one read; a request after a change starts another', async () => {
  const clock = virtualClock();
  const watch = watched(memoryStorage(clock));
  const cache = new LocationCache(watch.storage, clock);
  await aLocation(watch.storage);
  const location = (await cache.location(LOCATION_ID))!;
  const ask = () => cache.states(location, [FRIDAY]);

  await Promise.all([ask(), ask(), cache.states(location, [SATURDAY])]);
  expect(watch.count('bookings.diary')).toBe(2);

  cache.forgetDates(LOCATION_ID, [FRIDAY]);
  const reading = watch.hold('bookings.diary', 'after');
  const before = [ask(), ask()];
  await reading.reached;
  const interval = { startMs: FRIDAY_MS, endMs: FRIDAY_MS + DAY_MS };
  const scope = aScope(location, { dates: [FRIDAY], interval });
  await watch.storage.bookings.amend(scope, save({ booking: aBooking('new') }));
  cache.forgetDates(LOCATION_ID, [FRIDAY]);
  const after = [ask(), ask()];
  reading.release();
  expect((await Promise.all(before)).map(idsOf)).toEqual([[], []]);
  expect((await Promise.all(after)).map(idsOf)).toEqual([['new'], ['new']]);
});
