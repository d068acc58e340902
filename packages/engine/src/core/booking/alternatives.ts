/** Alternatives (D31), and what a day has for the operator, checked exactly as a booking checks a slot. */
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
  /** Where there are none: the first service date within the next 14 days that has a slot, and its slot nearest to the same time of day. */
  readonly nextAvailable: {
    /** The service date. */
    readonly date: LocalDate;
    /** When the slot begins, in milliseconds since 1970. */
    readonly startMs: number;
  } | null;
  /** No slot starts at exactly the time that was refused, within the hours in which guests may come; left out otherwise. */
  readonly offGrid?: true;
}

export interface Wish {
  readonly partySize: number;
  readonly tableAccess: TableAccess;
  /** Tables that were named (D38); null: any. */
  readonly choice: TableChoice | null;
  /** The booking that is moved, which is not in its own way; null: a new one. */
  readonly moved: Booking | null;
}

/** The slots among which a party is looked for a place: what is offered, or what an operator would name. None where no table is for such a party. */
export function slotsFor(location: Location, day: ServiceDay, window: BookingWindow, wish: Wish): Slot[] {
  const { partySize, tableAccess, choice } = wish;
  if (isOnline(tableAccess)) {
    const area = areaOf(tableAccess) ?? undefined;
    return offeredSlots(location, day, partySize, area === undefined ? window : { ...window, area });
  }
  const refused = new Set(day.periods.filter((open) => refusalIn(location, day, open, partySize, choice)));
  return operatorSlots(location, day, partySize, window).filter(({ open }) => !refused.has(open));
}

/** Why no table, or not the chosen ones, can be had by such a party in a period, whoever else comes; null when they can. */
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

/** Whether a slot can be had, and at what cost it was found out. */
export interface SlotCheck {
  /** The tables that the party would get, and who would be re-seated for it; null when the slot cannot be had. */
  readonly assignment: TableAssignment | null;
  /** The kitchen takes no more: what binds all but the operator. */
  readonly isPaced: boolean;
  /** Where tables were chosen: ids of those who sit there and cannot be given others, by start. */
  readonly inTheWay: readonly string[];
  /** Where tables were chosen: ids of the holds that have them and cannot be given others, by start (D35). */
  readonly holds: readonly string[];
  readonly steps: number;
  /** Questions that were given up (D2). */
  readonly undecided: number;
}

/** So much costs a look at a slot for which nothing has to be searched. */
const LOOK_STEPS = 100;

/** Tries slots of a day for somebody, on what was read of it; the search of the day is shared by all of them. */
export function slotChecksOn(state: DayState, window: BookingWindow, wish: Wish): (slot: Slot) => SlotCheck {
  const { moved, choice } = wish;
  const others = moved ? withoutBooking(state, moved, window) : state;
  return (slot) =>
    choice ? checkAtTables(others, window, wish, choice, slot) : checkAnywhere(others, wish, slot);
}

/** Without the booking that is to be moved, and without what is held for that. */
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

/** The same at chosen tables, whoever sits there. */
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
