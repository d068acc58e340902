/**
 * Room that takes long to be found is looked for before the step, while nobody waits for a lock: on the day as it is known then. The step decides on the
 * day as it is. Where that is the same, what was found out holds as it stands. Where it is another, what is found out soon has to do, and if
 * nothing is, the step is given up: the day that it has read is searched outside, and it is taken once more.
 */
import type { DiaryBooking } from '../booking/diary.ts';
import type { Location } from '../location/location.ts';
import type { ServiceDay } from '../location/service-day.ts';
import type { Interval } from '../interval.ts';
import { type DayState, dayStateOf, type MemoryOf } from './day-state.ts';
import type { SeatingQuestion } from './solver/seating-search.ts';

/** On what a step that seats somebody decides. */
export interface StepContext {
  readonly location: Location;
  readonly day: ServiceDay;
  /** What was found out about days of the location before. */
  readonly memory?: MemoryOf | undefined;
  /** The step has been given up several times: what has no answer now is counted as undecided (D2). */
  readonly isLastTry?: boolean | undefined;
}

/** Thrown by a rule when the search takes longer than a lock may be held: it is to be asked in turns, and the step taken again on its day. */
export class SearchTakesLongError extends Error {
  override readonly name = 'SearchTakesLongError';
  readonly state: DayState;
  readonly questions: readonly SeatingQuestion[];
  /** Before it, waiting parties were given tables: a step that does only that can save them. */
  readonly isAfterGifts: boolean;

  /** @param questions what the step asks, and the search of `state` has not answered yet */
  constructor(state: DayState, questions: readonly SeatingQuestion[], isAfterGifts = false) {
    super('the search for room takes longer than a step may');
    this.state = state;
    this.questions = questions;
    this.isAfterGifts = isAfterGifts;
  }
}

/** The day with these bookings, as a step searches it. */
export function dayToSearch(
  { location, day, memory }: StepContext,
  bookings: readonly DiaryBooking[],
  nowMs: number,
  requested: Interval,
): DayState {
  return dayStateOf(location, day, bookings, nowMs, { requested, memory });
}

/**
 * How many questions have been left undecided for a no to this one, and have not been told of yet.
 *
 * @param others what the step is about to ask as well
 * @throws SearchTakesLongError when it has no answer yet, unless this is the last try
 */
export function undecidedIn(
  { isLastTry }: Pick<StepContext, 'isLastTry'>,
  state: DayState,
  question: SeatingQuestion,
  others: () => readonly SeatingQuestion[] = () => [],
): number {
  const answer = state.search.known(question);
  if (answer) return state.search.takeUndecided();
  if (!isLastTry) throw new SearchTakesLongError(state, [question, ...others()]);
  return 1;
}
