/** Restaurants of dozens of classes: every question is decided, in turns, and cached plans do not change answers. */
import { expect, test } from 'vitest';
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import { type Memory, newMemory } from '../../../packages/engine/src/core/seating/solver/arrangements.ts';
import {
  createSeatingSearch,
  type SeatingQuestion,
  type SeatingSearch,
} from '../../../packages/engine/src/core/seating/solver/seating-search.ts';
import { faultOf } from './agreement.ts';
import { bookedAfter, HARD_RESTAURANT, questionsOfADay, requestsOf } from './busy-days.ts';

const isMovable = (booking: DiaryBooking): boolean => !booking.pinned;
/** The hard restaurant filled by best fit: only re-seating finds the remaining room. */
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

test('D2 D9 in a hard restaurant every yes has a plan, and the booking search agrees with availability', () => {
  const bookings = hardDay(1);
  const memory = newMemory();
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
  const memory = newMemory();
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

test('D2 a hard restaurant leaves no question undecided, and the same day costs the same again', () => {
  const bookings = hardDay(3);
  const costs = [1, 2].map(() => {
    const search = searchIn(bookings, undefined, null);
    const kinds = questionsOfADay().map((question) => search.ask(question).kind);
    return { kinds, steps: search.steps, undecided: search.undecided };
  });
  expect(costs[0]).toEqual(costs[1]);
  expect(costs[0]!.undecided).toBe(0);
});

test('D2 two concurrent searches in turns give the same answers as one without a pause', () => {
  const bookings = hardDay(3);
  const questions = questionsOfADay([4]);
  const plain = searchIn(bookings, undefined, null);
  const expected = questions.map((question) => plain.ask(question).kind);
  const search = searchIn(bookings, undefined, null);
  const found: string[][] = [[], []];
  const asking = [0, 1].map((who) => inTurns(search, questions, found[who]!));
  let turns = 0;
  while (asking.filter((turn) => !turn.next().done).length > 0) turns++;
  expect(found).toEqual([expected, expected]);
  expect(turns).toBeGreaterThan(3);
});

/** Asks one question after the other, and pauses where the search does. */
function* inTurns(
  search: SeatingSearch,
  questions: readonly SeatingQuestion[],
  found: string[],
): Generator<void, void> {
  for (const question of questions) found.push((yield* search.askInTurns(question)).kind);
}
