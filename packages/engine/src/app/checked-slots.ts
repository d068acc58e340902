import { type SlotCheck, slotChecksOn, type Wish } from '../core/booking/alternatives.ts';
import type { BookingWindow, Slot } from '../core/location/slots.ts';
import type { App } from './context.ts';
import type { CachedDay } from './shown-days.ts';

/** For whom slots are tried, and what it may cost. */
export interface SlotQuestion {
  readonly app: App;
  readonly window: BookingWindow;
  readonly wish: Wish;
  /** Is spent step by step. A question that has begun is brought to its end. */
  readonly budget: { stepsLeft: number };
}

/** After so many steps others have their turn. */
const STEPS_A_TURN = 500_000;

/** Tries slots of a day one after the other, each turn of the event loop one search's, until the budget is spent. What was left undecided is counted. */
export async function* checkedSlots(
  { app, window, wish, budget }: SlotQuestion,
  { state }: CachedDay,
  slots: readonly Slot[],
): AsyncGenerator<SlotCheck & { readonly slot: Slot }, void> {
  if (state.search.mayTakeLong) await app.searchTurns.next(); // requests that were rejected together come one after the other
  const checkOf = slotChecksOn(state, window, wish);
  state.search.nextTurn();
  let turnSteps = 0;
  let questions = 0;
  const nextTurn = async (): Promise<void> => {
    await app.searchTurns.next();
    state.search.nextTurn();
    turnSteps = 0;
  };
  const count = (check: SlotCheck): void => {
    budget.stepsLeft -= check.steps;
    turnSteps += check.steps;
    questions += check.undecided;
  };
  try {
    for (const slot of slots) {
      if (budget.stepsLeft <= 0) return;
      if (turnSteps >= STEPS_A_TURN) {
        await nextTurn();
      }
      let check = checkOf(slot);
      count(check);
      if (state.search.isUnfinished) {
        await nextTurn(); // the first question of a day may have spent its turn on preparing the search
        check = checkOf(slot);
        count(check);
      }
      yield { ...check, slot };
    }
  } finally {
    if (questions > 0) app.observer({ kind: 'undecided', questions });
  }
}
