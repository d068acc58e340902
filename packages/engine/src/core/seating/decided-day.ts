/**
 * Room that takes long to be found is looked for before the step, while nobody waits for a lock: on the day as it is known then. The step decides on the
 * day as it is. Where that is the same, what was found out holds as it stands. Where it is another, what is found out soon has to do, and if
 * nothing is, the step is given up: the day that it has read is searched outside, and it is taken once more.
 */
import { consistsOf } from '../location/floor-plan.ts';
import type { DiaryBooking } from '../booking/diary.ts';
import type { Location } from '../location/location.ts';
import type { ServiceDay } from '../location/service-day.ts';
import type { Interval } from '../time/interval.ts';
import { type DayState, dayStateOf, type MemoryOf } from './day-state.ts';
import type { SeatingQuestion } from './solver/seating-search.ts';

/** On what a step that seats somebody decides. */
export interface StepContext {
  readonly location: Location;
  readonly day: ServiceDay;
  /** What was found out about days of the location before. */
  readonly memory?: MemoryOf | undefined;
  /** A day that was searched before the step. */
  readonly decided?: DayState | undefined;
  /** The step has been given up before: what has no answer now is counted as undecided (D2). */
  readonly isLastTry?: boolean;
}

/** Thrown by a rule when the search takes longer than a lock may be held: it is to be asked in turns, and the step taken again on its day. */
export class SearchTakesLongError extends Error {
  override readonly name = 'SearchTakesLongError';
  readonly state: DayState;
  readonly question: SeatingQuestion;

  /** @param question what the search of `state` has no answer to yet */
  constructor(state: DayState, question: SeatingQuestion) {
    super('the search for room takes longer than a step may');
    this.state = state;
    this.question = question;
  }
}

/** The day with these bookings: the one that was searched before the step, if it is the same. */
export function dayToSearch(
  { location, day, memory, decided }: StepContext,
  bookings: readonly DiaryBooking[],
  nowMs: number,
  requested: Interval,
): DayState {
  const state = dayStateOf(location, day, bookings, nowMs, { requested, memory });
  return decided && isSameDay(decided, state) ? { ...state, search: decided.search } : state;
}

/**
 * How many questions have been left undecided for a no to this one, and have not been told of yet.
 *
 * @throws SearchTakesLongError when it has no answer yet, unless this is the last try
 */
export function undecidedIn(
  { isLastTry }: Pick<StepContext, 'isLastTry'>,
  state: DayState,
  question: SeatingQuestion,
): number {
  const answer = state.search.known(question);
  if (answer) return state.search.takeUndecided();
  if (!isLastTry) throw new SearchTakesLongError(state, question);
  return 1;
}

/** On both the same bookings hold the same tables, and the same of them may be given others. */
function isSameDay(one: DayState, other: DayState): boolean {
  if (one.location !== other.location || one.day.date !== other.day.date) return false;
  if (one.bookings.length !== other.bookings.length) return false;
  const known = new Map(one.bookings.map((booking) => [booking.id, booking]));
  return other.bookings.every((booking) => {
    const before = known.get(booking.id);
    return (
      before !== undefined &&
      before.startMs === booking.startMs &&
      before.blockedUntilMs === booking.blockedUntilMs &&
      before.partySize === booking.partySize &&
      before.byOperator === booking.byOperator &&
      consistsOf(before, booking.tables) &&
      one.isMovable(before) === other.isMovable(booking)
    );
  });
}
