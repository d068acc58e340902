import { type SlotCheck, slotChecksOn, type Wish } from '../core/booking/alternatives.ts';
import type { BookingWindow, Slot } from '../core/location/slots.ts';
import type { App } from './context.ts';
import type { CachedDay } from './shown-days.ts';

/** The wish for which slots are tried, and its budget. */
export interface SlotQuestion {
  readonly app: App;
  readonly window: BookingWindow;
  readonly wish: Wish;
  /** Decreases with each step. A question that has begun is completed. */
  readonly budget: { stepsLeft: number };
}

/** The search yields to other requests after this number of steps. */
const STEPS_A_TURN = 500_000;

/** Tries slots of a day in turns of the event loop, until the budget is spent. Undecided questions are counted. */
export async function* checkedSlots(
  { app, window, wish, budget }: SlotQuestion,
  { state }: CachedDay,
  slots: readonly Slot[],
): AsyncGenerator<SlotCheck & { readonly slot: Slot }, void> {
  if (state.search.mayTakeLong) await app.searchTurns.next(); // concurrently rejected requests run one after another
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
        await nextTurn(); // the first question of a day can spend its turn on preparing the search
        check = checkOf(slot);
        count(check);
      }
      yield { ...check, slot };
    }
  } finally {
    if (questions > 0) app.observer({ kind: 'undecided', questions });
  }
}
