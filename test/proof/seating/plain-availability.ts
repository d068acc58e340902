/**
 * Availability by its definition: slot by slot and size by size, each asked as a booking asks, in objects that `JSON.stringify` puts
 * into text. Slow; the fast way has to give the same bytes.
 */
import { formatInstant, type LocalDate, type Location } from '@bord/engine';
import type { DiaryBooking } from '@bord/engine/storage';
import { tableOptionsOf } from '../../../packages/engine/src/core/location/floor-plan.ts';
import { readUpTo, serviceDayOf } from '../../../packages/engine/src/core/location/service-day.ts';
import {
  bookingWindowOf,
  isSlot,
  type Slot,
  slotAt,
} from '../../../packages/engine/src/core/location/slots.ts';
import { type DayState, dayStateOf } from '../../../packages/engine/src/core/seating/day-state.ts';
import {
  coversLeft,
  isFreeFor,
  unavailableReason,
} from '../../../packages/engine/src/core/seating/table-assignment.ts';
import { span } from '../../../packages/engine/src/core/instant.ts';
import { addDays, dayInterval } from '../../../packages/engine/src/core/local-date.ts';

/** All starts of the random restaurants are on this grid. */
const STEP_MS = 5 * 60_000;

/** A slot on the wire (§2.2), with its reason. */
interface WireSlot {
  readonly slot: string;
  readonly available: boolean;
  readonly remainingCovers: number;
  readonly reason?: string;
}

/** Answers for one restaurant and its bookings, at one instant. */
export function plainAvailability(location: Location, bookings: readonly DiaryBooking[], nowMs: number) {
  const window = bookingWindowOf(location, nowMs);

  const states = new Map<LocalDate, DayState>();

  function stateOn(date: LocalDate): DayState {
    const known = states.get(date);
    if (known) return known;
    const own = serviceDayOf(location, date);
    // As far as bookings may reach that make room: the fast way reads less where they do not.
    const around = [addDays(own.dates[0]!, -1), addDays(own.dates.at(-1)!, 1)];
    const all = around.map((one) => dayInterval(location.timeZone, one)).reduce(span, own.read);
    const day = readUpTo(location.timeZone, own, all);
    const { startMs, endMs } = day.read;
    const touching = bookings.filter((it) => it.startMs < endMs && it.blockedUntilMs > startMs);
    const state = dayStateOf(location, day, touching, nowMs);
    states.set(date, state);
    return state;
  }

  function slotsOn(date: LocalDate, partySize: number): WireSlot[] {
    if (date < window.firstDate) return [];
    const state = stateOn(date);
    const { day } = state;
    const { startMs, endMs } = day.interval;
    const slots: WireSlot[] = [];
    for (let at = startMs; at < endMs; at += STEP_MS) {
      const slot = slotAt(location, day, at, partySize, window, 'online');
      if (isSlot(slot)) slots.push(wireSlot(state, slot, partySize));
    }
    return slots;
  }

  const head = { locationId: location.id };
  const timezone = location.timeZone;
  return {
    day(date: LocalDate, partySize: number, explains: boolean): string {
      const slots = slotsOn(date, partySize).map((slot) => (explains ? slot : unexplained(slot)));
      return JSON.stringify({ ...head, date, timezone, slots });
    },
    batch(dates: readonly LocalDate[], partySizes: readonly number[]): string {
      const days = dates.flatMap((date) =>
        partySizes.map((partySize) => ({
          date,
          partySize,
          slots: slotsOn(date, partySize).map(unexplained),
        })),
      );
      const some = days.filter(({ slots }) => slots.some(({ available }) => available));
      return JSON.stringify({ ...head, startDate: dates[0], endDate: dates.at(-1), timezone, days: some });
    },
  };
}

function unexplained({ slot, available, remainingCovers }: WireSlot): WireSlot {
  return { slot, available, remainingCovers };
}

function wireSlot(state: DayState, slot: Slot, partySize: number): WireSlot {
  const start = formatInstant(slot.startMs);
  const reason = unavailableReason(state, slot, partySize, 'online');
  if (reason !== null) return { slot: start, available: false, remainingCovers: 0, reason };
  const left = Math.min(freeSeats(state, slot), coversLeft(state.bookings, state.location, slot));
  return { slot: start, available: true, remainingCovers: Math.max(left, partySize) };
}

/** Seats of the single tables that partners may have and that are free for the whole slot (D4). */
function freeSeats(state: DayState, { startMs, blockedUntilMs: endMs }: Slot): number {
  return tableOptionsOf(state.location.floorPlan)
    .filter(({ tables, online }) => tables.length === 1 && online)
    .filter(({ tables, seatsMax }) => isFreeFor(state, tables, { startMs, endMs }, seatsMax))
    .reduce((sum, { seatsMax }) => sum + seatsMax, 0);
}
