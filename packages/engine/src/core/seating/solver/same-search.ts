/** Readings of a day with the same bookings share one search: a rush asks the same again and again. */
import { consistsOf } from '../../location/floor-plan.ts';
import { keep } from './arrangements.ts';
import { type SearchState, searchStateOf } from './question.ts';
import type { SeatingSearchOptions } from './seating-search.ts';

/** The number of readings of a day that are continued. A step that allocates tables to waiting parties examines the day before and after each of them. */
const SEARCHES_MAX = 4;

/** The search of an earlier reading with the same bookings, else a new one. */
export function searchStateFor(options: SeatingSearchOptions): SearchState {
  const searches = options.memory?.().searches ?? [];
  const known = searches.find((state) => isSameDay(state.options, options));
  if (known) return known;
  const state = searchStateOf(options);
  keep(searches, state, SEARCHES_MAX);
  return state;
}

/** In both the same bookings hold the same tables, and the same of them may be given others. Both are of one date. */
function isSameDay(one: SeatingSearchOptions, other: SeatingSearchOptions): boolean {
  if (one.plan !== other.plan || one.isByArea !== other.isByArea) return false;
  if (one.movesMax !== other.movesMax || one.stepsMax !== other.stepsMax) return false;
  if (one.bookings.length !== other.bookings.length) return false;
  const known = new Map(one.bookings.map((booking) => [booking.id, booking]));
  return other.bookings.every((booking) => {
    const before = known.get(booking.id);
    return (
      before !== undefined &&
      before.startMs === booking.startMs &&
      before.blockedUntilMs === booking.blockedUntilMs &&
      before.partySize === booking.partySize &&
      before.tableAccess === booking.tableAccess &&
      consistsOf(before, booking.tables) &&
      one.isMovable(before) === other.isMovable(booking)
    );
  });
}
