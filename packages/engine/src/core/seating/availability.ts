/** What a day has for a party: the answer of `GET …/availability`, and each entry of a batch (§4.2.5). */
import { freeSeats, unavailableReason } from './table-assignment.ts';
import type { DayState } from './day-state.ts';
import type { LocalDate } from '../time/local-date.ts';
import { coversLeft } from './pacing.ts';
import type { Reason } from '../booking/reason.ts';
import { type BookingWindow, offeredSlots } from '../location/slots.ts';

/** An offered slot, and whether it can be had. */
export interface SlotAvailability {
  /** When the slot begins, in milliseconds since 1970. */
  readonly startMs: number;
  /** If nothing else changes, creating this booking succeeds (D2). */
  readonly available: boolean;
  /** Seats still to be had at the slot; 0 when it is not available (D4). */
  readonly remainingCovers: number;
  /** Why it is not available; null when it is. */
  readonly reason: Reason | null;
}

/** What a location offers to one party size on one service date (§2.3). */
export interface DayAvailability {
  /** The service date. */
  readonly date: LocalDate;
  /** The party size that was asked for. */
  readonly partySize: number;
  /** In order of time. */
  readonly slots: readonly SlotAvailability[];
}

/** The offered slots of a service date for a party size, in order of time; empty when there are none (D1). */
export function availabilityOf(
  state: DayState,
  partySize: number,
  window: BookingWindow,
): SlotAvailability[] {
  return offeredSlots(state.location, state.day, partySize, window).map((slot) => {
    const { startMs } = slot;
    const reason = unavailableReason(state, slot, partySize, 'online');
    if (reason !== null) return { startMs, available: false, remainingCovers: 0, reason };
    const seats = Math.min(freeSeats(state, slot), coversLeft(state.bookings, state.location, slot));
    return { startMs, available: true, remainingCovers: Math.max(seats, partySize), reason };
  });
}
