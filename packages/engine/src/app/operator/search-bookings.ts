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
  /** The limit of future bookings, and of past ones, which can exceed it by the rest of their last date. Default 20. */
  readonly limit?: number | undefined;
  /** Continues an earlier search: only service dates before this one, from {@link FoundBookings.searchedFrom}. */
  readonly before?: LocalDate | undefined;
}

/** The found bookings, the nearest to today first. */
export interface FoundBookings {
  /** Of today and later, the next first; empty when the search continues an earlier one. */
  readonly ahead: readonly Booking[];
  /** Whether there are more future bookings than the limit. */
  readonly moreAhead: boolean;
  /** Before today, the latest first. */
  readonly past: readonly Booking[];
  /** The first service date searched: there can be more before it. Null: there are no more. */
  readonly searchedFrom: LocalDate | null;
}

/** Bookings per page, and the maximum for one answer. */
const PAGE_SIZE = 500;
const ROWS_MAX = 20_000;

/** Storages read only forwards in time, so the past is read in stretches. The latest has this many days; each earlier one is twice as long. */
const FIRST_STRETCH_DAYS = 14;

/** The earliest bookings can be this many days ago. */
const DAYS_MAX = 20_000;

/** Searches bookings of a location in every state, nearest first, up to 20,000 rows. The answer contains the date that it reached. */
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

/** Twice as many days, limited by the remaining rows. */
function nextStretch(days: number, rows: number, rowsLeft: number): number {
  return Math.max(1, Math.min(2 * days, rows === 0 ? Infinity : Math.floor((rowsLeft * days) / rows)));
}

interface Reading {
  readonly app: App;
  readonly locationId: string;
  readonly isWanted: (booking: Booking) => boolean;
  rowsLeft: number;
}

/** The matches in a stretch of service dates, in order. A stretch that has begun is completed. */
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
