import { expect, test } from 'vitest';
import { aPlan, aTable, FRIDAY, FRIDAY_MS } from '../../contract/fixtures.ts';
import { HOUR_MS } from '../instant.ts';
import { changedRange } from './changed-range.ts';
import type { Closure, LocationPlan } from './location.ts';

const NOW_MS = FRIDAY_MS + 12 * HOUR_MS;
const plan = aPlan({ horizonDays: 30 });
const closure = (from: string, to: string, id = from): Closure => ({ id, from, to, reason: null });
const closed = (...closures: Closure[]): LocationPlan => ({ ...plan, closures });

test('D37 a change of plan concerns all dates that can be booked before or after it', () => {
  const all = { from: FRIDAY, to: '2030-03-31' };
  expect(changedRange(null, plan, NOW_MS)).toEqual(all);
  expect(changedRange(plan, { ...plan, bufferMinutes: 15 }, NOW_MS)).toEqual(all);
  expect(changedRange(plan, { ...plan, horizonDays: 10 }, NOW_MS)).toEqual(all);
  const tables = { tables: [aTable('A')], combinations: [], wastedSeatsMax: null };
  expect(changedRange(plan, { ...plan, floorPlan: tables }, NOW_MS)).toEqual(all);
  const far = changedRange(plan, { ...plan, horizonDays: 100_000 }, NOW_MS)!;
  expect(far).toEqual({ from: FRIDAY, to: '2032-02-29' });
});

test('D37 a change that does not affect tables concerns no date', () => {
  const contact = { address: 'Storgatan 1', phone: null, email: null };
  const renamed = { ...plan, name: 'Another', alias: 'another', language: 'sv', contact } as const;
  expect(
    changedRange(plan, { ...renamed, guestCutoffMinutes: 60, guestRetentionDays: 30 }, NOW_MS),
  ).toBeNull();
  expect(changedRange(plan, plan, NOW_MS)).toBeNull();
});

test('D37 a new or removed closure concerns its dates, as far as they can be booked', () => {
  const christmas = closure('2030-03-24', '2030-03-26');
  const dates = { from: '2030-03-24', to: '2030-03-26' };
  expect(changedRange(plan, closed(christmas), NOW_MS)).toEqual(dates);
  expect(changedRange(closed(christmas), plan, NOW_MS)).toEqual(dates);
  expect(
    changedRange(closed(christmas), closed({ ...christmas, id: 'other', reason: 'why' }), NOW_MS),
  ).toBeNull();
  expect(changedRange(plan, closed(closure('2030-02-01', '2030-03-02')), NOW_MS)).toEqual({
    from: FRIDAY,
    to: '2030-03-02',
  });
  expect(changedRange(plan, closed(closure('2031-01-01', '2031-01-02')), NOW_MS)).toBeNull();
  const hours = closure('2030-03-24T18:00', '2030-03-24T23:00');
  expect(changedRange(plan, closed(hours), NOW_MS)).toEqual({ from: '2030-03-23', to: '2030-03-24' });
});
