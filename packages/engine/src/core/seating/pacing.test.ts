import { expect, test } from 'vitest';
import { aPeriod, aPlan } from '../../contract/fixtures.ts';
import type { DiaryBooking } from '../booking/diary.ts';
import { MINUTE_MS } from '../instant.ts';
import type { Location, LocationPlan } from '../location/location.ts';
import { coversLeft } from './table-assignment.ts';
import { serviceDayOf } from '../location/service-day.ts';
import { slotOf } from '../location/slots.ts';

const DATE = '2027-06-18';
const SIX_MS = Date.parse(`${DATE}T18:00:00+02:00`);

/** A party that starts so many minutes after six. */
const party = (minutes: number, partySize: number): DiaryBooking => ({
  id: `${minutes} ${partySize}`,
  startMs: SIX_MS + minutes * MINUTE_MS,
  blockedUntilMs: SIX_MS + (minutes + 90) * MINUTE_MS,
  partySize,
  tables: [],
  pinned: false,
  tableAccess: 'online',
  kind: 'booking',
});

function left(plan: Partial<LocationPlan>, ...bookings: DiaryBooking[]): number {
  const location: Location = { ...aPlan(plan), id: 'id', revision: 1 };
  const [open] = serviceDayOf(location, DATE).periods;
  return coversLeft(bookings, location, slotOf(location, open!, 2, SIX_MS));
}

test('pacing counts who starts within the step of the slot, its first instant and not its last', () => {
  const plan = { pacing: { coversPerStep: 10, partiesPerStep: null } };
  expect(left(plan)).toBe(10);
  expect(left(plan, party(0, 2), party(14, 3))).toBe(5);
  expect(left(plan, party(-1, 2), party(15, 3))).toBe(10);
  expect(left(plan, party(0, 9), party(1, 4))).toBe(0);
});

test('pacing by parties ends with the last of them, whatever their covers', () => {
  const plan = { pacing: { coversPerStep: null, partiesPerStep: 2 } };
  expect(left(plan, party(0, 40))).toBe(Infinity);
  expect(left(plan, party(0, 1), party(0, 1))).toBe(0);
  expect(left({ pacing: { coversPerStep: 5, partiesPerStep: 2 } }, party(0, 4))).toBe(1);
});

test("a period's own pacing replaces the pacing of the location; without either there is no limit", () => {
  const own = [aPeriod({ pacing: { coversPerStep: 3, partiesPerStep: null } })];
  expect(left({ servicePeriods: own, pacing: { coversPerStep: 50, partiesPerStep: 1 } }, party(0, 2))).toBe(
    1,
  );
  expect(left({}, party(0, 1000))).toBe(Infinity);
});

test('D39 a block that starts in the step does not count as a party', () => {
  const block: DiaryBooking = { ...party(0, 0), kind: 'block' };
  const pacing = { coversPerStep: null, partiesPerStep: 1 };
  expect(left({ pacing }, block)).toBe(Infinity);
  expect(left({ pacing }, block, party(1, 2))).toBe(0);
});
