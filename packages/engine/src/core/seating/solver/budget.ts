/**
 * The remaining budget of a question, in steps instead of time: the same question has the same answer on every machine. A step is one number that
 * is read or changed, of a matrix, of a table's day, of a price. A million of them take about eight milliseconds.
 */
export interface Budget {
  stepsLeft: number;
  /** Steps that prepared the search. They take the time of the turn, but not the steps of the question. */
  preparation: number;
  /** With so many steps left it is time to let others have their turn. */
  pauseAt: number;
}

/** A budget that lasts for one turn from here on. */
export function budgetOf(stepsLeft: number): Budget {
  return { stepsLeft, preparation: 0, pauseAt: stepsLeft - TURN_STEPS };
}

/** The turn is over: whoever asks this gives way, and the next turn begins. */
export function isTurnOver(budget: Budget): boolean {
  if (budget.stepsLeft >= budget.pauseAt) return false;
  budget.pauseAt = budget.stepsLeft - TURN_STEPS;
  return true;
}

/** Counts steps that all questions about a day share, whichever comes first. */
export function prepare(budget: Budget, steps: number): void {
  budget.preparation += steps;
  budget.pauseAt += steps;
}

/** After so many steps others have their turn. */
export const TURN_STEPS = 250_000;

/** For all questions that must be answered immediately, under a lock or in one turn of the event loop. The last may take a turn longer. */
export const AT_ONCE_STEPS = 800_000;

/** The budget of one question in turns: more than the hardest known ones of a full restaurant of 33 table classes need. */
export const QUESTION_STEPS = 100_000_000;

/** The same where there are few classes: what takes longer there branches without end, which joined tables may make it do. */
export const QUICK_STEPS = 50_000_000;

/** For all questions about one reading of a day together, and for those of them that the same tables admit. */
export const DAY_STEPS = 500_000_000;
export const KIND_STEPS = 250_000_000;

/** For a question about a day that has had its share: enough where the tables are of a few classes. */
export const SPENT_STEPS = 50_000;

/** Does work that pauses after each turn without a pause. */
export function toTheEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
