import type { DayState } from '../../core/seating/day-state.ts';
import { unavailableReason } from '../../core/seating/table-assignment.ts';
import type { Observer } from '../../ports/observer.ts';
import { type BookingWindow, offeredSlots } from '../../core/location/slots.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** After so many steps of the search others have their turn. One question takes no more than this by much. */
const STEPS_A_TURN = 1_000_000;

/**
 * Has the search of a hard house answer for these party sizes, a few questions a turn of the event loop. What is found is kept with the
 * search, so whoever asks for the whole day afterwards finds it there and need not wait. Where the tables are of a few classes the
 * search is quick, and nothing is done.
 */
export async function decideAhead(
  observer: Observer,
  state: DayState,
  partySizes: readonly number[],
  window: BookingWindow,
): Promise<void> {
  const { location, day, search } = state;
  if (!search.mayTakeLong) return;
  let turnSteps = search.steps;
  let undecided = 0;
  for (const partySize of partySizes) {
    for (const slot of offeredSlots(location, day, partySize, window)) {
      const before = search.undecided;
      unavailableReason(state, slot, partySize, 'online');
      undecided += search.undecided - before;
      if (search.steps - turnSteps < STEPS_A_TURN) continue;
      await yieldToEventLoop();
      turnSteps = search.steps;
    }
  }
  if (undecided > 0) observer({ kind: 'undecided', questions: undecided });
}
