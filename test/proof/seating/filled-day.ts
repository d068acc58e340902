/** A day that takes whoever comes until it is full. */
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import type { FloorPlan } from '../../../packages/engine/src/core/location/floor-plan.ts';
import { newMemory } from '../../../packages/engine/src/core/seating/solver/arrangements.ts';
import {
  createSeatingSearch,
  type SeatingQuestion,
} from '../../../packages/engine/src/core/seating/solver/seating-search.ts';
import { bookedAfter } from './busy-days.ts';
import type { Chance } from './random.ts';

/** Rejected in a row before the day counts as full. */
const REJECTED_MAX = 100;

/** @param stepsMax what takes longer to find counts as no room; left out: all that the search has */
export function filledDay(
  plan: FloorPlan,
  chance: Chance,
  next: (chance: Chance) => SeatingQuestion,
  stepsMax?: number,
): readonly DiaryBooking[] {
  let bookings: readonly DiaryBooking[] = [];
  const memory = newMemory();
  const isMovable = ({ pinned }: DiaryBooking): boolean => !pinned;
  const limits = { movesMax: null, ...(stepsMax !== undefined && { stepsMax }) };
  for (let i = 0, rejected = 0; rejected < REJECTED_MAX; i++) {
    const question = next(chance);
    const search = createSeatingSearch({ plan, bookings, isMovable, memory: () => memory, ...limits });
    const answer = search.ask(question);
    rejected = answer.kind === 'seated' ? 0 : rejected + 1;
    bookings = bookedAfter(
      bookings,
      { id: `B${i}`, question, pinned: chance() < 0.07, cancels: null },
      answer,
    );
  }
  return bookings;
}
