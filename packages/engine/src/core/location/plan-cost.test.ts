import { expect, test } from 'vitest';
import { aPeriod, aPlan, aTable } from '../../contract/fixtures.ts';
import type { DiaryBooking } from '../booking/diary.ts';
import type { Table } from './floor-plan.ts';
import { MINUTE_MS } from '../instant.ts';
import type { LocationPlan } from './location.ts';
import { COST_SLOW, COST_TOO_MUCH, planCostOf } from './plan-cost.ts';
import { createSeatingSearch } from '../seating/solver/seating-search.ts';

/** This many tables of this many kinds, open for twelve hours. */
function planWith(
  count: number,
  kinds: number,
  slotStepMinutes: number,
  given: Partial<LocationPlan> = {},
): LocationPlan {
  const tables = Array.from({ length: count }, (_, i): Table => {
    const kind = i % kinds;
    const seatsMin = 1 + (kind % 6);
    return aTable(`T${i}`, { seatsMin, seatsMax: seatsMin + 1 + Math.floor(kind / 6) });
  });
  return aPlan({
    floorPlan: { tables, combinations: [], wastedSeatsMax: null },
    servicePeriods: [aPeriod({ opensMinute: 600, closesMinute: 1320, slotStepMinutes })],
    ...given,
  });
}

const units = (plan: LocationPlan): number => planCostOf(plan).units;

test('D2 usual plans cost little, a hard one causes a warning, and one-minute steps with unequal tables are too much', () => {
  for (const plan of [
    planWith(10, 4, 15),
    planWith(40, 7, 15),
    planWith(40, 4, 5),
    planWith(100, 5, 15),
    planWith(300, 1, 1),
  ])
    expect(units(plan)).toBeLessThan(COST_SLOW);
  for (const plan of [planWith(40, 12, 5), planWith(40, 33, 15), planWith(100, 12, 15)]) {
    expect(units(plan)).toBeGreaterThan(COST_SLOW);
    expect(units(plan)).toBeLessThan(COST_TOO_MUCH);
  }
  for (const plan of [planWith(40, 12, 1), planWith(60, 36, 5), planWith(200, 33, 1)])
    expect(units(plan)).toBeGreaterThan(COST_TOO_MUCH);
  expect(units(planWith(200, 33, 1, { movesMax: 0 }))).toBe(0);
});

test('D2 the cost counts the starts of the fullest day, and the kinds of tables', () => {
  const lunch = aPeriod({
    opensMinute: 660,
    closesMinute: 840,
    weekdays: [1, 2, 3, 4, 5],
    slotStepMinutes: 30,
  });
  const dinner = aPeriod({
    opensMinute: 1020,
    closesMinute: 1440,
    lastSeatingMinute: 1260,
    weekdays: [5, 6],
    slotStepMinutes: 15,
  });
  const feast = aPeriod({
    opensMinute: 600,
    closesMinute: 1320,
    weekdays: [],
    dates: ['2030-01-01'],
    slotStepMinutes: 60,
  });
  const plan = planWith(4, 2, 15, { servicePeriods: [lunch, dinner, feast] });
  // On Friday: starts from 11:00 to 12:30 and from 17:00 to 21:00.
  expect(planCostOf(plan)).toMatchObject({ slots: 4 + 17, kinds: 2, slotStepMinutes: 15 });
  const tables = plan.floorPlan.tables.map((table, i) => ({ ...table, online: i > 0 }));
  expect(planCostOf({ ...plan, floorPlan: { ...plan.floorPlan, tables: tables } }).kinds).toBe(3);
});

/** The steps for all starts and sizes of a full day. */
function stepsOfAFullDay(plan: LocationPlan): number {
  const { opensMinute, closesMinute, slotStepMinutes } = plan.servicePeriods[0]!;
  let state = 7;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const starts = Math.floor((closesMinute - opensMinute - 90) / slotStepMinutes) + 1;
  const question = (start: number, partySize: number) => {
    const startMs = start * slotStepMinutes * MINUTE_MS;
    return {
      startMs,
      endMs: startMs + (partySize <= 2 ? 90 : 120) * MINUTE_MS,
      partySize,
      tableAccess: 'online' as const,
    };
  };
  const search = (bookings: readonly DiaryBooking[], movesMax: number | null) =>
    createSeatingSearch({ plan: plan.floorPlan, bookings, isMovable: () => true, movesMax });
  const bookings: DiaryBooking[] = [];
  for (let i = 0; i < plan.floorPlan.tables.length * 10; i++) {
    const next = question(draw(starts), 1 + draw(8));
    const answer = search(bookings, 0).ask(next);
    if (answer.kind !== 'seated') continue;
    const { startMs, endMs: blockedUntilMs, partySize } = next;
    bookings.push({
      id: `b${i}`,
      startMs,
      blockedUntilMs,
      partySize,
      tables: answer.tables,
      pinned: false,
      tableAccess: 'online',
      kind: 'booking',
    });
  }
  let most = 0;
  for (const partySize of [2, 3, 4, 6]) {
    const day = search(bookings, null);
    for (let start = 0; start < starts; start++) day.ask(question(start, partySize));
    most = Math.max(most, day.steps);
  }
  return most;
}

test('D2 the estimated cost has the order of the measured steps, and a higher estimate means more steps', () => {
  const plans = [planWith(10, 3, 15), planWith(20, 6, 15), planWith(30, 12, 15), planWith(24, 12, 5)];
  const costs = plans.map((plan) => {
    const { units: reckoned } = planCostOf(plan);
    return { reckoned: reckoned / plan.floorPlan.tables.length, taken: stepsOfAFullDay(plan) };
  });
  for (const { reckoned, taken } of costs) {
    expect(taken, JSON.stringify(costs)).toBeLessThan(reckoned * 40);
    expect(taken, JSON.stringify(costs)).toBeGreaterThan(reckoned / 100);
  }
  expect(costs.map(({ taken }) => taken)).toEqual(costs.map(({ taken }) => taken).toSorted((a, b) => a - b));
});
