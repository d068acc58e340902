/** Many requests for one location wait for each other. These tests check the order in which requests are admitted. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRuntime } from '../../test/runtime.ts';
import { DEFAULT_LIMITS, type LoadLimit, ShedError } from './load.ts';
import { createOverload, Gate, Locations } from './overload.ts';

const LIMIT: LoadLimit = {
  ...DEFAULT_LIMITS.booking,
  atOnce: 6,
  atOnceEach: 4,
  waiting: 2000,
  waitMs: 60_000,
};

/** Work that ends within the turn in which it started; the names in the order of admission. */
function works(limit: Partial<LoadLimit> = {}) {
  const overload = createOverload({ ...DEFAULT_LIMITS, booking: { ...LIMIT, ...limit } });
  const begun: string[] = [];
  const ask = (locationId: string, name = locationId): Promise<void> =>
    overload.run('booking', locationId, async () => {
      begun.push(name);
      await new Promise((over) => setImmediate(over));
    });
  return { overload, begun, ask };
}

test('while a thousand requests wait for one location, a request for another one is admitted after at most its share', async () => {
  const { begun, ask } = works();
  await Promise.all([ask('before'), ask('rushed')]);
  const rush = Array.from({ length: 1000 }, () => ask('rushed'));
  const others = ['a', 'b', 'c'].map((name) => ask(name));
  await Promise.all([...rush, ...others]);
  const after = ['a', 'b', 'c'].map((name) => begun.slice(2).indexOf(name));
  expect(after.every((nth) => nth <= 3 * LIMIT.atOnceEach)).toBe(true);
  expect(begun).toHaveLength(1005);
});

test('when all locations have at most their share and all places are taken, locations take turns, each in order of arrival', async () => {
  const { begun, ask } = works({ atOnce: 1, atOnceEach: 1 });
  const first = ask('busy');
  const waiting = ['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'c 1'].map((name) => ask(name[0]!, name));
  await Promise.all([first, ...waiting]);
  expect(begun).toEqual(['busy', 'a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'a 3']);
});

/** How many of five requests are admitted immediately. */
function letInOf(locationIds: readonly (string | null)[], isBusy = true): number {
  const locations = new Locations(() => isBusy);
  const gate = new Gate({ ...LIMIT, atOnce: 100 }, locations);
  const come = (locationId: string | null): boolean => {
    locations.note(locationId);
    return gate.take(locationId);
  };
  for (const locationId of locationIds) come(locationId);
  return [1, 2, 3, 4, 5].filter(() => come('rushed')).length;
}

test('a single location can use all places, and so can requests without a location and a server that is not busy', () => {
  expect(letInOf([])).toBe(5);
  expect(letInOf([null, 'rushed', null])).toBe(5);
  expect(letInOf(['another'])).toBe(4);
  expect(letInOf(['another', 'rushed'])).toBe(3);
  expect(letInOf(['another', 'rushed'], false)).toBe(5);
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const locations = new Locations(() => true);
  for (const name of ['a', 'b', 'b']) locations.note(name);
  expect(locations.haveShares).toBe(true);
  vi.advanceTimersByTime(1000);
  locations.note('b');
  expect(locations.haveShares).toBe(false);
});

test('one location can use half of the queue while others are requested', async () => {
  const { overload, ask } = works({ atOnce: 1, waiting: 4 });
  const admitted = [ask('another'), ask('rushed'), ask('rushed')];
  await expect(ask('rushed')).rejects.toThrow(ShedError);
  admitted.push(ask('a'), ask('b'));
  await expect(ask('c')).rejects.toThrow(ShedError);
  await Promise.all(admitted);
  expect(overload.stats().booking).toEqual({ running: 0, waiting: 0 });
});

test('bookings, cached days and uncached days count for the location in their path, in upper or lower case', async () => {
  const { location, call, post } = await openRuntime();
  const { id } = location;
  const noted: (string | null)[] = [];
  const note = vi.spyOn(Locations.prototype, 'note').mockImplementation((of) => void noted.push(of));
  onTestFinished(() => note.mockRestore());
  for (const written of [id, id.toUpperCase()]) {
    const day = `/locations/${written}/availability?date=2026-12-02&partySize=2`;
    for (const asks of [() => call(day), () => call(day), () => post(`/locations/${written}/bookings`, {})])
      await asks();
  }
  expect(noted).toEqual(Array.from({ length: 6 }, () => id));
  await call('/bookings/none');
  expect(noted.at(-1)).toBe(null);
});
