import type { DayState } from '../core/seating/day-state.ts';
import { availabilityOf, type CompactAvailability } from '../core/seating/availability.ts';
import { questionOf } from '../core/seating/table-assignment.ts';
import { TURN_STEPS } from '../core/seating/solver/budget.ts';
import { type SeatingQuestion, type SeatingSearch } from '../core/seating/solver/seating-search.ts';
import { mayTakeLong } from '../core/seating/solver/floor.ts';
import { areaOf, type TableAccess, tableAccessOf } from '../core/location/floor-plan.ts';
import type { Location } from '../core/location/location.ts';
import { type BookingWindow, isSlot, offeredSlots } from '../core/location/slots.ts';
import { contains } from '../core/instant.ts';
import type { RequestedStart } from './prepare.ts';
import type { App } from './context.ts';

/** Availability of a day ({@link availabilityOf}). Slow searches run in turns, and their results are kept with the day. */
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

/** Answers all questions of a day's availability. Slots with the same start come in a row, because each answer helps the next. */
async function decideAhead(
  app: App,
  state: DayState,
  partySizes: readonly number[],
  window: BookingWindow,
): Promise<void> {
  const { location, day, search } = state;
  const questions = partySizes.flatMap((partySize) =>
    offeredSlots(location, day, partySize, window).flatMap((slot) => {
      const question = questionOf(state, slot, partySize, tableAccessOf('online', window.area));
      return question === null || question === 'pacing' ? [] : [question];
    }),
  );
  questions.sort((a, b) => a.startMs - b.startMs || a.partySize - b.partySize);
  await searchInTurns(app, search, ...questions);
}

/** Answers the questions in turns. One search of the engine has a turn at a time. */
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

/** Reports each undecided question once. */
function tellUndecided({ observer }: App, search: SeatingSearch): void {
  const questions = search.takeUndecided();
  if (questions > 0) observer({ kind: 'undecided', questions });
}

/** Searches for room before the step if that can take long. A step that finds the same bookings reuses the answer (`same-search.ts`). */
export async function findRoomAhead(
  app: App,
  location: Location,
  { day, slot, partySize }: Pick<RequestedStart, 'day' | 'slot' | 'partySize'>,
  tableAccess: TableAccess,
): Promise<void> {
  if (!isSlot(slot) || !mayTakeLong(location.floorPlan, areaOf(tableAccess) !== null)) return;
  const [cached] = await app.locationCache.states(location, [day.date]);
  const { state } = cached!;
  const question = questionOf(state, slot, partySize, tableAccess);
  if (question === null || question === 'pacing' || !contains(state.day.read, question)) return;
  await searchInTurns(app, state.search, question);
}
