import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, type VirtualClock, virtualClock } from '../../../test-support/process.ts';
import {
  aCaller,
  aPlan,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
} from '../../contract/fixtures.ts';
import { HOUR_MS } from '../../core/instant.ts';
import type { LocationPlan } from '../../core/location/location.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;

let clock: VirtualClock;
let here: Process;

beforeEach(() => {
  clock = virtualClock();
  here = aProcess(clock);
});

const apply = (plan: Partial<LocationPlan> = {}, id: string | null = LOCATION_ID) =>
  here.engine.operator.locations.apply(aPlan(plan), id);

async function book(partySize = 2, startMs = SIX_MS): Promise<string> {
  const made = await here.engine.operator.at(LOCATION_ID).bookings.create(aRequest(startMs, { partySize }));
  if (made.kind !== 'booked') throw new Error('not booked');
  return made.booking.id;
}

const tables = (...ids: string[]): Partial<LocationPlan> => ({
  floorPlan: { tables: ids.map((id) => aTable(id)), combinations: [], wastedSeatsMax: null },
});

test('a plan without an id replaces that of the only location of its name', async () => {
  const first = await apply({}, null);
  expect(first.created).toBe(true);
  const second = await apply({ horizonDays: 3 }, null);
  expect(second).toMatchObject({ created: false, location: { id: first.location.id, revision: 2 } });
  await apply({}, OTHER_LOCATION_ID); // another location with the same name
  await expect(apply({}, null)).rejects.toMatchObject({ code: 'conflict', path: ['id'] });
  expect((await apply({ horizonDays: 3 }, OTHER_LOCATION_ID.toUpperCase())).location).toMatchObject({
    id: OTHER_LOCATION_ID,
    revision: 2,
  });
  await expect(apply({}, 'bordet')).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await here.engine.operator.locations.list()).toHaveLength(2);
});

test('an invalid plan is not stored', async () => {
  await expect(apply({ timeZone: 'Europe/Nowhere' })).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await here.engine.operator.locations.list()).toEqual([]);
  await expect(here.engine.operator.locations.read(LOCATION_ID)).rejects.toMatchObject({
    code: 'location_not_found',
  });
});

test('a plan that would take the table of a future booking is rejected, and the error names the booking', async () => {
  await apply();
  const id = await book();
  const [booking] = await here.engine.operator.at(LOCATION_ID).bookings.list();
  expect(booking!.tables).toEqual(['A']);
  await expect(apply(tables('B'))).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`${id} (2030-03-01T17:00:00Z, 2 at A)`),
  });
  const smaller = { tables: [aTable('A', { seatsMax: 1 })], combinations: [], wastedSeatsMax: null };
  await expect(apply({ floorPlan: smaller })).rejects.toMatchObject({ code: 'conflict' });
  expect((await here.engine.operator.locations.read(LOCATION_ID)).revision).toBe(1);
  // A party below the minimum of its table does not count as stranded, and other tables do not matter.
  await apply({ floorPlan: { ...smaller, tables: [aTable('A', { seatsMin: 3 })] } });
  await here.engine.operator.bookings.cancel(id);
  await apply(tables('B'));
});

test('tables that were joined for a future booking stay joined', async () => {
  const floor = tables('A', 'B').floorPlan!;
  const joined = { tables: ['A', 'B'], seatsMin: 5, seatsMax: 8, online: true };
  await apply({ floorPlan: { ...floor, combinations: [joined] } });
  await book(6);
  await expect(apply({ floorPlan: floor })).rejects.toMatchObject({ code: 'conflict' });
});

test('a booking that is over, or was already outside the plan, does not prevent a new plan', async () => {
  await apply();
  await book();
  clock.pass(24 * HOUR_MS);
  await apply(tables('B'));
  await book(2, SIX_MS + 24 * HOUR_MS);
  // As after a manual change in the database: the plan has lost the table without a check.
  await here.shared.locations.put(LOCATION_ID, aPlan(tables('C')), clock.nowMs(), () => undefined);
  expect((await apply(tables('C', 'D'))).location.revision).toBe(4);
});

test('the error names ten of many stranded bookings, and counts the rest', async () => {
  await apply();
  for (let day = 0; day < 12; day++) await book(2, SIX_MS + day * 24 * HOUR_MS);
  await expect(apply(tables('B'))).rejects.toMatchObject({
    message: expect.stringMatching(/(?:.* at A\)){10} and 2 more$/),
  });
});

test('D7 after a change, requests to this process are answered with the new plan', async () => {
  await apply();
  const slots = async (): Promise<number> =>
    (await here.engine.partner(aCaller()).readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 }))
      .answer.slots.length;
  expect(await slots()).toBeGreaterThan(0);
  await apply({ servicePeriods: [] });
  expect(await slots()).toBe(0);
});
