import type { DiaryBooking } from '../booking/diary.ts';
import { MINUTE_MS } from '../time/interval.ts';
import { type Location, pacingOf } from '../location/location.ts';
import type { Slot } from '../location/slots.ts';

/**
 * How many covers may still start in a slot's step; `Infinity` without a limit, 0 when no further party may start.
 * Every live booking that starts in the step counts, whoever made it.
 */
export function coversLeft(bookings: readonly DiaryBooking[], location: Location, slot: Slot): number {
  const pacing = pacingOf(location, slot.open.period);
  if (!pacing) return Infinity;
  const endMs = slot.startMs + slot.open.period.slotStepMinutes * MINUTE_MS;
  let covers = 0;
  let parties = 0;
  for (const booking of bookings) {
    if (booking.startMs < slot.startMs || booking.startMs >= endMs) continue;
    covers += booking.partySize;
    parties += 1;
  }
  if (pacing.partiesPerStep !== null && parties >= pacing.partiesPerStep) return 0;
  return pacing.coversPerStep === null ? Infinity : Math.max(0, pacing.coversPerStep - covers);
}
