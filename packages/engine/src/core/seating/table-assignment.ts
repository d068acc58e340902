/**
 * Assigns tables to parties. {@link unavailableReason} is the check of a booking before it gets tables. Availability (`availability.ts`) uses the same
 * parts for all slots of a day together. So a slot is shown exactly if it can be booked (D2), which tests check in both directions.
 */
import { type DiaryBooking, heldBy, isBlock, type Reseating } from '../booking/diary.ts';
import { type Interval, MINUTE_MS } from '../instant.ts';
import { type Location, type Pacing, pacingOf } from '../location/location.ts';
import type { OpenPeriod } from '../location/service-day.ts';
import type { Slot } from '../location/slots.ts';
import { type DayState, takenFor } from './day-state.ts';
import {
  consistsOf,
  isOnline,
  type TableAccess,
  type TableOption,
  tableOptionsAdmitting,
  tableOptionsOf,
} from '../location/floor-plan.ts';
import { freeStretch, holds, isAnyFree } from './occupancy.ts';
import type { Reason } from '../location/reason.ts';
import type { SeatingQuestion } from './solver/seating-search.ts';

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

/** Tables for a party, and which other bookings change theirs to make room. */
export interface TableAssignment {
  readonly tables: readonly string[];
  readonly reseatings: readonly Reseating[];
}

/** Why the day cannot take the party at the slot; null when it can. */
export function unavailableReason(
  state: DayState,
  slot: Slot,
  partySize: number,
  tableAccess: TableAccess,
): Reason | null {
  const question = questionOf(state, slot, partySize, tableAccess);
  if (question === 'pacing' || question === null) return question;
  return state.search.askAtOnce(question)?.kind === 'seated' ? null : 'tables';
}

/** The search that decides whether the day has room for the party at the slot; null when a table is free. */
export function questionOf(
  state: DayState,
  slot: Slot,
  partySize: number,
  tableAccess: TableAccess,
): SeatingQuestion | 'pacing' | null {
  if (isOnline(tableAccess) && coversLeft(state.bookings, state.location, slot) < partySize) return 'pacing';
  const held = heldBy(slot);
  const { bits, at } = takenFor(state, held);
  const wanted = tableOptionsAdmitting(state.location.floorPlan, partySize, tableAccess);
  return isAnyFree(bits, at, wanted) ? null : { ...held, partySize, tableAccess };
}

/** Tables for a party at a slot that passed all other checks, or the reason of a rejection. */
export function seatParty(
  state: DayState,
  slot: Slot,
  partySize: number,
  tableAccess: TableAccess,
): TableAssignment | Reason {
  const reason = unavailableReason(state, slot, partySize, tableAccess);
  return reason ?? seatDuring(state, heldBy(slot), partySize, tableAccess) ?? 'tables';
}

/** Tables for a party during an interval: a free option, else one for which others make room; null when there is none. */
export function seatDuring(
  state: DayState,
  interval: Interval,
  partySize: number,
  tableAccess: TableAccess,
): TableAssignment | null {
  return (
    bestFit(state, interval, partySize, tableAccess) ?? makeRoom(state, interval, partySize, tableAccess)
  );
}

/** Tables for a party that moves or comes back: its own where they are free and fit, else as {@link seatDuring}. */
export function seatAgain(
  state: DayState,
  { tables }: Pick<TableAssignment, 'tables'>,
  interval: Interval,
  partySize: number,
  tableAccess: TableAccess,
): TableAssignment | null {
  const staysPut = isFreeFor(state, tables, interval, partySize);
  return staysPut ? { tables, reseatings: [] } : seatDuring(state, interval, partySize, tableAccess);
}

/** These tables are an option of the plan that is in season, admit a party of this size, and are free during the interval. */
export function isFreeFor(
  state: DayState,
  tables: readonly string[],
  interval: Interval,
  partySize: number,
): boolean {
  const i = tableOptionsOf(state.location.floorPlan).findIndex((option) => consistsOf(option, tables));
  if (i < 0) return false; // the plan has changed since
  const admitted = tableOptionsAdmitting(state.location.floorPlan, partySize, 'all');
  const { bits, at } = takenFor(state, interval);
  return holds(admitted, 0, i) && !holds(bits, at, i);
}

/** With re-seating (D9). Over budget, or without an immediate answer, it counts as no (D2); ask in turns if the search `isUnfinished`. */
export function makeRoom(
  state: DayState,
  interval: Interval,
  partySize: number,
  tableAccess: TableAccess,
): TableAssignment | null {
  const answer = state.search.askAtOnce({ ...interval, partySize, tableAccess });
  return answer?.kind === 'seated' ? answer : null;
}

/**
 * The free option with the fewest seats that admits the party, single tables before combinations. Among equals the operator gets one that is kept
 * for the operator. Otherwise it is the one with the shortest free stretch around the interval, so that long stretches stay free for others. Null if
 * all are taken.
 */
function bestFit(
  state: DayState,
  interval: Interval,
  partySize: number,
  tableAccess: TableAccess,
): TableAssignment | null {
  const tableOptions = tableOptionsOf(state.location.floorPlan);
  const wanted = tableOptionsAdmitting(state.location.floorPlan, partySize, tableAccess);
  const taken = takenFor(state, interval);
  const isByOperator = !isOnline(tableAccess);
  let best: TableOption | null = null;
  let bestStretch = Infinity;
  for (const [i, option] of tableOptions.entries()) {
    // Options are in the order of best fit.
    if (best && (option.seatsMax !== best.seatsMax || option.tables.length > 1 !== best.tables.length > 1))
      break;
    if (!holds(wanted, 0, i) || holds(taken.bits, taken.at, i)) continue;
    const stretch =
      freeStretch(state.occupancy, interval, i) + (isByOperator && option.online ? OPEN_TO_ALL : 0);
    if (stretch < bestStretch) [best, bestStretch] = [option, stretch];
  }
  return best && { tables: best.tables, reseatings: [] };
}

/** Longer than any stretch. */
const OPEN_TO_ALL = 2 ** 31;
