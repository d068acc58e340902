import type { HouseCaller } from '../../core/access/policy.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { currentServiceDate } from '../../core/location/service-day.ts';
import { assertDate } from '../../core/fields.ts';
import { bookingFilter } from '../../core/booking/booking-filter.ts';
import { addDays, type LocalDate } from '../../core/local-date.ts';
import { positionOf } from '../../core/booking/stored.ts';
import type { BookingPosition } from '../../ports/booking-store.ts';
import type { App } from '../context.ts';
import { isBooking } from '../../core/booking/row.ts';
import { visibleLocation } from '../read-location.ts';

/** The words to search for, and how far. */
export interface BookingSearch {
  /** Words as in {@link BookingFilter.search}; without words the result is empty. */
  readonly search: string;
  /** At most so many to come, and as many that have been, but for the rest of their last date. Default 20. */
  readonly limit?: number | undefined;
  /** Continues an earlier search: only service dates before this one; {@link FoundBookings.searchedFrom}. */
  readonly before?: LocalDate | undefined;
}

/** The found bookings, the nearest to today first. */
export interface FoundBookings {
  /** Of today and later, the next first; empty when the search continues an earlier one. */
  readonly ahead: readonly Booking[];
  /** There are more to come than the limit. */
  readonly moreAhead: boolean;
  /** Before today, the latest first. */
  readonly past: readonly Booking[];
  /** The first service date that was looked at: there may be more before it. Null: there is none. */
  readonly searchedFrom: LocalDate | null;
}

/** Bookings are read so many at a time, and at most so many for one answer. */
const PAGE_SIZE = 500;
const ROWS_MAX = 20_000;

/** The past is read in stretches, because the storage reads only forwards in time. The latest stretch has this many days; each earlier one is twice as long as the next. */
const FIRST_STRETCH_DAYS = 14;

/** So far back a house may have bookings. */
const DAYS_MAX = 20_000;

/** Looks for bookings of a location in every state, nearest first, and gives up where it has read 20,000: the answer says how far it came. */
export async function searchBookings(
  app: App,
  caller: HouseCaller,
  locationId: string,
  { search, limit = 20, before }: BookingSearch,
): Promise<FoundBookings> {
  const location = await visibleLocation(app, caller, locationId);
  if (before !== undefined) assertDate('before', before);
  const today = currentServiceDate(location, app.clock.nowMs());
  if (search.trim() === '') return { ahead: [], moreAhead: false, past: [], searchedFrom: null };
  const reading: Reading = {
    app,
    locationId: location.id,
    isWanted: bookingFilter({ search }),
    rowsLeft: ROWS_MAX,
  };
  const ahead = before === undefined ? await matches(reading, { from: today, before: null }, limit + 1) : [];
  const past: Booking[] = [];
  let end = before ?? today;
  const oldest = addDays(today, -DAYS_MAX);
  for (let days = FIRST_STRETCH_DAYS; end > oldest && past.length < limit && reading.rowsLeft > 0;) {
    const rowsBefore = reading.rowsLeft;
    const from = addDays(end, -days);
    past.push(...(await matches(reading, { from, before: end }, Infinity)).toReversed());
    end = from;
    days = nextStretch(days, rowsBefore - reading.rowsLeft, reading.rowsLeft);
  }
  const lastDate = past[limit - 1]?.serviceDate;
  if (lastDate !== undefined) end = lastDate;
  return {
    ahead: ahead.slice(0, limit),
    moreAhead: ahead.length > limit,
    past: lastDate === undefined ? past : past.filter(({ serviceDate }) => serviceDate >= lastDate),
    searchedFrom: end > oldest ? end : null,
  };
}

/** Twice as many days, unless they have more rows than may be read. */
function nextStretch(days: number, rows: number, rowsLeft: number): number {
  return Math.max(1, Math.min(2 * days, rows === 0 ? Infinity : Math.floor((rowsLeft * days) / rows)));
}

interface Reading {
  readonly app: App;
  readonly locationId: string;
  readonly isWanted: (booking: Booking) => boolean;
  rowsLeft: number;
}

/** What is wanted of a stretch of service dates, in their order. A stretch that is begun is read to its end. */
async function matches(
  reading: Reading,
  { from, before }: { readonly from: LocalDate; readonly before: LocalDate | null },
  max: number,
): Promise<Booking[]> {
  const { app, locationId, isWanted } = reading;
  const found: Booking[] = [];
  let after: BookingPosition = { serviceDate: from, startMs: 0, createdMs: 0, id: '' };
  while (found.length < max) {
    const page = await app.storage.bookings.page(locationId, {
      serviceDate: undefined,
      after,
      limit: PAGE_SIZE,
    });
    reading.rowsLeft -= page.length;
    const inside = page.filter(({ serviceDate }) => before === null || serviceDate < before);
    found.push(...inside.filter(isBooking).filter(isWanted));
    const last = inside.at(-1);
    if (page.length < PAGE_SIZE || inside.length < page.length || !last) break;
    after = positionOf(last);
  }
  return found.slice(0, max === Infinity ? undefined : max);
}
