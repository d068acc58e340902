import { expect, test } from 'vitest';
import { engineSetup } from '../../test-support/engine-setup.ts';
import { watched } from '../../test-support/watched-storage.ts';
import { aCaller, aLocation, FRIDAY, LOCATION_ID, OTHER_LOCATION_ID } from '../contract/fixtures.ts';
import type { Invalidation } from '../ports/invalidations.ts';

/** The parts of two locations that are read again after an invalidation. */
async function readAfter(invalidation: Invalidation): Promise<readonly string[]> {
  const setup = engineSetup();
  for (const id of [LOCATION_ID, OTHER_LOCATION_ID]) await aLocation(setup.storage, {}, id);
  const watch = watched(setup.storage);
  const engine = setup.engine({ storage: watch.storage });
  const caller = aCaller({ locationIds: [LOCATION_ID, OTHER_LOCATION_ID] });
  const read = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const id of [LOCATION_ID, OTHER_LOCATION_ID]) {
      const before = [watch.count('locations.get'), watch.count('bookings.diary')];
      await engine.partner(caller).readAvailability(id, { date: FRIDAY, partySize: 2 });
      if (watch.count('locations.get') > before[0]!) found.push(id === LOCATION_ID ? 'here' : 'elsewhere');
      if (watch.count('bookings.diary') > before[1]!)
        found.push(id === LOCATION_ID ? 'day here' : 'day elsewhere');
    }
    return found;
  };
  expect(await read()).toHaveLength(4);
  expect(await read()).toEqual([]);
  watch.tell(invalidation);
  return read();
}

test('D7 a new plan of one location drops only that location from the cache', async () => {
  expect(await readAfter({ kind: 'location', locationId: LOCATION_ID })).toEqual(['here', 'day here']);
});

test('D7 a changed key or endpoint drops no day; the invalidation `anything` drops all', async () => {
  expect(await readAfter({ kind: 'keys' })).toEqual([]);
  expect(await readAfter({ kind: 'endpoints' })).toEqual([]);
  expect(await readAfter({ kind: 'diary', locationId: LOCATION_ID, dates: [FRIDAY] })).toEqual(['day here']);
  expect(await readAfter({ kind: 'anything' })).toEqual(['here', 'day here', 'elsewhere', 'day elsewhere']);
});
