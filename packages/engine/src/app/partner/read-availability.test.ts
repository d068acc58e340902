import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, type VirtualClock, virtualClock } from '../../../test-support/process.ts';
import {
  aCaller,
  aLocation,
  aPeriod,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../../contract/fixtures.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/instant.ts';
import type { LocationPlan } from '../../core/location/location.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS; // 18:00 in Stockholm
const ONE_TABLE = { tables: [aTable('A')], combinations: [], wastedSeatsMax: null };
const RANGE = { startDate: FRIDAY, endDate: '2030-03-02', partySizes: [2] };

let clock: VirtualClock;
let here: Process;

beforeEach(() => {
  clock = virtualClock();
  here = aProcess(clock);
});

const aRestaurant = (plan: Partial<LocationPlan> = {}): Promise<unknown> =>
  aLocation(here.shared, { floorPlan: ONE_TABLE, ...plan });

/** Whether a party of two can book a table at 18:00. */
async function isFree({ engine }: Process = here, startMs = SIX_MS): Promise<boolean | undefined> {
  const { answer } = await engine
    .partner(aCaller())
    .readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
  return answer.slots.find((slot) => slot.startMs === startMs)?.available;
}

async function isFreeInBatch({ engine }: Process = here): Promise<boolean | undefined> {
  const { answer } = await engine.partner(aCaller()).readAvailabilityBatch(LOCATION_ID, RANGE);
  const friday = answer.find(({ date }) => date === FRIDAY);
  return friday?.slots.find((slot) => slot.startMs === SIX_MS)?.available;
}

const bookIn = ({ engine }: Process): Promise<unknown> =>
  engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(SIX_MS));

test('D7 a process sees its own booking, cancellation and plan immediately, also with cached answers', async () => {
  await aRestaurant();
  expect([await isFree(), await isFreeInBatch()]).toEqual([true, true]);
  const made = await here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(SIX_MS));
  expect([await isFree(), await isFreeInBatch()]).toEqual([false, false]);
  if (made.kind !== 'booked') throw new Error('not booked');
  await here.engine.partner(aCaller()).cancelBooking(made.booking.id);
  expect([await isFree(), await isFreeInBatch()]).toEqual([true, true]);
  const { id: _id, revision: _revision, ...plan } = await here.engine.operator.locations.read(LOCATION_ID);
  await here.engine.operator.locations.apply({ ...plan, servicePeriods: [] }, LOCATION_ID);
  expect([await isFree(), await isFreeInBatch()]).toEqual([undefined, undefined]);
});

test("D7 another process's change is seen with its invalidation, and without one after 8 s", async () => {
  await aRestaurant();
  const there = aProcess(clock, { storage: here.shared });
  const third = aProcess(clock, { storage: here.shared });
  for (const process of [here, there, third]) expect(await isFree(process)).toBe(true);
  await bookIn(there);
  expect([await isFree(), await isFree(third)]).toEqual([true, true]);
  here.tell({ kind: 'diary', locationId: LOCATION_ID, dates: [FRIDAY] });
  third.tell({ kind: 'anything' });
  expect([await isFree(), await isFree(third)]).toEqual([false, false]);

  const deaf = aProcess(clock, { storage: here.shared });
  expect(await isFree(deaf)).toBe(false);
  const [booking] = await here.engine.operator.at(LOCATION_ID).bookings.list();
  await there.engine.operator.bookings.cancel(booking!.id);
  clock.pass(7999);
  expect(await isFree(deaf)).toBe(false);
  clock.pass(1);
  expect(await isFree(deaf)).toBe(true);
});

test('D7 a detached process gets no further invalidations', async () => {
  await aRestaurant();
  expect(here.listeners.size).toBe(1);
  here.engine.detach();
  expect(here.listeners.size).toBe(0);
});

