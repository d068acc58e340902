/** Plans by repair, what is kept of them, and what follows from a no: where there are dozens of classes. */
import { expect, test } from 'vitest';
import type { DiaryBooking } from '../../packages/engine/src/core/booking/diary.ts';
import { type Memory, memoryOf } from '../../packages/engine/src/core/seating/solver/arrangements.ts';
import { byRepair, searchClasses } from '../../packages/engine/src/core/seating/solver/class-search.ts';
import { classesOf } from '../../packages/engine/src/core/seating/solver/classes.ts';
import {
  instanceOf,
  segmentFrom,
  segmentUntil,
  setRequest,
} from '../../packages/engine/src/core/seating/solver/instance.ts';
import { asAnswer } from '../../packages/engine/src/core/seating/solver/plan-answer.ts';
import {
  createSeatingSearch,
  type SeatingSearch,
} from '../../packages/engine/src/core/seating/solver/seating-search.ts';
import { faultOf } from './agreement.ts';
import { isPossible } from './brute-force.ts';
import { bookedAfter, HARD_RESTAURANT, questionsOfADay, requestsOf } from './busy-days.ts';
import { randomDay, randomPlan, randomQuestion } from './days.ts';
import { inFull } from '../support/long.ts';
import { chanceOf } from './random.ts';

const isMovable = (booking: DiaryBooking): boolean => !booking.pinned;
const rounds = inFull(3000, 300);

test('D9 a plan by repair keeps every rule, and is found on small houses wherever there is one', () => {
  let planned = 0;
  for (let seed = 1; seed <= rounds; seed++) {
    const chance = chanceOf(seed);
    const plan = randomPlan(chance);
    const bookings = randomDay(chance, plan, 14);
    const instance = instanceOf(plan, bookings, isMovable);
    const families = classesOf(
      instance,
      plan.tables.map(() => false),
    );
    const question = randomQuestion(chance, 24);
    const kind = instance.floor.kindOf(question.partySize, question.tableAccess);
    if (kind.tableOptions.length === 0) continue;
    const from = segmentFrom(instance.edges, question.startMs);
    setRequest(instance, kind, from, Math.max(from, segmentUntil(instance.edges, question.endMs)));
    const search = { families, programs: new Map(), certificates: [] };
    const found = searchClasses(search, kind, { stepsLeft: 300_000 }, byRepair(undefined));
    const isPlanned = found.kind === 'planned';
    expect({ seed, isPlanned }).toEqual({ seed, isPlanned: isPossible(plan, bookings, isMovable, question) });
    if (!isPlanned) continue;
    planned++;
    expect(faultOf(plan, bookings, isMovable, question, asAnswer(found.board)), `seed ${seed}`).toBeNull();
  }
  expect(planned).toBeGreaterThan(0);
});

/** The hard house as best fit fills it: full of room that only re-seating finds. */
function hardDay(seed: number): readonly DiaryBooking[] {
  let bookings: DiaryBooking[] = [];
  for (const request of requestsOf(HARD_RESTAURANT, seed))
    bookings = bookedAfter(bookings, request, searchIn(bookings, undefined, 0).ask(request.question));
  return bookings;
}

function searchIn(
  bookings: readonly DiaryBooking[],
  memory: Memory | undefined,
  movesMax: number | null,
): SeatingSearch {
  const { plan } = HARD_RESTAURANT;
  return createSeatingSearch({
    plan,
    bookings,
    isMovable,
    movesMax,
    ...(memory && { memory: () => memory }),
  });
}

test('D2 D9 in a hard house every yes is a plan, and the search that books finds what availability found', () => {
  const bookings = hardDay(1);
  const memory: Memory = { plans: [] };
  const day = searchIn(bookings, memory, null);
  let moved = 0;
  for (const question of questionsOfADay([3, 6])) {
    const answer = day.ask(question);
    expect(faultOf(HARD_RESTAURANT.plan, bookings, isMovable, question, answer)).toBeNull();
    if (answer.kind !== 'seated' || answer.reseatings.length === 0) continue;
    moved++;
    const booking = searchIn(bookings, memory, null).ask(question);
    expect(booking.kind).toBe('seated');
    expect(faultOf(HARD_RESTAURANT.plan, bookings, isMovable, question, booking)).toBeNull();
  }
  expect(moved).toBeGreaterThan(0);
  expect(memory.plans.length).toBeGreaterThan(0);
});

test('D9 a remembered plan is only believed as far as it still holds', () => {
  const bookings = hardDay(2);
  const memory: Memory = { plans: [] };
  const questions = questionsOfADay([4]);
  const day = searchIn(bookings, memory, null);
  for (const question of questions) day.ask(question);
  expect(memory.plans.length).toBeGreaterThan(0);
  const pinned = bookings.map((each, i) => (i % 3 === 0 ? { ...each, pinned: true } : each));
  const fewer = bookings.filter((_, i) => i % 5 !== 0);
  for (const changed of [pinned, fewer]) {
    const search = searchIn(changed, memory, null);
    for (const question of questions)
      expect(faultOf(HARD_RESTAURANT.plan, changed, isMovable, question, search.ask(question))).toBeNull();
  }
});

test('D2 one question and a whole day keep to their budgets, and the same day costs the same again', () => {
  const bookings = hardDay(3);
  const costs = [1, 2].map(() => {
    const search = searchIn(bookings, undefined, null);
    let most = 0;
    for (const question of questionsOfADay()) {
      const before = search.steps;
      search.ask(question);
      most = Math.max(most, search.steps - before);
    }
    return { most, steps: search.steps, undecided: search.undecided };
  });
  expect(costs[0]).toEqual(costs[1]);
  expect(costs[0]!.most).toBeLessThan(5_000_000);
  expect(costs[0]!.steps).toBeLessThan(60_000_000);
});

test('D9 plans are remembered by house and day', () => {
  const { plan } = HARD_RESTAURANT;
  expect(memoryOf(plan, '2026-12-01')).toBe(memoryOf(plan, '2026-12-01'));
  expect(memoryOf(plan, '2026-12-01')).not.toBe(memoryOf(plan, '2026-12-02'));
  expect(memoryOf({ ...plan }, '2026-12-01')).not.toBe(memoryOf(plan, '2026-12-01'));
});
