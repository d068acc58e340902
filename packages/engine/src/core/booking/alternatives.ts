/** Alternatives (D31), and the times of a day for the operator, with the same checks as a booking. */
import { isHeldToMove } from './move-hold.ts';
import { areaOf, isOnline, type TableAccess } from '../location/floor-plan.ts';
import type { Location } from '../location/location.ts';
import { outOfSeason } from '../location/out-of-season.ts';
import type { OpenPeriod, ServiceDay } from '../location/service-day.ts';
import { admits, type BookingWindow, offeredSlots, operatorSlots, type Slot } from '../location/slots.ts';
import { admitsParty, chosenOutOfSeason, clearTables, isCleared } from '../seating/chosen-tables.ts';
import { type DayState, dayStateOf } from '../seating/day-state.ts';
import { coversLeft, seatAgain, seatDuring, type TableAssignment } from '../seating/table-assignment.ts';
import type { LocalDate } from '../local-date.ts';
import type { Booking } from './booking.ts';
import type { TableChoice } from './booking-request.ts';
import { type BookingEntry, heldBy } from './diary.ts';

/** The times that were available when another was rejected (D31), as far as the search found them in its number of steps. */
export interface Alternatives {
  /** Starts of the same service date, at most four, the nearest first and the earlier of two equally near. */
  readonly startsMs: readonly number[];
  /** If there are none: the first service date within the next 14 days that has a slot, and its slot nearest to the same time of day. */
  readonly nextAvailable: {
    /** The service date. */
    readonly date: LocalDate;
    /** When the slot begins, in milliseconds since 1970. */
    readonly startMs: number;
  } | null;
  /** No slot starts at exactly the rejected time, which is within the hours for guests; absent otherwise. */
  readonly offGrid?: true;
}

export interface Wish {
  readonly partySize: number;
  readonly tableAccess: TableAccess;
  /** Chosen tables (D38); null: any. */
  readonly choice: TableChoice | null;
  /** The booking to move, which does not block itself; null: a new one. */
  readonly moved: Booking | null;
}

/** The possible slots of a party: the offered ones, or those of an operator. Empty if the plan has no table for the party. */
export function slotsFor(location: Location, day: ServiceDay, window: BookingWindow, wish: Wish): Slot[] {
  const { partySize, tableAccess, choice } = wish;
  if (isOnline(tableAccess)) {
    const area = areaOf(tableAccess) ?? undefined;
    return offeredSlots(location, day, partySize, area === undefined ? window : { ...window, area });
  }
  const refused = new Set(day.periods.filter((open) => refusalIn(location, day, open, partySize, choice)));
  return operatorSlots(location, day, partySize, window).filter(({ open }) => !refused.has(open));
}

/** The reason why no table, or none of the chosen ones, suits such a party in a period, ignoring other bookings; null if one does. */
export function refusalIn(
  location: Location,
  day: ServiceDay,
  open: OpenPeriod,
  partySize: number,
  choice: TableChoice | null,
): 'party_size' | 'tables' | null {
  const { floorPlan } = location;
  if (!choice) return admits(location, day, open, partySize, 'all') ? null : 'party_size';
  if (choice.force) return null;
  if (!admitsParty(floorPlan, choice.tables, partySize)) return 'party_size';
  const out = outOfSeason(floorPlan, day.date, open);
  return chosenOutOfSeason(floorPlan, choice.tables, out).length > 0 ? 'tables' : null;
}

/** The nearest to an instant first, the earlier of two equally near. */
export function byNearness(aroundMs: number): (a: Slot, b: Slot) => number {
  return (a, b) => Math.abs(a.startMs - aroundMs) - Math.abs(b.startMs - aroundMs) || a.startMs - b.startMs;
}

/** The result of checking a slot, with its cost. */
export interface SlotCheck {
  /** The tables that the party would get, and the re-seated bookings; null if the slot is not available. */
  readonly assignment: TableAssignment | null;
  /** Pacing rejects it, for all callers but the operator. */
  readonly isPaced: boolean;
  /** With chosen tables: ids of the bookings there that cannot get others, by start. */
  readonly inTheWay: readonly string[];
  /** With chosen tables: ids of the holds there that cannot get others, by start (D35). */
  readonly holds: readonly string[];
  readonly steps: number;
  /** Abandoned questions (D2). */
  readonly undecided: number;
}

/** The cost of a slot without a search. */
const LOOK_STEPS = 100;

/** Checks slots of a day. All checks share the search of the day. */
export function slotChecksOn(state: DayState, window: BookingWindow, wish: Wish): (slot: Slot) => SlotCheck {
  const { moved, choice } = wish;
  const others = moved ? withoutBooking(state, moved, window) : state;
  return (slot) =>
    choice ? checkAtTables(others, window, wish, choice, slot) : checkAnywhere(others, wish, slot);
}

/** The day without the booking to be moved, and without its move holds. */
function withoutBooking(state: DayState, moved: Booking, window: BookingWindow): DayState {
  const { location, day, bookings } = state;
  const isHeldForIt = isHeldToMove(moved.id);
  const others = bookings.filter((entry) => entry.id !== moved.id && !isHeldForIt(entry));
  return others.length < bookings.length ? dayStateOf(location, day, others, window.nowMs) : state;
}

function checkAnywhere(state: DayState, { partySize, tableAccess, moved }: Wish, slot: Slot): SlotCheck {
  const isPaced = coversLeft(state.bookings, state.location, slot) < partySize;
  const { steps } = state.search;
  const seat = moved ? seatAgain.bind(null, state, moved) : seatDuring.bind(null, state);
  const isRefused = isPaced && isOnline(tableAccess);
  const assignment = isRefused ? null : seat(heldBy(slot), partySize, tableAccess);
  return {
    assignment,
    isPaced,
    inTheWay: [],
    holds: [],
    steps: state.search.steps - steps + LOOK_STEPS,
    undecided: state.search.takeUndecided(),
  };
}

/** The same at chosen tables. */
function checkAtTables(
  { location, day, bookings }: DayState,
  { nowMs }: BookingWindow,
  { partySize, moved }: Wish,
  { tables }: TableChoice,
  slot: Slot,
): SlotCheck {
  const { startMs, blockedUntilMs } = slot;
  const id = moved?.id ?? '';
  const held = { startMs, blockedUntilMs, tables };
  const claim: BookingEntry = { id, ...held, partySize, pinned: true, tableAccess: 'all', kind: 'booking' };
  const at = { location, days: [day], nowMs };
  const clearing = clearTables(at, bookings, claim);
  const { reseatings, inTheWay, holds, steps, undecided } = clearing;
  return {
    assignment: isCleared(clearing) ? { tables, reseatings } : null,
    isPaced: coversLeft(bookings, location, slot) < partySize,
    inTheWay: inTheWay.map((booking) => booking.id),
    holds: holds.map((hold) => hold.id),
    steps: steps + LOOK_STEPS,
    undecided,
  };
}
