import { beforeEach, expect, test } from 'vitest';
import { aProcess, type Process, virtualClock } from '../../test-support/process.ts';
import {
  aCaller,
  aLocation,
  aPeriod,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../contract/fixtures.ts';
import { secretKeyOf, tokenOf } from '../core/access/secret.ts';
import type { Booking } from '../core/booking/booking.ts';
import type { LocationPlan } from '../core/location/location.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/instant.ts';

/** 18:00 local time. */
const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;
const QUARTER_MS = 15 * MINUTE_MS;

/** Dinner from 17:00 to 22:00 at one table that partners can book. */
const PLAN: Partial<LocationPlan> = {
  floorPlan: { tables: [aTable('A')], combinations: [], wastedSeatsMax: null },
  servicePeriods: [aPeriod({ opensMinute: 17 * 60, closesMinute: 22 * 60 })],
};

let here: Process;
const clock = virtualClock();

beforeEach(() => {
  here = aProcess(clock);
});

const operator = () => here.engine.operator.at(LOCATION_ID).bookings;
const partner = () => here.engine.partner(aCaller());

async function booked(startMs: number, partySize = 2): Promise<Booking> {
  const made = await operator().create(aRequest(startMs, { partySize }));
  if (made.kind !== 'booked') throw new Error(made.kind);
  return made.booking;
}

/** Starts as local hours. */
const hoursOf = (startsMs: readonly number[]): number[] =>
  startsMs.map((startMs) => (startMs - FRIDAY_MS) / HOUR_MS + 1);

test('D31 at most four starts are returned, the nearest first, and the earlier of two equally near', async () => {
  await aLocation(here.shared, PLAN);
  const found = await partner().alternatives(LOCATION_ID, { startMs: SIX_MS, partySize: 2 });
  expect(hoursOf(found.startsMs)).toEqual([17.75, 18.25, 17.5, 18.5]);
  await booked(SIX_MS);
  const around = await partner().alternatives(LOCATION_ID, { startMs: SIX_MS + QUARTER_MS, partySize: 2 });
  expect(hoursOf(around.startsMs)).toEqual([19.5, 19.75, 20, 20.25]);
  const large = await partner().alternatives(LOCATION_ID, { startMs: SIX_MS, partySize: 5 });
  expect(large).toEqual({ startsMs: [], nextAvailable: null });
});

test('D31 a full date returns the next available date at a similar time, at most 14 days ahead', async () => {
  await aLocation(here.shared, PLAN);
  const fill = async (days: number): Promise<void> => {
    for (const at of [-1, 0.5, 2]) await booked(SIX_MS + days * DAY_MS + at * HOUR_MS);
  };
  for (let days = 0; days < 14; days++) await fill(days);
  const refused = { startMs: SIX_MS, partySize: 2 };
  expect(await partner().alternatives(LOCATION_ID, refused)).toEqual({
    startsMs: [],
    nextAvailable: { date: '2030-03-15', startMs: SIX_MS + 14 * DAY_MS },
  });
  await fill(14);
  expect(await partner().alternatives(LOCATION_ID, refused)).toEqual({ startsMs: [], nextAvailable: null });
});

test('D31 the operator gets slots of the grid at every table, without pacing, lead time or horizon', async () => {
  await aLocation(here.shared, {
    ...PLAN,
    floorPlan: {
      tables: [aTable('A'), aTable('kept', { online: false })],
      combinations: [],
      wastedSeatsMax: null,
    },
    leadTimeMinutes: 30 * 24 * 60,
    horizonDays: 0,
    pacing: { coversPerStep: 2, partiesPerStep: null },
  });
  await booked(SIX_MS);
  const refused = { startMs: SIX_MS + 7 * MINUTE_MS, partySize: 3 };
  const nothing = { startsMs: [], nextAvailable: null };
  expect(await partner().alternatives(LOCATION_ID, refused)).toEqual({ ...nothing, offGrid: true });
  const found = await operator().alternatives(refused);
  expect(hoursOf(found.startsMs)).toEqual([18, 18.25, 17.75, 18.5]);
});

test('D31 D38 with a chosen table, alternatives are the times at which that table is available', async () => {
  await aLocation(here.shared, {
    ...PLAN,
    floorPlan: {
      tables: [aTable('A'), aTable('small', { seatsMax: 2 })],
      combinations: [],
      wastedSeatsMax: null,
    },
  });
  const four = await operator().create(aRequest(SIX_MS, { partySize: 4 }));
  const choice = { tables: ['A'] };
  const refused = { startMs: SIX_MS, partySize: 3 };
  expect(await operator().create(aRequest(SIX_MS, { partySize: 3 }), choice)).toMatchObject({
    kind: 'refused',
    inTheWay: [four.kind === 'booked' && four.booking.id],
  });
  expect(hoursOf((await operator().alternatives(refused, choice)).startsMs)).toEqual([20]);
  const small = { tables: ['small'] };
  expect(await operator().alternatives(refused, small)).toEqual({
    startsMs: [],
    nextAvailable: null,
  });
  const forced = await operator().alternatives(refused, { ...small, force: true });
  expect(forced.startsMs).toHaveLength(4);
});

test('D31 D32 a booking that moves does not block itself, and its current start is not returned', async () => {
  await aLocation(here.shared, PLAN);
  const { id } = await booked(SIX_MS);
  await booked(SIX_MS + 90 * MINUTE_MS);
  const earlier = await operator().alternativesToMove(id, { startMs: SIX_MS + QUARTER_MS });
  expect(hoursOf(earlier.startsMs)).toEqual([17.75, 17.5, 17.25, 17]);
  const larger = await operator().alternativesToMove(id, { partySize: 4 });
  expect(hoursOf(larger.startsMs)).toEqual([17.5, 17.25, 17]);
});

test('D31 a guest gets the times that partners can book, and an empty list after the change deadline', async () => {
  await aLocation(here.shared, { ...PLAN, guestCutoffMinutes: 60 });
  const made = await partner().createBooking(LOCATION_ID, aRequest(SIX_MS));
  if (made.kind !== 'booked') throw new Error(made.kind);
  const guest = here.engine.guest(tokenOf(secretKeyOf(new Uint8Array(32)), 'manage', made.booking.id));
  const found = await guest.alternatives({ startMs: SIX_MS + HOUR_MS });
  expect(hoursOf(found.startsMs)).toEqual([18.75, 19.25, 18.5, 19.5]);
  const later = aProcess(virtualClock(SIX_MS - HOUR_MS), { storage: here.shared });
  const late = later.engine.guest(tokenOf(secretKeyOf(new Uint8Array(32)), 'manage', made.booking.id));
  expect(await late.alternatives({ startMs: SIX_MS + HOUR_MS })).toEqual({
    startsMs: [],
    nextAvailable: null,
  });
});

test('D31 D38 a booking at a table kept for the operator can stay at it at another time', async () => {
  const tables = [aTable('A'), aTable('kept', { online: false })];
  await aLocation(here.shared, { ...PLAN, floorPlan: { tables, combinations: [], wastedSeatsMax: null } });
  const made = await partner().createBooking(LOCATION_ID, aRequest(SIX_MS));
  if (made.kind !== 'booked') throw new Error(made.kind);
  await operator().assign(made.booking.id, { tables: ['kept'] });
  for (const at of [-1, 0.5, 2]) await operator().create(aRequest(SIX_MS + at * HOUR_MS), { tables: ['A'] });
  const guest = here.engine.guest(tokenOf(secretKeyOf(new Uint8Array(32)), 'manage', made.booking.id));
  expect(await guest.move({ startMs: SIX_MS + 4 * HOUR_MS })).toMatchObject({ kind: 'refused' });
  const found = await guest.alternatives({ startMs: SIX_MS + 4 * HOUR_MS });
  expect(hoursOf(found.startsMs)).toEqual([20.5, 20.25, 20, 19.75]);
});

test('D31 a day in memory is not read again, and only the necessary later days are read', async () => {
  await aLocation(here.shared, PLAN);
  for (const at of [-1, 0.5, 2]) await booked(SIX_MS + at * HOUR_MS);
  await partner().readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
  const before = here.count('bookings.diary');
  for (let i = 0; i < 3; i++) await partner().alternatives(LOCATION_ID, { startMs: SIX_MS, partySize: 2 });
  expect(here.count('bookings.diary')).toBe(before + 1);
});

test('D31 D2 days beyond the budget are left out: 20,000 looks at the later days', async () => {
  await aLocation(here.shared, {
    floorPlan: { tables: [aTable('A')], combinations: [], wastedSeatsMax: null },
    servicePeriods: [
      aPeriod({ opensMinute: 0, closesMinute: 1440, lastSeatingMinute: 1440, slotStepMinutes: 1 }),
    ],
    turnTimes: [
      { partyMax: 2, turnMinutes: 1440 },
      { partyMax: 3, turnMinutes: 1300 },
      { partyMax: null, turnMinutes: 1240 },
    ],
    movesMax: 0,
  });
  const midnightMs = FRIDAY_MS - HOUR_MS;
  for (let days = 0; days < 14; days++) await booked(midnightMs + days * DAY_MS);
  const refused = { startMs: midnightMs, partySize: 2 };
  const last = async (partySize: number) => {
    const booking = await booked(midnightMs + 14 * DAY_MS, partySize);
    const { nextAvailable } = await operator().alternatives(refused);
    await operator().cancel(booking.id);
    return nextAvailable;
  };
  expect(await last(4)).toEqual({ date: '2030-03-15', startMs: midnightMs + 14 * DAY_MS + 1240 * MINUTE_MS });
  expect(await last(3)).toBeNull();
});

test('D8 D31 an invalid request is rejected as invalid', async () => {
  await aLocation(here.shared, PLAN);
  for (const refused of [
    { startMs: Number.NaN, partySize: 2 },
    { startMs: SIX_MS, partySize: 0 },
  ])
    await expect(partner().alternatives(LOCATION_ID, refused)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  await expect(
    operator().alternatives({ startMs: SIX_MS, partySize: 2 }, { tables: ['Z'] }),
  ).rejects.toMatchObject({ code: 'invalid_request', path: ['tables'] });
  await expect(operator().alternativesToMove('bk_none', {})).rejects.toMatchObject({
    code: 'booking_not_found',
  });
  const caller = aCaller({ scopes: ['availability:read'] });
  await expect(
    here.engine.partner(caller).alternatives(LOCATION_ID, { startMs: SIX_MS, partySize: 2 }),
  ).rejects.toMatchObject({ code: 'missing_scope' });
  for (const startMs of [8.64e15, -8.64e15])
    expect(await operator().alternatives({ startMs, partySize: 2 })).toBeDefined();
});
