/** Each rule of re-seating on a small restaurant. */
import type { Entry } from '@bord/engine/storage';
import { expect, test } from 'vitest';
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import {
  type FloorPlan,
  type Table,
  tableOptionsOf,
} from '../../../packages/engine/src/core/location/floor-plan.ts';
import { checkPlan } from '../../../packages/engine/src/core/seating/solver/plan-check.ts';
import {
  createSeatingSearch,
  type SeatingAnswer,
  type SeatingSearchOptions,
} from '../../../packages/engine/src/core/seating/solver/seating-search.ts';
import { bookedAfter, RESTAURANTS, requestsOf } from './busy-days.ts';

const HOUR_MS = 3_600_000;
const table = (id: string, seatsMin: number, seatsMax: number, online = true): Table => ({
  id,
  seatsMin,
  seatsMax,
  area: null,
  online,
});
const planOf = (tables: Table[], more: Partial<FloorPlan> = {}): FloorPlan => ({
  tables,
  combinations: [],
  wastedSeatsMax: null,
  ...more,
});
const booking = (
  id: string,
  fromHour: number,
  toHour: number,
  partySize: number,
  tables: string[],
  more: Partial<Entry> = {},
): DiaryBooking => ({
  id,
  startMs: fromHour * HOUR_MS,
  blockedUntilMs: toHour * HOUR_MS,
  partySize,
  tables,
  pinned: false,
  tableAccess: 'online',
  kind: 'booking',
  ...more,
});
const ask = (
  plan: FloorPlan,
  bookings: DiaryBooking[],
  [fromHour, toHour, partySize, tableAccess = 'online']: [number, number, number, ('online' | 'all')?],
  more: Partial<SeatingSearchOptions> = {},
): SeatingAnswer =>
  createSeatingSearch({ plan, bookings, isMovable: (each) => !each.pinned, movesMax: null, ...more }).ask({
    startMs: fromHour * HOUR_MS,
    endMs: toHour * HOUR_MS,
    partySize,
    tableAccess,
  });

const TWO_AND_FOUR = planOf([table('two', 1, 2), table('four', 1, 4)]);
const COUPLE_AT_FOUR = booking('couple', 18, 20, 2, ['four']);

test('D9 a booking gives up its table for one that also fits it', () => {
  expect(ask(TWO_AND_FOUR, [COUPLE_AT_FOUR], [19, 21, 4])).toEqual({
    kind: 'seated',
    tables: ['four'],
    reseatings: [{ bookingId: 'couple', tables: ['two'] }],
  });
});

test('D9 a pinned booking stays', () => {
  expect(ask(TWO_AND_FOUR, [{ ...COUPLE_AT_FOUR, pinned: true }], [19, 21, 4])).toEqual({
    kind: 'full',
    proven: true,
  });
});

test('D9 a booking ends where the next begins', () => {
  expect(ask(TWO_AND_FOUR, [COUPLE_AT_FOUR], [20, 22, 4])).toEqual({
    kind: 'seated',
    tables: ['four'],
    reseatings: [],
  });
  expect(ask(TWO_AND_FOUR, [COUPLE_AT_FOUR], [16, 18, 4])).toMatchObject({ reseatings: [] });
});

test('D9 an empty day, and a party that fits no table', () => {
  expect(ask(TWO_AND_FOUR, [], [18, 20, 2])).toEqual({ kind: 'seated', tables: ['two'], reseatings: [] });
  expect(ask(TWO_AND_FOUR, [], [18, 20, 5])).toEqual({ kind: 'full', proven: true });
  expect(ask(planOf([]), [], [18, 20, 2])).toEqual({ kind: 'full', proven: true });
});

test("D9 a guest's booking never moves to a table that is kept for the operator, the operator's own may", () => {
  const plan = planOf([table('kept', 1, 2, false), table('four', 1, 4)]);
  expect(ask(plan, [COUPLE_AT_FOUR], [19, 21, 4])).toEqual({ kind: 'full', proven: true });
  expect(ask(plan, [{ ...COUPLE_AT_FOUR, tableAccess: 'all' }], [19, 21, 4])).toMatchObject({
    kind: 'seated',
  });
  expect(ask(plan, [COUPLE_AT_FOUR], [19, 21, 2, 'all'])).toMatchObject({ tables: ['kept'], reseatings: [] });
});

test('D9 no party moves to a table with too many empty seats', () => {
  const plan = planOf([table('four', 1, 4), table('six', 1, 6)], { wastedSeatsMax: 3 });
  const bookings = [COUPLE_AT_FOUR];
  expect(ask(plan, bookings, [19, 21, 2])).toEqual({ kind: 'full', proven: true });
  expect(ask({ ...plan, wastedSeatsMax: 4 }, bookings, [19, 21, 2])).toMatchObject({ tables: ['six'] });
});

