import { expect, test } from 'vitest';
import { anEndpoint, LOCATION_ID, OTHER_LOCATION_ID } from '../../contract/fixtures.ts';
import type { Endpoint } from '../../core/outbox/event.ts';
import { AvailabilityListeners } from './availability-listeners.ts';

const eventTypes = ['availability.changed'] as const;
const idsOf = (endpoints: readonly Endpoint[]): readonly string[] => endpoints.map(({ id }) => id);

/** A store whose readings end when they are told to. */
function slowStore() {
  const readings: ((endpoints: readonly Endpoint[]) => void)[] = [];
  const naming = (): Promise<readonly Endpoint[]> => new Promise((done) => void readings.push(done));
  return { naming, readings };
}

test('D37 many steps at once wait for one reading, and those of the next seconds for none', async () => {
  const store = slowStore();
  const clock = { ms: 0, nowMs: () => clock.ms };
  const listeners = new AvailabilityListeners(store, clock);
  const heardAtOnce = Array.from({ length: 200 }, () => listeners.at(LOCATION_ID));
  expect(store.readings).toHaveLength(1);
  store.readings[0]!([anEndpoint({ eventTypes, locationIds: [LOCATION_ID] })]);
  for (const heard of await Promise.all(heardAtOnce)) expect(idsOf(heard)).toEqual(['e']);
  clock.ms = 7999;
  expect(idsOf(await listeners.at(OTHER_LOCATION_ID))).toEqual([]);
  expect(store.readings).toHaveLength(1);
  clock.ms = 8000;
  void listeners.at(LOCATION_ID);
  expect(store.readings).toHaveLength(2);
});

test('D37 what was read before endpoints were changed is not kept, and good enough for the steps that wait for it', async () => {
  const store = slowStore();
  const listeners = new AvailabilityListeners(store, { nowMs: () => 0 });
  const before = listeners.at(LOCATION_ID);
  listeners.forget();
  const after = listeners.at(LOCATION_ID);
  store.readings[1]!([anEndpoint({ id: 'old', eventTypes }), anEndpoint({ id: 'new', eventTypes })]);
  expect(idsOf(await after)).toEqual(['old', 'new']);
  store.readings[0]!([anEndpoint({ id: 'old', eventTypes })]);
  expect(idsOf(await before)).toEqual(['old']);
  expect(idsOf(await listeners.at(LOCATION_ID))).toEqual(['old', 'new']);
});
