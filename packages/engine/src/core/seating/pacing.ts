import { type DiaryBooking, isBlock } from '../booking/diary.ts';
import { MINUTE_MS } from '../interval.ts';
import { type Location, type Pacing, pacingOf } from '../location/location.ts';
import type { OpenPeriod } from '../location/service-day.ts';
import type { Slot } from '../location/slots.ts';

/** Covers that may start; `Infinity` without a limit. Every live booking counts, unseated ones too; blocks do not (D39). */
export function coversLeft(bookings: readonly DiaryBooking[], location: Location, slot: Slot): number {
  const pacing = pacingOf(location, slot.open.period);
  if (!pacing) return Infinity;
  const endMs = slot.startMs + slot.open.period.slotStepMinutes * MINUTE_MS;
  let covers = 0;
  let parties = 0;
  for (const booking of bookings) {
    if (isBlock(booking) || booking.startMs < slot.startMs || booking.startMs >= endMs) continue;
    covers += booking.partySize;
    parties += 1;
  }
  return leftOf(pacing, covers, parties);
}

/** {@link coversLeft} of every slot of a period, by its place among them; null without a limit. One look at each booking is enough. */
export function coversLeftBySlot(
  bookings: readonly DiaryBooking[],
  location: Location,
  { period, opensMs, closesMs, lastSeatingMs }: OpenPeriod,
): readonly number[] | null {
  const pacing = pacingOf(location, period);
  if (!pacing) return null;
  const stepMs = period.slotStepMinutes * MINUTE_MS;
  const count = Math.floor(((lastSeatingMs ?? closesMs) - opensMs) / stepMs) + 1;
  const covers = Array.from({ length: count }, () => 0);
  const parties = covers.slice();
  for (const booking of bookings) {
    const { startMs, partySize } = booking;
    const slot = Math.floor((startMs - opensMs) / stepMs);
    if (isBlock(booking) || slot < 0 || slot >= count) continue;
    covers[slot]! += partySize;
    parties[slot]! += 1;
  }
  return covers.map((sum, slot) => leftOf(pacing, sum, parties[slot]!));
}

function leftOf(pacing: Pacing, covers: number, parties: number): number {
  if (pacing.partiesPerStep !== null && parties >= pacing.partiesPerStep) return 0;
  return pacing.coversPerStep === null ? Infinity : Math.max(0, pacing.coversPerStep - covers);
}
