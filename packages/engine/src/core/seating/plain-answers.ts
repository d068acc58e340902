/** The answers of a service date, as far as they need no search: with them two states of it are compared (D37). */
import { tableOptionsAdmitting, tableOptionsOf } from '../location/floor-plan.ts';
import type { BookingWindow } from '../location/slots.ts';
import type { DayState } from './day-state.ts';
import { isAnyFree } from './occupancy.ts';
import { offersOf } from './offer.ts';

/** For each party size and offered slot, the covers that availability shows, 0 if pacing rejects the party; null if one of them needs a search for room. */
export function plainAnswersOf(
  state: DayState,
  window: BookingWindow,
): readonly (readonly number[])[] | null {
  const { floorPlan } = state.location;
  const offerTo = offersOf(state, window);
  const answers: number[][] = [];
  const sizes = Math.max(...tableOptionsOf(floorPlan).map(({ seatsMax }) => seatsMax));
  for (let partySize = 1; partySize <= sizes; partySize++) {
    const wanted = tableOptionsAdmitting(floorPlan, partySize, 'online');
    const covers: number[] = [];
    for (const { startsMs, taken, at, covers: seats, left } of offerTo(partySize).periods)
      for (let slot = 0; slot < at.length; slot++) {
        const isPaced = left !== null && left[slot]! < partySize;
        if (!isPaced && !isAnyFree(taken, at[slot]!, wanted)) return null;
        covers.push(startsMs[slot]!, isPaced ? 0 : Math.max(seats[slot]!, partySize));
      }
    answers.push(covers);
  }
  return answers;
}
