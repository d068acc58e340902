import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, type VirtualClock, virtualClock } from '../../../test-support/process.ts';
import {
  aPeriod,
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
import type { ApplyOptions } from './locations.ts';

let clock: VirtualClock;
let here: Process;

beforeEach(async () => {
  clock = virtualClock();
  here = aProcess(clock);
  await apply({});
});

const apply = (plan: Partial<LocationPlan>, options?: ApplyOptions) =>
  here.engine.operator.locations.apply(aPlan(plan), LOCATION_ID, options);
const review = (plan: Partial<LocationPlan>, options?: ApplyOptions) =>
  here.engine.operator.locations.review(aPlan(plan), LOCATION_ID, options);

/** Books at an hour of Friday in Stockholm, for two: an hour and a half. */
async function book(hour: number, partySize = 2): Promise<string> {
  const startMs = FRIDAY_MS + (hour - 1) * HOUR_MS;
  const made = await here.engine.operator.at(LOCATION_ID).bookings.create(aRequest(startMs, { partySize }));
  if (made.kind !== 'booked') throw new Error('not booked');
  return made.booking.id;
}

const concerns = async (found: ReturnType<typeof review> | ReturnType<typeof apply>) =>
  (await found).bookings.map(({ booking, concerns: each }) => [booking.id, ...each]);

const until = (closesMinute: number, more = {}): Partial<LocationPlan> => ({
  servicePeriods: [aPeriod({ closesMinute, ...more })],
});
const floor = (...ids: string[]): Partial<LocationPlan> => ({
  floorPlan: { tables: ids.map((id) => aTable(id)), combinations: [], wastedSeatsMax: null },
});
const aClosure = (id: string, from: string, to = from) => ({ id, from, to, reason: null });

test('shorter hours list bookings that begin after them or outlast them, by start, each once', async () => {
  const late = await book(20);
  const stays = await book(18.75);
  await book(18);
  const expected = [
    [stays, 'outside_hours'],
    [late, 'outside_hours'],
  ];
  expect(await concerns(review(until(20 * 60)))).toEqual(expected);
  expect((await here.engine.operator.locations.read(LOCATION_ID)).revision).toBe(1);
  expect(await concerns(apply(until(20 * 60)))).toEqual(expected);
  expect(await concerns(apply(until(20 * 60)))).toEqual([]);
  expect(await concerns(apply(until(22 * 60)))).toEqual([]);
  // With a last seating the start counts.
  expect(await concerns(review(until(20 * 60, { lastSeatingMinute: 19 * 60 })))).toEqual([
    [late, 'outside_hours'],
  ]);
});

test('a closure lists bookings that begin in it, and those that begin before and extend into it', async () => {
  const [before, into, inside] = [await book(15), await book(18), await book(19)];
  const hours = [aClosure('c', `${FRIDAY}T19:00`, `${FRIDAY}T21:00`)];
  expect(await concerns(review({ closures: hours }))).toEqual([
    [into, 'into_closure'],
    [inside, 'closed'],
  ]);
  expect(await concerns(review({ closures: [aClosure('c', FRIDAY)] }))).toEqual(
    [before, into, inside].map((id) => [id, 'closed']),
  );
  clock.pass(17.5 * HOUR_MS); // 18:30 in Stockholm: parties that are already seated are not listed
  const added = await here.engine.operator.at(LOCATION_ID).closures.add(hours[0]!);
  expect(added.bookings.map(({ booking, concerns: each }) => [booking.id, ...each])).toEqual([
    [inside, 'closed'],
  ]);
});

test('a review lists bookings that would lose their table, for which apply fails', async () => {
  const id = await book(18);
  const found = await review({ ...floor('B'), ...until(18 * 60) });
  expect(found.bookings).toMatchObject([
    { booking: { id, tables: ['A'] }, concerns: ['no_table', 'outside_hours'] },
  ]);
  await expect(apply(floor('B'))).rejects.toMatchObject({ code: 'conflict' });
});

test('a review does not list bookings that are over or cancelled, or dates without bookings', async () => {
  const over = await book(12);
  const cancelled = await book(18);
  await here.engine.operator.bookings.cancel(cancelled);
  clock.pass(16 * HOUR_MS);
  expect(await concerns(review(floor('B')))).toEqual([]);
  expect(over).not.toBe(cancelled);
  const elsewhere = await here.engine.operator.locations.review(aPlan(), OTHER_LOCATION_ID);
  expect(elsewhere).toMatchObject({ locationId: null, before: null, bookings: [] });
});

test('D8 with `listed`, closures that were made one by one stay; with `unchanged`, all closures stay', async () => {
  const made = await here.engine.operator.at(LOCATION_ID).closures.add({
    from: '2030-05-01',
    to: '2030-05-01',
    reason: null,
  });
  const [mayDay, christmas, easter] = [made.id, 'christmas', 'easter'];
  const idsAfter = async (plan: Partial<LocationPlan>, options?: ApplyOptions): Promise<string[]> => {
    const reviewed = (await review(plan, options)).plan.closures.map(({ id }) => id);
    const applied = (await apply(plan, options)).location.closures.map(({ id }) => id);
    expect(reviewed).toEqual(applied);
    return applied;
  };
  const list = (...closures: LocationPlan['closures']) => ({ closures });
  const [atChristmas, atEaster] = [aClosure(christmas, '2030-12-24'), aClosure(easter, '2030-04-19')];
  expect(await idsAfter(list(atChristmas), { closures: 'listed' })).toEqual([christmas, mayDay]);
  expect(await idsAfter({}, { closures: 'unchanged' })).toEqual([christmas, mayDay]);
  expect(await idsAfter(list(atEaster), { closures: 'listed' })).toEqual([easter, mayDay]);
  expect(await idsAfter(list(), { closures: 'listed' })).toEqual([mayDay]);
  // A closure that the plan also lists, by id or dates, is kept once.
  expect(await idsAfter(list(aClosure(mayDay, '2030-05-02')), { closures: 'listed' })).toEqual([mayDay]);
  expect(await idsAfter(list(aClosure('may', '2030-05-02')), { closures: 'listed' })).toEqual(['may']);
  expect(await idsAfter(list(atEaster), { closures: 'only' })).toEqual([easter]);
  expect(await idsAfter(list())).toEqual([]);
});

test('D8 a closure that is made while a plan is applied is kept', async () => {
  const saving = here.hold('locations.put', 'before');
  const applying = apply({ horizonDays: 3 }, { closures: 'unchanged' });
  await saving.reached;
  const there = aProcess(clock, { storage: here.shared });
  await there.engine.operator.at(LOCATION_ID).closures.add({ from: FRIDAY, to: FRIDAY, reason: null });
  saving.release();
  const { location } = await applying;
  expect(location.closures).toHaveLength(1);
  expect(location.revision).toBe(3);
});

test('a plan without an id replaces the location with its alias, for any name; aliases are unique', async () => {
  await apply({ alias: 'nord' });
  const byAlias = (plan: Partial<LocationPlan>, id: string | null = null) =>
    here.engine.operator.locations.apply(aPlan({ alias: 'nord', ...plan }), id);
  expect(await byAlias({ name: 'Nordlyset' })).toMatchObject({
    created: false,
    location: { id: LOCATION_ID },
  });
  await expect(byAlias({ name: 'Another' }, OTHER_LOCATION_ID)).rejects.toMatchObject({
    code: 'conflict',
    path: ['alias'],
  });
  expect(await byAlias({}, LOCATION_ID)).toMatchObject({ created: false });
});
