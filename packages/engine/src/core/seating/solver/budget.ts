/**
 * What a question may still cost. Steps, never time: the same question has the same answer on every machine. A step is one number that is
 * looked at or changed, of a matrix, of a table's day, of a price; a million of them take some milliseconds.
 */
export interface Budget {
  stepsLeft: number;
}

/** For one question. All of it is one turn of the event loop. */
export const QUESTION_STEPS = 3_000_000;

/** For all questions about one reading of a day together, and for those of them that the same tables admit: a day of one size is no more. */
export const DAY_STEPS = 22_000_000;
export const KIND_STEPS = 8_000_000;

/** For a question about a day that has had its share: enough where the tables are of a few classes. */
export const SPENT_STEPS = 50_000;

/** How much of its budget a question spends on the program before a plan is looked for by repair, where there are many classes. */
export const PROGRAM_STEPS = 600_000;

/** How much it leaves for repair where there are few. */
export const REPAIR_STEPS = 1_000_000;

/** A budget that ends with another one, and earlier by itself: what it spends the other spends too. */
export function within<T>(budget: Budget, stepsMax: number, work: (part: Budget) => T): T {
  const part = { stepsLeft: Math.min(budget.stepsLeft, stepsMax) };
  const before = part.stepsLeft;
  const done = work(part);
  budget.stepsLeft -= before - part.stepsLeft;
  return done;
}