test('§4.2 equal concurrent batches share one computation, and all batches of the same days share one read', async () => {
  await aRestaurant();
  const ask = (...partySizes: readonly number[]) =>
    here.engine.partner(aCaller()).readAvailabilityBatch(LOCATION_ID, { ...RANGE, partySizes });
  const reading = here.hold('bookings.diary', 'after');
  const first = ask(2);
  await reading.reached;
  const [second, other] = [ask(2), ask(3)];
  reading.release();
  expect((await second).days).toBe((await first).days);
  expect((await other).days).not.toBe((await first).days);
  expect(here.count('bookings.diary')).toBe(1);
});

test('§5.5 a batch is not shared with a caller that cannot see the location', async () => {
  await aRestaurant();
  const reading = here.hold('bookings.diary', 'after');
  const allowed = isFreeInBatch();
  await reading.reached;
  const stranger = aCaller({ locationIds: [] });
  await expect(here.engine.partner(stranger).readAvailabilityBatch(LOCATION_ID, RANGE)).rejects.toMatchObject(
    {
      code: 'location_forbidden',
    },
  );
  reading.release();
  expect(await allowed).toBe(true);
});

test('§4.2 D7 a batch does not join a computation that began before a change, and its result is not kept', async () => {
  await aRestaurant();
  const reading = here.hold('bookings.diary', 'after');
  const before = isFreeInBatch();
  await reading.reached;
  await bookIn(here);
  const after = isFreeInBatch();
  reading.release();
  expect([await before, await after, await isFreeInBatch(), await isFree()]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('§4.2 D7 a batch does not join one that began before an invalidation', async () => {
  await aRestaurant();
  const there = aProcess(clock, { storage: here.shared });
  for (const kind of ['diary', 'anything'] as const) {
    const reading = here.hold('bookings.diary', 'after');
    const isFreeNow = isFreeInBatch();
    await reading.reached;
    const bookings = await there.engine.operator.at(LOCATION_ID).bookings.list();
    const live = bookings.find(({ status }) => status === 'confirmed');
    await (live ? there.engine.operator.bookings.cancel(live.id) : bookIn(there));
    here.tell(kind === 'diary' ? { kind, locationId: LOCATION_ID, dates: [FRIDAY] } : { kind });
    const after = isFreeInBatch();
    reading.release();
    expect(await after).toBe(!(await isFreeNow));
    here.tell({ kind: 'anything' });
  }
});

test('§4.2.4 §4.2.5 entries of a batch equal the single answers, in order; days without a table are omitted', async () => {
  await aRestaurant({ closures: [{ id: 'c', from: '2030-03-02', to: '2030-03-02', reason: null }] });
  const range = { startDate: FRIDAY, endDate: '2030-03-03', partySizes: [4, 2, 2, 5] };
  const { answer } = await here.engine.partner(aCaller()).readAvailabilityBatch(LOCATION_ID, range);
  const single = async (date: string, size: number): Promise<unknown> =>
    (await here.engine.partner(aCaller()).readAvailability(LOCATION_ID, { date, partySize: size })).answer;
  expect(answer).toEqual(
    await Promise.all([
      single(FRIDAY, 2),
      single(FRIDAY, 4),
      single('2030-03-03', 2),
      single('2030-03-03', 4),
    ]),
  );
});

test('D1 with a cached answer, a slot is offered until its start, and no longer', async () => {
  await aRestaurant();
  clock.pass(17 * HOUR_MS - 1);
  expect(await isFree()).toBe(true);
  clock.pass(1);
  expect(await isFree()).toBe(true);
  clock.pass(1);
  expect(await isFree()).toBeUndefined();
});

test('D1 D7 a cached answer includes a date that comes within the horizon at midnight', async () => {
  await aRestaurant({ horizonDays: 1 });
  const ask = async (date: string): Promise<number> =>
    (await here.engine.partner(aCaller()).readAvailability(LOCATION_ID, { date, partySize: 2 })).answer.slots
      .length;
  clock.pass(23 * HOUR_MS - 1); // the last moment of Friday in Stockholm
  expect([(await ask('2030-03-02')) > 0, await ask('2030-03-03')]).toEqual([true, 0]);
  clock.pass(1);
  expect([await ask('2030-03-02'), await ask('2030-03-03')].every((slots) => slots > 0)).toBe(true);
});

test('D2 D9 a cached answer ends when the booking that would make room enters the freeze window', async () => {
  const tables = [aTable('A', { seatsMax: 4 }), aTable('B', { seatsMax: 2 })];
  await aRestaurant({ floorPlan: { tables, combinations: [], wastedSeatsMax: null }, freezeMinutes: 60 });
  const four = async (): Promise<boolean | undefined> => {
    const { answer } = await here.engine
      .partner(aCaller())
      .readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 4 });
    return answer.slots.find(({ startMs }) => startMs === SIX_MS)?.available;
  };
  const two = await here.engine.operator.at(LOCATION_ID).bookings.create(aRequest(SIX_MS));
  const [twoMore] = await here.engine.operator.at(LOCATION_ID).bookings.list();
  expect([two.kind, twoMore!.tables]).toEqual(['booked', ['B']]);
  await here.engine.operator.bookings.pin(twoMore!.id, true);
  await here.engine.operator.at(LOCATION_ID).bookings.create(aRequest(SIX_MS));
  await here.engine.operator.bookings.cancel(twoMore!.id); // the party at A can move to B
  clock.pass(16 * HOUR_MS - 1000);
  expect(await four()).toBe(true);
  clock.pass(999);
  expect(await four()).toBe(true);
  clock.pass(1);
  expect(await four()).toBe(false);
});

test('D2 D3 a long last party of one day and the first of the next count for each other', async () => {
  const turnTimes = [{ partyMax: null, turnMinutes: 900 }];
  const lateOnFriday = { weekdays: [5], lastSeatingMinute: 22 * 60, slotStepMinutes: 60, turnTimes } as const;
  await aRestaurant({
    servicePeriods: [
      aPeriod(lateOnFriday),
      aPeriod({ name: 'saturday', weekdays: [6], opensMinute: 8 * 60 }),
    ],
  });
  const lastMs = FRIDAY_MS + 21 * HOUR_MS; // until 13:00 on Saturday in Stockholm
  const tenMs = FRIDAY_MS + 33 * HOUR_MS;
  const early = await here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(tenMs));
  expect([early.kind, await isFree(here, lastMs)]).toEqual(['booked', false]);
  if (early.kind === 'booked') await here.engine.partner(aCaller()).cancelBooking(early.booking.id);
  expect(await isFree(here, lastMs)).toBe(true);
  expect(await here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(lastMs))).toMatchObject({
    kind: 'booked',
    booking: { serviceDate: FRIDAY, endMs: lastMs + 900 * MINUTE_MS },
  });
  const { answer } = await here.engine
    .partner(aCaller())
    .readAvailability(LOCATION_ID, { date: '2030-03-02', partySize: 2 });
  const firstFree = answer.slots.find(({ available }) => available);
  expect(firstFree?.startMs).toBe(lastMs + 900 * MINUTE_MS);
});

test('§5.4 D28 a caller without the scope is rejected, and so is an invalid date', async () => {
  await aRestaurant();
  const ask = (given: object, date = FRIDAY, size = 2): Promise<unknown> =>
    here.engine.partner(aCaller(given)).readAvailability(LOCATION_ID, { date, partySize: size });
  await expect(ask({ scopes: ['bookings:read'] })).rejects.toMatchObject({ code: 'missing_scope' });
  await expect(ask({}, '2030-02-30')).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(ask({}, FRIDAY, 0)).rejects.toMatchObject({ code: 'invalid_request' });
  const batch = here.engine.partner(aCaller({ scopes: [] })).readAvailabilityBatch(LOCATION_ID, RANGE);
  await expect(batch).rejects.toMatchObject({ code: 'missing_scope' });
});
