import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, virtualClock } from '../../../test-support/process.ts';
import { aCaller, aLocation, aPlan, FRIDAY, LOCATION_ID } from '../../contract/fixtures.ts';
import type { Closure } from '../../core/location/location.ts';

let here: Process;

beforeEach(async () => {
  here = aProcess(virtualClock());
  await aLocation(here.shared);
});

const closure = { from: FRIDAY, to: FRIDAY, reason: 'a wedding' };
const closures = async (): Promise<readonly Closure[]> =>
  (await here.engine.operator.locations.read(LOCATION_ID)).closures;
const slots = async (): Promise<number> =>
  (await here.engine.partner(aCaller()).readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 })).answer
    .slots.length;

test('D7 a closed date has no slots from then on, and has slots again when it is opened', async () => {
  expect(await slots()).toBeGreaterThan(0);
  const { id } = await here.engine.operator.at(LOCATION_ID).closures.add(closure);
  expect([await slots(), await closures()]).toEqual([0, [{ id, ...closure }]]);
  expect(await here.engine.operator.at(LOCATION_ID).closures.remove(id)).toEqual({
    id,
    ...closure,
  });
  expect([(await slots()) > 0, await closures()]).toEqual([true, []]);
  await expect(here.engine.operator.at(LOCATION_ID).closures.remove(id)).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('an invalid closure is rejected, and the plan is unchanged', async () => {
  const wrong = here.engine.operator.at(LOCATION_ID).closures.add({ ...closure, to: '2030-02-01' });
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' });
  expect((await here.engine.operator.locations.read(LOCATION_ID)).revision).toBe(1);
});

test('a concurrent change of the plan and the added closure are both kept', async () => {
  const saving = here.hold('locations.put', 'before');
  const adding = here.engine.operator.at(LOCATION_ID).closures.add(closure);
  await saving.reached;
  const there = aProcess(virtualClock(), { storage: here.shared });
  await there.engine.operator.locations.apply(aPlan({ name: 'Nya Bordet' }), LOCATION_ID);
  saving.release();
  const { id } = await adding;
  expect(await here.engine.operator.locations.read(LOCATION_ID)).toMatchObject({
    name: 'Nya Bordet',
    closures: [{ id }],
    revision: 3,
  });
});

test('closures added and removed concurrently are all applied', async () => {
  const made = await Promise.all(
    Array.from({ length: 8 }, () => here.engine.operator.at(LOCATION_ID).closures.add(closure)),
  );
  expect((await closures()).map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  await Promise.all(made.slice(1).map(({ id }) => here.engine.operator.at(LOCATION_ID).closures.remove(id)));
  const { bookings, holds, ...left } = made[0]!;
  expect([await closures(), bookings, holds]).toEqual([[left], [], []]);
});
