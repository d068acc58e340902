import { expect, test } from 'vitest';
import { aPlan, aTable } from '../../contract/fixtures.ts';
import { seatParty } from './table-assignment.ts';
import type { DiaryBooking } from '../booking/diary.ts';
import { dayStateOf } from './day-state.ts';
import type { TableAccess } from '../location/floor-plan.ts';
import type { Location, LocationPlan } from '../location/location.ts';
import { serviceDayOf } from '../location/service-day.ts';
import { bookingWindowOf, isSlot, slotAt } from '../location/slots.ts';

const DATE = '2027-06-18';
const at = (time: string): number => Date.parse(`${DATE}T${time}:00+02:00`);

const held = (table: string, from: string, to: string): DiaryBooking => ({
  id: `${table} ${from}`,
  startMs: at(from),
  blockedUntilMs: at(to),
  partySize: 2,
  tables: [table],
  pinned: true, // without re-seating
  tableAccess: 'online',
  kind: 'booking',
});

/** The tables that a party gets at a time, or why none. */
function seat(
  plan: Partial<LocationPlan>,
  bookings: readonly DiaryBooking[],
  time: string,
  partySize: number,
  tableAccess: TableAccess = 'online',
) {
  const location: Location = { ...aPlan(plan), id: 'id', revision: 1 };
  const day = serviceDayOf(location, DATE);
  const slot = slotAt(
    location,
    day,
    at(time),
    partySize,
    bookingWindowOf(location, at('01:00')),
    tableAccess,
  );
  if (!isSlot(slot)) return slot;
  const interval = { startMs: slot.startMs, endMs: slot.blockedUntilMs };
  const assignment = seatParty(
    dayStateOf(location, day, bookings, at('01:00'), { requested: interval }),
    slot,
    partySize,
    tableAccess,
  );
  return typeof assignment === 'string' ? assignment : assignment.tables;
}

const floor = (...tables: ReturnType<typeof aTable>[]) => ({
  tables,
  combinations: [],
  wastedSeatsMax: null,
});

test('best fit: the fewest seats that admit the party, then the tightest gap', () => {
  const floorPlan = floor(
    aTable('six', { seatsMax: 6 }),
    aTable('two-a', { seatsMax: 2 }),
    aTable('two-b', { seatsMax: 2 }),
  );
  expect(seat({ floorPlan }, [], '18:00', 2)).toEqual(['two-a']);
  expect(seat({ floorPlan }, [held('two-b', '16:00', '18:00')], '18:00', 2)).toEqual(['two-b']);
  expect(
    seat({ floorPlan }, [held('two-a', '17:00', '19:00'), held('two-b', '18:45', '20:00')], '18:00', 2),
  ).toEqual(['six']);
  // Not even a gap that fits to the minute makes a larger table the better one.
  const gap = [held('six', '16:00', '18:00'), held('six', '19:30', '21:00')];
  expect(seat({ floorPlan }, gap, '18:00', 2)).toEqual(['two-a']);
  expect(seat({ floorPlan }, [held('six', '12:00', '18:15')], '18:00', 5)).toBe('tables');
});

test('§8 two parties may touch: a table is free from the instant the one before ends, buffer included', () => {
  const plan = { floorPlan: floor(aTable('A')), bufferMinutes: 15 };
  expect(seat(plan, [held('A', '16:00', '18:00')], '18:00', 2)).toEqual(['A']);
  expect(seat(plan, [held('A', '16:00', '18:01')], '18:00', 2)).toBe('tables');
  expect(seat(plan, [held('A', '19:45', '21:00')], '18:00', 2)).toEqual(['A']);
  expect(seat(plan, [held('A', '19:44', '21:00')], '18:00', 2)).toBe('tables');
});

test('a combination is filled last, has its own seats, and is taken if one of its tables is', () => {
  const floorPlan = {
    tables: [aTable('A'), aTable('B'), aTable('C', { seatsMin: 1, seatsMax: 8 })],
    combinations: [{ tables: ['A', 'B'], seatsMin: 5, seatsMax: 6 }],
    wastedSeatsMax: null,
  };
  expect(seat({ floorPlan }, [], '18:00', 5)).toEqual(['C']);
  expect(seat({ floorPlan }, [held('C', '18:00', '20:00')], '18:00', 5)).toEqual(['A', 'B']);
  expect(seat({ floorPlan }, [held('C', '18:00', '20:00'), held('B', '18:00', '20:00')], '18:00', 5)).toBe(
    'tables',
  );
  expect(seat({ floorPlan }, [held('C', '18:00', '20:00')], '18:00', 8)).toBe('tables');
});

test('D13 tables kept from partners, and seats left empty, bind partners only', () => {
  const floorPlan = {
    tables: [aTable('A', { seatsMax: 8 }), aTable('B', { online: false })],
    combinations: [],
    wastedSeatsMax: 2,
  };
  expect(seat({ floorPlan }, [], '18:00', 2)).toBe('party_size');
  expect(seat({ floorPlan }, [], '18:00', 6)).toEqual(['A']);
  expect(seat({ floorPlan }, [], '18:00', 2, 'all')).toEqual(['B']);
  expect(seat({ floorPlan }, [held('B', '18:00', '19:00')], '18:00', 2, 'all')).toEqual(['A']);
});

test('pacing counts the covers and parties that start within the step, for any author', () => {
  const floorPlan = floor(...['A', 'B', 'C', 'D'].map((id) => aTable(id)));
  const covers = { floorPlan, pacing: { coversPerStep: 5, partiesPerStep: null } };
  const two = [held('A', '18:00', '20:00'), held('B', '18:14', '20:00')];
  expect(seat(covers, two, '18:00', 2)).toBe('pacing');
  expect(seat(covers, two, '18:00', 1)).not.toBe('pacing');
  expect(seat(covers, two, '18:15', 4)).not.toBe('pacing');
  expect(seat(covers, two, '18:00', 2, 'all')).not.toBe('pacing');
  const parties = { floorPlan, pacing: { coversPerStep: null, partiesPerStep: 2 } };
  expect(seat(parties, two, '18:00', 1)).toBe('pacing');
});

test('more places than bits in a word: tables 33 and on are seen as well', () => {
  const tables = Array.from({ length: 70 }, (_, i) => aTable(`T${i}`));
  const taken = tables.slice(0, 69).map(({ id }) => held(id, '18:00', '20:00'));
  expect(seat({ floorPlan: floor(...tables) }, taken, '18:00', 2)).toEqual(['T69']);
  expect(seat({ floorPlan: floor(...tables) }, [...taken, held('T69', '19:15', '20:00')], '18:00', 2)).toBe(
    'tables',
  );
});

test('an operator books between the grid: a table that is free from 18:05 is free at 18:07', () => {
  const floorPlan = floor(aTable('A'));
  expect(seat({ floorPlan }, [held('A', '16:00', '18:05')], '18:07', 2, 'all')).toEqual(['A']);
  expect(seat({ floorPlan }, [held('A', '16:00', '18:08')], '18:07', 2, 'all')).toBe('tables');
  expect(seat({ floorPlan }, [held('A', '19:36', '21:00')], '18:07', 2, 'all')).toBe('tables');
  expect(seat({ floorPlan }, [held('A', '19:37', '21:00')], '18:07', 2, 'all')).toEqual(['A']);
});
