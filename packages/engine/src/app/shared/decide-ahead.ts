import type { DayState } from '../../core/seating/day-state.ts';
import { availabilityOf, type CompactAvailability } from '../../core/seating/availability.ts';
import { questionOf } from '../../core/seating/table-assignment.ts';
import { TURN_STEPS } from '../../core/seating/solver/budget.ts';
import {
  mayTakeLong,
  type SeatingQuestion,
  type SeatingSearch,
} from '../../core/seating/solver/seating-search.ts';
import type { BookingRequest } from '../../core/booking/booking-request.ts';
import type { TableAccess } from '../../core/location/floor-plan.ts';
import type { Location } from '../../core/location/location.ts';
import type { ServiceDay } from '../../core/location/service-day.ts';
import { type BookingWindow, offeredSlots, slotAt } from '../../core/location/slots.ts';
import { contains } from '../../core/time/interval.ts';
import type { App } from './context.ts';

/**
 * What the day has for these party sizes ({@link availabilityOf}), with a pause wherever the search for room takes long. Where the tables are of
 * dozens of classes it is asked before, in turns: what it finds is kept with it, and is at hand for the whole day afterwards. Where they are of a few it
 * is quick; what turns out not to be is asked in turns as well, and then the day once more.
 */
export async function availabilityInTurns(
  app: App,
  state: DayState,
  partySizes: readonly number[],
  window: BookingWindow,
): Promise<CompactAvailability[]> {
  const { search } = state;
  if (search.mayTakeLong) await decideAhead(app, state, partySizes, window);
  let found = availabilityOf(state, partySizes, window);
  if (search.isUnfinished) {
    await decideAhead(app, state, partySizes, window);
    found = availabilityOf(state, partySizes, window);
  }
  tellUndecided(app, search);
  return found;
}

/** Has the search answer all that a day's availability asks. What begins at the same time is asked in a row: it says most about the next. */
async function decideAhead(
  app: App,
  state: DayState,
  partySizes: readonly number[],
  window: BookingWindow,
): Promise<void> {
  const { location, day, search } = state;
  const questions = partySizes.flatMap((partySize) =>
    offeredSlots(location, day, partySize, window).flatMap((slot) => {
      const question = questionOf(state, slot, partySize, 'online');
      return question === null || question === 'pacing' ? [] : [question];
    }),
  );
  questions.sort((a, b) => a.startMs - b.startMs || a.partySize - b.partySize);
  await searchInTurns(app, search, ...questions);
}

/**
 * Has these questions answered. Others have their turn between two, and within one that takes long; and of all searches of the process one has a turn
 * at a time, so that whoever waits for the event loop waits for one.
 */
export async function searchInTurns(
  app: App,
  search: SeatingSearch,
  ...questions: readonly SeatingQuestion[]
): Promise<void> {
  let turnSteps = -Infinity;
  for (const question of questions) {
    if (search.known(question)) continue;
    const turns = search.askInTurns(question);
    for (let isOver = false; !isOver;) {
      if (search.steps - turnSteps >= TURN_STEPS) {
        await app.searchTurns.next();
        turnSteps = search.steps;
      }
      isOver = turns.next().done === true;
    }
  }
  tellUndecided(app, search);
}

/** Each question that was left undecided is told once. */
function tellUndecided({ observer }: App, search: SeatingSearch): void {
  const questions = search.takeUndecided();
  if (questions > 0) observer({ kind: 'undecided', questions });
}

/**
 * Looks in turns for room for a party that is about to be booked, on the day in memory. Undefined where that is quick and is left to the step,
 * and for a booking that outlasts the day.
 */
export async function findRoomAhead(
  app: App,
  location: Location,
  day: ServiceDay,
  { startMs, partySize }: Pick<BookingRequest, 'startMs' | 'partySize'>,
  tableAccess: TableAccess,
): Promise<DayState | undefined> {
  const { locationCache } = app;
  if (!mayTakeLong(location.floorPlan)) return undefined;
  const slot = slotAt(location, day, startMs, partySize, locationCache.bookingWindow(location), tableAccess);
  if (typeof slot === 'string') return undefined;
  const [cached] = await locationCache.states(location, [day.date]);
  const { state } = cached!;
  const question = questionOf(state, slot, partySize, tableAccess);
  if (question === null || question === 'pacing' || !contains(day.interval, question)) return undefined;
  await searchInTurns(app, state.search, question);
  return state;
}