test('D9 tables are joined, and freed for being joined', () => {
  const plan = planOf([table('a', 1, 2), table('b', 1, 2), table('c', 1, 2)], {
    combinations: [{ tables: ['a', 'b'], seatsMin: 3, seatsMax: 4 }],
  });
  expect(ask(plan, [booking('couple', 18, 20, 2, ['b'])], [18, 20, 4])).toEqual({
    kind: 'seated',
    tables: ['a', 'b'],
    reseatings: [{ bookingId: 'couple', tables: ['c'] }],
  });
});

test('D9 a party at a table outside the plan for its size stays there', () => {
  const plan = planOf([table('two', 1, 2), table('four', 3, 4)]);
  expect(ask(plan, [{ ...COUPLE_AT_FOUR, partySize: 5 }], [19, 21, 4])).toEqual({
    kind: 'full',
    proven: true,
  });
  expect(ask(plan, [COUPLE_AT_FOUR], [19, 21, 4])).toMatchObject({ tables: ['four'] }); // the couple can have the table for two
  const stray = booking('stray', 18, 20, 2, ['gone', 'two']);
  expect(ask(plan, [stray], [19, 21, 2])).toEqual({ kind: 'full', proven: true });
});

test('D9 two bookings that share a table already stay where they are', () => {
  const bookings = [COUPLE_AT_FOUR, booking('other', 18, 20, 2, ['four'])];
  expect(ask(TWO_AND_FOUR, bookings, [19, 21, 4])).toMatchObject({ kind: 'full' });
  expect(ask(TWO_AND_FOUR, bookings, [19, 21, 2])).toMatchObject({ tables: ['two'], reseatings: [] });
});

test('D9 a limit on the moves of one answer is kept', () => {
  expect(ask(TWO_AND_FOUR, [COUPLE_AT_FOUR], [19, 21, 4], { movesMax: 0 })).toMatchObject({ kind: 'full' });
  expect(ask(TWO_AND_FOUR, [COUPLE_AT_FOUR], [19, 21, 4], { movesMax: 1 })).toMatchObject({ kind: 'seated' });
  const plan = planOf([table('two', 1, 2), table('three', 1, 3), table('four', 1, 4)]);
  const bookings = [booking('one', 18, 20, 2, ['three']), booking('two', 18, 20, 3, ['four'])];
  expect(ask(plan, bookings, [18, 20, 4], { movesMax: 1 })).toEqual({ kind: 'undecided', because: 'moves' });
  expect(ask(plan, bookings, [18, 20, 4], { movesMax: 2 })).toMatchObject({ kind: 'seated' });
});

test('D2 an answer depends only on the question, not on the order of the bookings or on earlier questions', () => {
  const restaurant = RESTAURANTS.find(({ name }) => name.startsWith('10 tables'))!;
  let bookings: DiaryBooking[] = [];
  for (const request of requestsOf(restaurant, 5)) {
    const search = (list: DiaryBooking[]) =>
      createSeatingSearch({
        plan: restaurant.plan,
        bookings: list,
        isMovable: (each) => !each.pinned,
        movesMax: null,
      });
    const answer = search(bookings).ask(request.question);
    expect(search(bookings.toReversed()).ask(request.question)).toEqual(answer);
    bookings = bookedAfter(bookings, request, answer);
  }
});

test('D2 without steps what takes a search is left undecided', () => {
  const restaurant = RESTAURANTS.find(({ name }) => name.includes('7 overlapping'))!;
  let bookings: DiaryBooking[] = [];
  const seen = new Set<string>();
  for (const request of requestsOf(restaurant, 1)) {
    const { plan } = restaurant;
    const answer = createSeatingSearch({
      plan,
      bookings,
      isMovable: () => true,
      movesMax: null,
      stepsMax: 20_000,
    }).ask(request.question);
    seen.add(answer.kind);
    bookings = bookedAfter(bookings, request, answer);
  }
  expect(seen).toEqual(new Set(['seated', 'full', 'undecided']));
});

test('D2 a plan that seats two parties at one table at the same time is rejected', () => {
  const plan = planOf([table('A', 1, 2), table('B', 1, 2)]);
  const [a, b] = tableOptionsOf(plan).map(({ tables }) => tables);
  const floor = { plan, bookings: [booking('sits', 18, 20, 2, ['B'])], isMovable: () => true };
  const request = {
    startMs: 19 * HOUR_MS,
    endMs: 21 * HOUR_MS,
    partySize: 2,
    tableAccess: 'online',
  } as const;
  const check = (moved?: readonly string[]) => () => {
    const reseatings = moved ? [{ bookingId: 'sits', tables: moved }] : [];
    checkPlan(floor, request, { tables: b!, reseatings });
  };
  expect(check(a)).not.toThrow();
  expect(check(b)).toThrow('two parties');
  expect(check()).toThrow('two parties');
});
