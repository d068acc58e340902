/** The cost of a night with ten thousand locations, in statements. */
import { expect, test } from 'vitest';
import { aVisitEnding, type EngineSetup, engineSetup } from '../../../test-support/engine-setup.ts';
import { watched } from '../../../test-support/watched-storage.ts';
import { aLocation } from '../../contract/fixtures.ts';
import { DAY_MS } from '../../core/instant.ts';
import type { Storage } from '../../ports/storage.ts';

const idOf = (i: number): string => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;

/** A storage that reports this many locations in one time zone, all with 30 days of retention. */
function withLocations(storage: Storage, count: number): Storage {
  const all = Array.from({ length: count }, (_, i) => ({ locationId: idOf(i), days: 30 }));
  return {
    ...storage,
    locations: {
      ...storage.locations,
      list: () => Promise.reject(new Error('all plans are read')),
      timeZones: async () => ['Europe/Stockholm'],
      retentions: async (_, afterId, limit) =>
        all.filter(({ locationId }) => locationId > (afterId ?? '')).slice(0, limit),
    },
  };
}

/** One of many locations, whose nightly maintenance has run. */
async function manyLocations(count: number) {
  const setup = engineSetup();
  await aLocation(setup.storage, { guestRetentionDays: 30 }, idOf(0));
  const known = new Map<string, number>();
  await setup.engine({ storage: withLocations(setup.storage, count) }).background.runMaintenance({}, known);
  setup.clock.nowMs += DAY_MS;
  return { setup, known, ...another(setup, count) };
}

/** Another process on it, with counted statements. */
function another({ storage, engine }: EngineSetup, count: number) {
  const watch = watched(withLocations(storage, count));
  return { watch, engine: engine({ storage: watch.storage }) };
}

const nameOf = async ({ storage }: EngineSetup, id: string): Promise<string | undefined> =>
  (await storage.bookings.find(id, null))?.guest.name;

test('D26 with 10,005 locations a night takes two statements per two hundred, and a round without due tasks reads no location', async () => {
  const { setup, watch, engine, known } = await manyLocations(10_005);
  await aVisitEnding(setup, 'over', -31, { locationId: idOf(0) });
  await engine.background.runMaintenance({}, known);
  expect(await nameOf(setup, 'over')).toBe('');
  expect([watch.count('locations.retentions'), watch.count('guests.endedBefore')]).toEqual([51, 51]);
  expect(watch.count('leaderLocks.take'), 'one lease a batch, and two a task').toBeLessThan(51 + 40);
  expect(known.size).toBeLessThan(20);
  const quiet = another(setup, 10_005);
  for (let round = 0; round < 10; round++) await quiet.engine.background.runMaintenance({}, known);
  const counted = ['leaderLocks.take', 'locations.timeZones', 'locations.retentions'].map(quiet.watch.count);
  expect(counted).toEqual([0, 10, 0]);
});

test('D26 a night that is stopped ends after its batch, and another process continues immediately', async () => {
  const { setup, watch, engine, known } = await manyLocations(1000);
  await aVisitEnding(setup, 'over', -31, { locationId: idOf(0) });
  const held = watch.hold('locations.retentions', 'after');
  const stopping = new AbortController();
  const round = engine.background.runMaintenance({}, known, stopping.signal);
  await held.reached;
  stopping.abort();
  held.release();
  expect(await round).toEqual([]);
  expect(watch.count('locations.retentions')).toBe(1);
  expect(setup.facts.filter(({ kind }) => kind === 'fault')).toEqual([]);
  const other = another(setup, 1000);
  expect(await other.engine.background.runMaintenance()).toContain('guests Europe/Stockholm');
  expect(other.watch.count('locations.retentions')).toBe(6);
  expect(await nameOf(setup, 'over')).toBe('');
});
