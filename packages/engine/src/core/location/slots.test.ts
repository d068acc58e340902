import { expect, test } from 'vitest';
import { aPeriod, aPlan, aTable } from '../../contract/fixtures.ts';
import { HOUR_MS, MINUTE_MS } from '../instant.ts';
import type { Location, LocationPlan } from './location.ts';
import type { Reason, Rejected } from './reason.ts';
import { serviceDayOf } from './service-day.ts';
import { bookingWindowOf, isSlot, offeredSlots, type Slot, slotAt } from './slots.ts';

const DATE = '2027-06-18';
const at = (time: string): number => Date.parse(`${DATE}T${time}:00+02:00`);

interface Question {
  readonly plan?: Partial<LocationPlan>;
  readonly partySize?: number;
  readonly nowMs?: number;
  readonly tableAccess?: 'online' | 'all';
}

function ask(
  time: string | number,
  { plan = {}, partySize = 2, nowMs = at('06:00'), tableAccess = 'online' }: Question = {},
): Slot | Reason | Rejected {
  const location: Location = { ...aPlan(plan), id: 'id', revision: 1 };
  const startMs = typeof time === 'number' ? time : at(time);
  const slot = slotAt(
    location,
    serviceDayOf(location, DATE),
    startMs,
    partySize,
    bookingWindowOf(location, nowMs),
    tableAccess,
  );
  const listed = offeredSlots(
    location,
    serviceDayOf(location, DATE),
    partySize,
    bookingWindowOf(location, nowMs),
  );
  if (tableAccess === 'online') expect(listed.some((other) => other.startMs === startMs)).toBe(isSlot(slot));
  return slot;
}

test('D1 a start is offered on the grid, between opening and the last time at which the party can finish', () => {
  expect(ask('11:00')).toMatchObject({ startMs: at('11:00') });
  expect(ask('20:30')).toMatchObject({ endMs: at('22:00') });
  expect(ask('20:45')).toBe('last_seating');
  expect(ask('10:45')).toBe('closed');
  expect(ask('22:00')).toBe('closed');
  expect(ask('12:07')).toBe('closed');
  expect(ask(at('12:00') + 1)).toBe('closed');
});

test('D1 an explicit last seating applies instead of closing', () => {
  const plan = { servicePeriods: [aPeriod({ lastSeatingMinute: 21 * 60 + 30 })] };
  expect(ask('21:30', { plan })).toMatchObject({ endMs: at('23:00') });
  expect(ask('21:45', { plan })).toBe('last_seating');
});

test('D1 the start must be between now plus the lead time, and the horizon', () => {
  expect(ask('12:00', { nowMs: at('12:00') })).toMatchObject({ startMs: at('12:00') });
  expect(ask('12:00', { nowMs: at('12:00') + 1 })).toBe('too_soon');
  const plan = { leadTimeMinutes: 60, horizonDays: 3 };
  expect(ask('12:00', { plan, nowMs: at('11:00') })).toMatchObject({ startMs: at('12:00') });
  expect(ask('12:00', { plan, nowMs: at('11:00') + 1 })).toBe('too_soon');
  expect(ask('12:00', { plan, nowMs: at('00:30') - 72 * HOUR_MS })).toMatchObject({ startMs: at('12:00') });
  expect(ask('12:00', { plan, nowMs: at('00:00') - 72 * HOUR_MS - 1 })).toBe('too_far');
});

test('D1 the lead time can depend on the party size', () => {
  const leadTimes = [
    { partyMax: 2, leadTimeMinutes: 0 },
    { partyMax: 3, leadTimeMinutes: 60 },
  ];
  const plan = { leadTimes, leadTimeMinutes: 24 * 60 };
  for (const [partySize, leadMs] of [
    [1, 0],
    [2, 0],
    [3, HOUR_MS],
    [4, 24 * HOUR_MS],
  ] as const) {
    expect(ask('12:00', { plan, partySize, nowMs: at('12:00') - leadMs })).toMatchObject({
      startMs: at('12:00'),
    });
    expect(ask('12:00', { plan, partySize, nowMs: at('12:00') - leadMs + 1 })).toBe('too_soon');
  }
});

test('D1 a size that the period or the tables do not admit is not offered', () => {
  const plan = { servicePeriods: [aPeriod({ partySizeMin: 2, partySizeMax: 3 })] };
  expect(ask('12:00', { plan, partySize: 1 })).toBe('party_size');
  expect(ask('12:00', { plan, partySize: 3 })).toMatchObject({ endMs: at('14:00') });
  expect(ask('12:00', { plan, partySize: 4 })).toBe('party_size');
  expect(ask('12:00', { partySize: 5 })).toBe('party_size');
  expect(ask('12:00', { partySize: Number.MAX_SAFE_INTEGER })).toBe('party_size');
});

test('D3 the turn time follows the party size: 90, 120, 150, 180 minutes; a buffer is added', () => {
  const plan = {
    floorPlan: { tables: [aTable('A', { seatsMax: 20 })], combinations: [], wastedSeatsMax: null },
    bufferMinutes: 20,
  };
  const minutes = [1, 2, 3, 4, 5, 6, 7, 20].map((partySize) => {
    const slot = ask('12:00', { plan, partySize }) as Slot;
    expect(slot.blockedUntilMs - slot.endMs).toBe(20 * MINUTE_MS);
    return (slot.endMs - slot.startMs) / MINUTE_MS;
  });
  expect(minutes).toEqual([90, 90, 120, 120, 150, 150, 180, 180]);
});

test('D13 an operator is limited only by the opening hours and the tables', () => {
  const plan = { leadTimeMinutes: 600, horizonDays: 0, servicePeriods: [aPeriod({ partySizeMax: 1 })] };
  expect(ask('12:07', { plan, tableAccess: 'all', nowMs: at('12:10') })).toMatchObject({
    startMs: at('12:07'),
  });
  expect(ask('21:59', { plan, tableAccess: 'all' })).toMatchObject({ startMs: at('21:59') });
  expect(ask('22:00', { plan, tableAccess: 'all' })).toBe('closed');
  expect(ask('12:00', { plan, tableAccess: 'all', nowMs: at('13:30') })).toBe('too_soon');
  expect(ask('12:00', { plan, tableAccess: 'all', partySize: 5 })).toBe('party_size');
});
