import { expect, test } from 'vitest';
import { aRestaurant, FLOOR_PLAN, SIX_MS } from '../../../test-support/blocks.ts';
import { aProcess, type Process } from '../../../test-support/process.ts';
import { aCaller, aLocation, aRequest, FRIDAY, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts';

test('D39 a block is not a booking: lists, pages and sheets omit it, and actions on bookings reject it', async () => {
  const { here, bookings, tables, booked, blocked } = await aRestaurant();
  const party = await booked(2);
  const { id } = await blocked({ reason: 'for Astrid Berg' });
  expect((await bookings.list()).map((one) => one.id)).toEqual([party.id]);
  expect((await bookings.list({ date: FRIDAY })).map((one) => one.id)).toEqual([party.id]);
  const listed: string[] = [];
  for await (const some of bookings.pages()) listed.push(...some.map((one) => one.id));
  expect(listed).toEqual([party.id]);
  const sheet = await bookings.sheet({ date: FRIDAY });
  expect([...sheet.bookings, ...sheet.others].map((one) => one.id)).toEqual([party.id]);
  const nextDay = await bookings.sheet({ date: '2030-03-02' });
  expect([nextDay.bookings, nextDay.others, nextDay.blocks]).toEqual([[], [], []]);
  const partner = here.engine.partner(aCaller());
  const actions = [
    () => bookings.read(id),
    () => bookings.cancel(id),
    () => bookings.complete(id),
    () => bookings.markNoShow(id),
    () => bookings.undo(id),
    () => bookings.pin(id, false),
    () => bookings.move(id, { partySize: 2 }),
    () => bookings.move(id, { partySize: 2 }, { tables: ['B'] }),
    () => bookings.assign(id),
    () => bookings.assign(id, { tables: ['B'] }),
    () => partner.readBooking(id),
    () => partner.cancelBooking(id),
  ];
  for (const ask of actions) await expect(ask()).rejects.toMatchObject({ code: 'booking_not_found' });
  expect((await tables.blocks()).map((one) => one.id)).toEqual([id]);
  expect(await here.shared.bookings.find(id, null)).toMatchObject({ kind: 'block' });
  expect(await here.engine.operator.guests.export('alva@example.com')).toHaveLength(1);
});

test('D39 the reason of a block is erased with the guests, and counts of guests omit blocks', async () => {
  const { clock, here, tables, booked, blocked } = await aRestaurant();
  await booked(2);
  const { id } = await blocked({ tables: ['B'], reason: 'for Astrid Berg' });
  clock.pass(2 * DAY_MS);
  expect(await here.engine.operator.guests.purge(FRIDAY_MS + DAY_MS)).toBe(1);
  const row = await here.shared.bookings.find(id, null);
  expect(row?.guest).toMatchObject({ name: '', notes: null });
  expect(await tables.blocks({ date: FRIDAY })).toMatchObject([{ id, reason: null }]);
  expect(await here.engine.operator.guests.purge(FRIDAY_MS + DAY_MS)).toBe(0);
});

test('D20 D39 the nightly sweep of the demo location skips blocks', async () => {
  const { clock, here, tables, find, booked, blocked } = await aRestaurant();
  const party = await booked(2, SIX_MS + 3 * DAY_MS);
  await blocked({ startMs: SIX_MS + 3 * DAY_MS, endMs: SIX_MS + 4 * DAY_MS });
  clock.pass(2 * DAY_MS);
  expect(await here.engine.background.sweepSandbox(LOCATION_ID)).toBe(1);
  expect(await find(party.id)).toMatchObject({ status: 'cancelled' });
  expect(await tables.blocks()).toHaveLength(1);
});

test('D39 pacing counts an unseated booking, and not a block', async () => {
  const { here, tables, booked, blocked } = await aRestaurant();
  const pacing = { coversPerStep: null, partiesPerStep: 1 };
  await aLocation(here.shared, { floorPlan: FLOOR_PLAN, pacing });
  await blocked({ tables: ['A', 'C'], startMs: SIX_MS });
  const { answer } = await here.engine
    .partner(aCaller())
    .readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
  expect(answer.slots.find(({ startMs }) => startMs === SIX_MS)).toMatchObject({ available: true });
  const party = await booked(2);
  expect(party.tables).toEqual(['B']);
  const later = { startMs: SIX_MS + 15 * MINUTE_MS, endMs: SIX_MS + 2 * HOUR_MS };
  await blocked({ tables: ['B'], ...later, force: true });
  await tables.unblock((await tables.blocks())[0]!.id);
  const second = await here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(SIX_MS));
  expect(second).toMatchObject({ kind: 'refused', reason: 'pacing' });
});

test('D7 D39 a block is visible immediately on every date that it touches, and so is its end', async () => {
  const { clock, here, tables, blocked } = await aRestaurant();
  const there = aProcess(clock, { storage: here.shared });
  const dates = [FRIDAY, '2030-03-02', '2030-03-03'];
  const read = async (process: Process): Promise<readonly (readonly number[])[]> =>
    Promise.all(
      dates.map(async (date) => {
        const { answer } = await process.engine
          .partner(aCaller())
          .readAvailability(LOCATION_ID, { date, partySize: 4 });
        return answer.slots.map(({ remainingCovers }) => remainingCovers);
      }),
    );
  const before = await read(here);
  expect(before[0]![0]).toBe(10);
  const block = await blocked({ startMs: SIX_MS, endMs: SIX_MS + 2 * DAY_MS });
  const after = await read(here);
  // Friday from 16:15 on, because a party of four would still be at the table at 18:00.
  expect(after[0]!.map((covers) => covers === 10)).toEqual(before[0]!.map((_, i) => i <= 20));
  expect(new Set(after[1])).toEqual(new Set([6]));
  expect(after[2]!.map((covers) => covers === 6)).toEqual(before[2]!.map((_, i) => i < 28));
  expect(await read(there)).toEqual(after);
  await tables.unblock(block.id);
  expect(await read(here)).toEqual(before);
});

test('D39 a plan can drop a blocked table; the block stays, and applies again if the table returns', async () => {
  const { here, tables, booked, blocked } = await aRestaurant();
  const block = await blocked({ tables: ['C'] });
  const { id, revision, ...plan } = await here.engine.operator.locations.read(LOCATION_ID);
  const without = { ...FLOOR_PLAN, tables: FLOOR_PLAN.tables.slice(0, 2) };
  await here.engine.operator.locations.apply({ ...plan, floorPlan: without }, id);
  expect(await tables.blocks()).toEqual([block]);
  expect((await booked(2)).tables).not.toEqual(['C']);
  await here.engine.operator.locations.apply(plan, id);
  expect((await booked(2)).tables).not.toEqual(['C']);
  expect(revision).toBe(1);
});

test('D2 D39 an unseated booking is never moved for another, and takes no table', async () => {
  const { here, find, booked, blocked } = await aRestaurant();
  const one = await booked(4);
  await booked(4);
  await booked(2);
  await blocked({ tables: one.tables, endMs: SIX_MS + HOUR_MS, force: true });
  for (const partySize of [1, 2, 3, 4, 5])
    expect(
      await here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(SIX_MS, { partySize })),
    ).toMatchObject({ kind: 'refused' });
  // The table is free from 19:00.
  const free = await here.engine
    .partner(aCaller())
    .createBooking(LOCATION_ID, aRequest(SIX_MS + HOUR_MS, { partySize: 4 }));
  expect(free).toMatchObject({ kind: 'booked', booking: { tables: one.tables } });
  expect((await find(one.id)).tables).toEqual([]);
});
