import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, type VirtualClock, virtualClock } from '../../../test-support/process.ts';
import {
  aCaller,
  aPeriod,
  aPlan,
  aRequest,
  aTable,
  FRIDAY_MS,
  LOCATION_ID,
} from '../../contract/fixtures.ts';
import type { Combination, Table } from '../../core/location/floor-plan.ts';
import type { LocationPlan } from '../../core/location/location.ts';
import { DAY_MS, HOUR_MS } from '../../core/instant.ts';

/** 18:00 on Friday, in March; lunch until 16:00, dinner until 02:00. */
const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;
const LUNCH_MS = SIX_MS - 5 * HOUR_MS;
const servicePeriods = [
  aPeriod({ name: 'Lunch', opensMinute: 12 * 60, closesMinute: 16 * 60, lastSeatingMinute: 15 * 60 + 45 }),
  aPeriod({ name: 'Dinner', opensMinute: 16 * 60, closesMinute: 26 * 60 }),
];

let clock: VirtualClock;
let here: Process;

beforeEach(() => {
  clock = virtualClock();
  here = aProcess(clock);
});

const bookings = () => here.engine.operator.at(LOCATION_ID).bookings;

function apply(
  tables: readonly Table[],
  given: Partial<LocationPlan> = {},
  combinations: Combination[] = [],
) {
  const floorPlan = { tables, combinations, wastedSeatsMax: null };
  const plan = aPlan({ servicePeriods, floorPlan, ...given });
  return here.engine.operator.locations.apply(plan, LOCATION_ID);
}

async function book(partySize: number, startMs = SIX_MS) {
  const made = await here.engine
    .partner(aCaller())
    .createBooking(LOCATION_ID, aRequest(startMs, { partySize }));
  if (made.kind !== 'booked') throw new Error(made.kind === 'refused' ? made.reason : made.kind);
  return made.booking;
}

const DINNER = [{ periods: ['Dinner'] }];
const MARCH = [{ from: '03-01', to: '03-31' }];
const APRIL = [{ from: '04-01', to: '04-30' }];

test('D40 a table is assigned only in its season, by the start of the party, for all callers', async () => {
  await apply([aTable('A', { when: DINNER })]);
  await expect(book(2, LUNCH_MS)).rejects.toThrow('party_size');
  expect(await bookings().create(aRequest(LUNCH_MS))).toEqual({
    kind: 'refused',
    reason: 'party_size',
  });
  expect((await book(2)).tables).toEqual(['A']);
  const night = await book(2, SIX_MS + 6.5 * HOUR_MS);
  expect(night).toMatchObject({ serviceDate: '2030-03-01', tables: ['A'] });
});

test('D9 D40 a booking that makes room gets a table in season at its own start', async () => {
  const three = { seatsMin: 1, seatsMax: 3 };
  const floor = [aTable('large', { seatsMax: 4 }), aTable('terrace', { ...three, when: DINNER })];
  await apply(floor);
  // A lunch party, although dinner has begun.
  const lunch = await book(3, SIX_MS - 2.75 * HOUR_MS);
  expect(lunch.tables).toEqual(['large']);
  await expect(book(4, SIX_MS - 1.5 * HOUR_MS)).rejects.toThrow('tables');
  await bookings().cancel(lunch.id);
  const dinner = await bookings().create(aRequest(SIX_MS - 2 * HOUR_MS, { partySize: 3 }), {
    tables: ['large'],
  });
  if (dinner.kind !== 'booked') throw new Error(dinner.kind);
  await bookings().pin(dinner.booking.id, false);
  expect((await book(4, SIX_MS - 1.5 * HOUR_MS)).tables).toEqual(['large']);
  expect((await bookings().read(dinner.booking.id)).tables).toEqual(['terrace']);
});

test('D38 D40 a table out of season is rejected by name and assigned with force; re-seating never uses it then', async () => {
  const tables = [aTable('A', { when: APRIL }), aTable('B'), aTable('C')];
  const joined = { tables: ['B', 'C'], seatsMin: 5, seatsMax: 8, when: APRIL };
  await apply(tables, {}, [joined, { tables: ['A', 'B'], seatsMin: 5, seatsMax: 8 }]);
  const create = (chosen: string[], partySize: number, force = false) =>
    bookings().create(aRequest(SIX_MS, { partySize }), { tables: chosen, force });
  const out = { kind: 'refused', reason: 'tables' };
  expect(await create(['A'], 2)).toEqual({ ...out, outOfSeason: ['A'] });
  expect(await create(['A', 'B'], 6)).toEqual({ ...out, outOfSeason: ['A'] });
  expect(await create(['B', 'C'], 6)).toEqual({ ...out, outOfSeason: ['B', 'C'] });
  expect(await create(['A'], 2, true)).toMatchObject({
    kind: 'booked',
    booking: { tables: ['A'], pinned: true },
  });
  const other = await book(2);
  expect(await bookings().assign(other.id, { tables: ['A'] })).toEqual({ ...out, outOfSeason: ['A'] });
  const inApril = SIX_MS + 32 * DAY_MS;
  const moved = await bookings().move(other.id, { startMs: inApril }, { tables: ['A'] });
  expect(moved).toMatchObject({ kind: 'changed', booking: { tables: ['A'] } });
});

