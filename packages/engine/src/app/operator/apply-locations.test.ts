import { expect, test } from 'vitest';
import { aPlan, LOCATION_ID, OTHER_LOCATION_ID } from '../../contract/fixtures.ts';
import { createEngine } from '../../engine.ts';
import { memoryStorage } from '../../memory/memory-storage.ts';

function opened() {
  const { locations } = createEngine({ storage: memoryStorage() }).operator;
  const names = async (): Promise<readonly string[]> => (await locations.list()).map(({ name }) => name);
  return { locations, names };
}

const wanted = (name: string, given: object = {}, locationId: string | null = null) => ({
  plan: aPlan({ name, ...given }),
  locationId,
});

test('locations of a list are created, changed or left in one step, in the order of the list', async () => {
  const { locations, names } = opened();
  await locations.apply(aPlan({ name: 'B' }), LOCATION_ID);
  const list = [wanted('C'), wanted('B', { bufferMinutes: 10 }), wanted('A', {}, OTHER_LOCATION_ID)];
  const reviewed = await locations.review(list);
  expect(reviewed.map(({ locationId, before }) => [locationId, before?.revision])).toEqual([
    [null, undefined],
    [LOCATION_ID, 1],
    [null, undefined],
  ]);
  const applied = await locations.apply(list);
  expect(applied.map(({ location, created }) => [location.name, location.revision, created])).toEqual([
    ['C', 1, true],
    ['B', 2, false],
    ['A', 1, true],
  ]);
  const again = await locations.apply(list);
  expect(again.map(({ location }) => location.revision)).toEqual([1, 2, 1]);
  expect(await names()).toEqual(['A', 'B', 'C']);
  expect(await locations.apply([])).toEqual([]);
});

test('closures of an entry follow its policy, in spite of the options of the list', async () => {
  const { locations } = opened();
  const closures = [{ id: 'c1', from: '2030-12-24', to: '2030-12-24', reason: null }];
  const list = [wanted('A', { closures }), wanted('B', { closures })];
  await locations.apply(list);
  const entries = [{ ...wanted('A'), closures: 'unchanged' as const }, wanted('B')];
  const applied = await locations.apply(entries, { closures: 'only' });
  expect(applied.map(({ location }) => location.closures)).toEqual([closures, []]);
});

test('a faulty location of a list leaves all unchanged, and each faulty one is named by its id or name', async () => {
  const { locations, names } = opened();
  const list = [
    wanted('A'),
    wanted('B', { horizonDays: -1 }, LOCATION_ID),
    wanted('C', { bufferMinutes: -1 }),
  ];
  const applying = locations.apply(list);
  await expect(applying).rejects.toMatchObject({
    code: 'invalid_request',
    path: [1, 'plan', 'horizonDays'],
    message: expect.stringMatching(new RegExp(`^${LOCATION_ID}: .*; C: `)),
  });
  expect(await names()).toEqual([]);
});

test.each([
  [[wanted('A'), wanted('A')], 'A: each location must be in the list once'],
  [
    [wanted('A', { alias: 'a' }), wanted('B', { alias: 'a' }, LOCATION_ID)],
    `${LOCATION_ID}: a is the alias of A`,
  ],
  [[wanted('A', {}, 'x')], 'x: locationId must be a UUID'],
])('a list with two entries for one location or alias, or a wrong id, is rejected', async (list, message) => {
  const { locations, names } = opened();
  await expect(locations.apply(list)).rejects.toThrow(message);
  expect(await names()).toEqual([]);
});

test('a list has at most 1,000 locations', async () => {
  const { locations } = opened();
  const list = Array.from({ length: 1001 }, (_, i) => wanted(`${i}`));
  await expect(locations.apply(list)).rejects.toThrow('a list must have at most 1000 locations');
});
