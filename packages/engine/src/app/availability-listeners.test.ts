import { expect, test } from 'vitest';
import { aKey, anEndpoint, LOCATION_ID, OTHER_LOCATION_ID } from '../contract/fixtures.ts';
import type { RecordKind } from '../core/access/records.ts';
import type { Endpoint } from '../core/booking/event.ts';
import { AvailabilityListeners } from './availability-listeners.ts';

const eventTypes = ['availability.changed'] as const;
const idsOf = (endpoints: readonly Endpoint[]): readonly string[] => endpoints.map(({ id }) => id);

/** A store whose reads end when the test resolves them. */
function slowStore() {
  const readings: ((endpoints: readonly Endpoint[]) => void)[] = [];
  const list = (kind: RecordKind): Promise<readonly never[]> =>
    kind === 'keys'
      ? Promise.resolve([aKey('k') as never])
      : new Promise((done) => void readings.push(done as (typeof readings)[number]));
  return { records: { list }, readings };
}

test('D37 one step in eight seconds reads the endpoints; the others use the cached ones and never wait', async () => {
  const store = slowStore();
  const clock = { ms: 0, nowMs: () => clock.ms };
  const listeners = new AvailabilityListeners(store, clock);
  const first = listeners.at(LOCATION_ID);
  store.readings[0]!([anEndpoint({ eventTypes, locationIds: [LOCATION_ID] })]);
  expect(idsOf(await first)).toEqual(['e']);
  clock.ms = 7999;
  expect(idsOf(await listeners.at(OTHER_LOCATION_ID))).toEqual([]);
  expect(store.readings).toHaveLength(1);
  clock.ms = 8000;
  void listeners.at(LOCATION_ID); // never answered
  expect(store.readings).toHaveLength(2);
  for (let i = 0; i < 200; i++) expect(idsOf(await listeners.at(LOCATION_ID))).toEqual(['e']);
  expect(store.readings).toHaveLength(2);
  clock.ms = 16_000;
  const later = listeners.at(LOCATION_ID);
  store.readings[2]!([]);
  expect(await later).toEqual([]);
});

test('D37 endpoints read before a change are not kept, but serve the step that read them', async () => {
  const store = slowStore();
  const listeners = new AvailabilityListeners(store, { nowMs: () => 0 });
  const before = listeners.at(LOCATION_ID);
  listeners.forget();
  const after = listeners.at(LOCATION_ID);
  const [silent, unnamed] = [anEndpoint({ eventTypes: [] }), anEndpoint({ eventTypes: null })];
  store.readings[1]!([
    anEndpoint({ id: 'old', eventTypes }),
    silent,
    unnamed,
    anEndpoint({ id: 'new', eventTypes }),
  ]);
  expect(idsOf(await after)).toEqual(['old', 'new']);
  store.readings[0]!([anEndpoint({ id: 'old', eventTypes })]);
  expect(idsOf(await before)).toEqual(['old']);
  expect(idsOf(await listeners.at(LOCATION_ID))).toEqual(['old', 'new']);
});
