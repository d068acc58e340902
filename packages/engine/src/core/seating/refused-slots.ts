/**
 * Slots of a day that have no room for a party size, remembered beyond the step that found this. They have no room as long as every booking of
 * that day still exists and takes as much room: added bookings only take room. So the search for a waiting party is repeated only after room was
 * freed (a cancellation, a move, an expired hold). It is not repeated for every request that is rejected or takes a table.
 */
import type { DiaryBooking } from '../booking/diary.ts';
import { consistsOf, tableOptionsAdmitting, tableOptionsOf } from '../location/floor-plan.ts';
import type { DayState, MemoryOf } from './day-state.ts';
import { holds } from './occupancy.ts';
import type { Memory } from './solver/arrangements.ts';

export function slotNameOf(startMs: number, partySize: number): string {
  return `${startMs} ${partySize}`;
}

/** The bookings of a day, and which of them may be given other tables. */
type Bookings = Pick<DayState, 'location' | 'bookings' | 'isMovable' | 'outOfSeasonAt'>;

/** The latest result for a day. */
interface Refused {
  readonly then: Bookings;
  readonly names: ReadonlySet<string>;
}

const lastOf = new WeakMap<Memory, Refused>();

/** The {@link slotNameOf names} of slots that are known to have no room on this day. */
export function refusedSlotsOf(state: DayState, memory: MemoryOf | undefined): ReadonlySet<string> {
  const last = memory && lastOf.get(memory(state.day.date));
  return last && hasNoMoreRoom(state, last.then) ? last.names : NONE;
}

const NONE: ReadonlySet<string> = new Set();

/** Remembers them. @param names slots that have no room on exactly this day; none of them was left undecided for lack of time */
export function rememberRefused(
  state: DayState,
  names: ReadonlySet<string>,
  memory: MemoryOf | undefined,
): void {
  const { location, bookings, isMovable, outOfSeasonAt } = state;
  const then = { location, bookings, isMovable, outOfSeasonAt };
  if (memory) lastOf.set(memory(state.day.date), { then, names: new Set(names) });
}

/** Every arrangement of the bookings of `now` has an arrangement of those of `then` in it. */
function hasNoMoreRoom(now: Bookings, then: Bookings): boolean {
  if (now.location !== then.location) return false;
  const known = new Map(now.bookings.map((booking) => [booking.id, booking]));
  return then.bookings.every((before) => {
    const booking = known.get(before.id);
    return booking !== undefined && takesAsMuch(booking, before, now, then);
  });
}

function takesAsMuch(booking: DiaryBooking, before: DiaryBooking, now: Bookings, then: Bookings): boolean {
  const isAlike =
    booking.startMs === before.startMs &&
    booking.blockedUntilMs === before.blockedUntilMs &&
    booking.partySize === before.partySize &&
    booking.tableAccess === before.tableAccess;
  if (!isAlike) return false;
  if (consistsOf(before, booking.tables)) return then.isMovable(before) || !now.isMovable(booking);
  // With a limit on moves it matters from where a party moves.
  if (!then.isMovable(before) || then.location.movesMax !== null) return false;
  return isAdmitted(before, then) && isAdmitted(booking, now);
}

/** It has tables that it would be given again: what it may have does not depend on where it is. */
function isAdmitted({ tables, partySize, tableAccess, startMs }: DiaryBooking, state: Bookings): boolean {
  const { floorPlan } = state.location;
  const admitted = tableOptionsAdmitting(floorPlan, partySize, tableAccess);
  const out = state.outOfSeasonAt(startMs);
  return tableOptionsOf(floorPlan).some(
    (option, i) => holds(admitted, 0, i) && !(out && holds(out, 0, i)) && consistsOf(option, tables),
  );
}