test('D38 D40 a table that is free for some time is offered before a free one out of season', async () => {
  await apply([aTable('A', { when: APRIL }), aTable('B')]);
  await bookings().create(aRequest(SIX_MS + HOUR_MS), { tables: ['B'] });
  const { offers } = await bookings().tableOffers({ partySize: 2, startMs: SIX_MS });
  expect(offers.map(({ tables, freeUntilMs }) => [tables, freeUntilMs])).toEqual([
    [['B'], SIX_MS + HOUR_MS],
    [['A'], null],
  ]);
});

test('D40 a booking moved out of the season of its table gets another one, and so does one that is undone', async () => {
  await apply([aTable('A', { seatsMax: 2, when: MARCH }), aTable('B', { seatsMax: 2 })]);
  const { id, tables } = await book(2);
  expect(tables).toEqual(['A']);
  const april = SIX_MS + 31 * DAY_MS;
  expect(await bookings().move(id, { startMs: april })).toMatchObject({ booking: { tables: ['B'] } });
  const other = await book(2, SIX_MS + DAY_MS);
  await bookings().markNoShow(other.id);
  await apply([aTable('A', { seatsMax: 2, when: APRIL }), aTable('B', { seatsMax: 2 })]);
  expect(await bookings().undo(other.id)).toMatchObject({ booking: { tables: ['B'] } });
});

test('D40 a season that excludes the table of a future booking is rejected, and the error names the booking', async () => {
  const floor = (when: Table['when'], joined?: Table['when']) =>
    apply([aTable('A', { when }), aTable('B')], {}, [
      { tables: ['A', 'B'], seatsMin: 5, seatsMax: 8, when: joined },
    ]);
  await floor(undefined);
  const { id } = await book(6);
  const stranded = {
    code: 'conflict',
    message: expect.stringContaining(`${id} (2030-03-01T17:00:00Z, 6 at A + B)`),
  };
  await expect(floor(APRIL)).rejects.toMatchObject(stranded);
  await expect(floor(undefined, APRIL)).rejects.toMatchObject(stranded);
  await expect(floor([{ except: DINNER }])).rejects.toMatchObject(stranded);
  await floor(MARCH, DINNER);
  // A booking that was forced out of season does not prevent a new season.
  const forced = aRequest(SIX_MS + 40 * DAY_MS);
  await bookings().create(forced, { tables: ['A'], force: true });
  await floor(MARCH);
  // A closed date and shorter hours do not put a booking out of season.
  const closed = [{ id: 'c', from: '2030-03-01', to: '2030-03-01', reason: null }];
  const hours = servicePeriods.map((period) => ({
    ...period,
    lastSeatingMinute: null,
    opensMinute: 19 * 60,
    closesMinute: 20 * 60,
  }));
  const terrace = [aTable('A', { when: DINNER }), aTable('B')];
  const joined = { tables: ['A', 'B'], seatsMin: 5, seatsMax: 8 };
  await apply(terrace, { closures: closed }, [joined]);
  await apply(terrace, { servicePeriods: hours.slice(1) }, [joined]);
});

test('D1 D40 slots without a suitable table in season are not offered, by day and period, also with a cached plan', async () => {
  await apply([
    aTable('A', { seatsMax: 2 }),
    aTable('terrace', { seatsMax: 6, when: [{ periods: ['Dinner'], from: '2030-03-02', to: '2030-03-02' }] }),
  ]);
  const partner = here.engine.partner(aCaller());
  const offered = async (date: string) =>
    (await partner.readAvailability(LOCATION_ID, { date, partySize: 5 })).answer.slots.map(
      ({ startMs }) => startMs,
    );
  const range = { startDate: '2030-03-01', endDate: '2030-03-03', partySizes: [2, 5] };
  for (let i = 0; i < 2; i++) {
    expect(await offered('2030-03-01')).toEqual([]);
    const [first] = await offered('2030-03-02');
    expect(first).toBe(FRIDAY_MS + DAY_MS + 15 * HOUR_MS);
    expect(await offered('2030-03-03')).toEqual([]);
    const { answer } = await partner.readAvailabilityBatch(LOCATION_ID, range);
    const days = answer.map(({ date, partySize }) => `${date.slice(8)} for ${partySize}`);
    expect(days).toEqual(['01 for 2', '02 for 2', '02 for 5', '03 for 2']);
  }
});
