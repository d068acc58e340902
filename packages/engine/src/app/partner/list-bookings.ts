/** A partner's bookings in the order in which they have changed (D33): how she catches up. */
import { assertScope, channelOf, type PartnerCaller, visibilityOf } from '../../core/access/policy.ts';
import type { Booking } from '../../core/booking/booking.ts';
import type { BookingChange, ChangeFilter } from '../../core/booking/changes.ts';
import { invalid } from '../../core/errors.ts';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../../core/limits.ts';
import { assertDate } from '../../core/seating/batch.ts';
import { DAY_MS } from '../../core/time/interval.ts';
import type { LocalDate } from '../../core/time/local-date.ts';
import type { App } from '../shared/context.ts';
import { visibleLocation } from '../shared/visible-location.ts';

/** Which of a partner's bookings are listed. What is left out is no condition. */
export interface BookingListRequest {
  /** At this location, which has to be on the key's list. */
  readonly locationId?: string | undefined;
  /** Of this service date or a later one. */
  readonly from?: LocalDate | undefined;
  /** Of this service date or an earlier one. */
  readonly to?: LocalDate | undefined;
  /** Changed then or later, in milliseconds since 1970: made, or changed so that an event told of it. */
  readonly updatedSinceMs?: number | undefined;
  /** With this number of the partner's. */
  readonly partnerBookingRef?: string | undefined;
  /** 1 to 200. Defaults to 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A booking as it stands, and when it last changed for its partner. */
export interface ListedBooking {
  /** The booking. */
  readonly booking: Booking;
  /** In milliseconds since 1970, to the second or somewhat later: what `updatedSinceMs` is compared with. */
  readonly updatedMs: number;
}

/** Some bookings, the oldest change first. */
export interface BookingList {
  /** At most as many as were asked for, perhaps none: few of many may be wanted. */
  readonly bookings: readonly ListedBooking[];
  /** Where the next page begins, also when there is no more for now: to be kept, and asked with for what changes from here on. */
  readonly nextCursor: string;
  /** There is more already. */
  readonly hasMore: boolean;
}

/** So often the storage is asked for a page: each time it looks at some hundreds of bookings. */
const QUERIES_MAX = 5;
const MICROSECONDS = 1000;

/** The bookings of the caller's channel at the locations of its list. */
export async function listOwnBookings(
  app: App,
  caller: PartnerCaller,
  {
    locationId,
    from,
    to,
    updatedSinceMs,
    partnerBookingRef,
    limit = LIST_LIMIT_DEFAULT,
    cursor,
  }: BookingListRequest,
): Promise<BookingList> {
  assertScope(caller, 'bookings:read');
  const { locationIds } = visibilityOf(caller)!;
  const location = locationId === undefined ? null : await visibleLocation(app, caller, locationId);
  if (from !== undefined) assertDate('from', from);
  if (to !== undefined) assertDate('to', to);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > LIST_LIMIT_MAX)
    invalid(`limit must be a whole number, from 1 to ${LIST_LIMIT_MAX}`, ['limit']);
  const filter: ChangeFilter = {
    locationIds: location ? [location.id] : locationIds,
    from,
    to,
    partnerBookingRef,
  };
  let through = Math.max(startOf(updatedSinceMs), cursor === undefined ? 0 : read(cursor, app.clock.nowMs()));
  let hasMore = true;
  const found = new Map<string, BookingChange>();
  for (let queries = 0; hasMore && found.size < limit && queries < QUERIES_MAX; queries++) {
    const wanted = { channel: channelOf(caller), after: through, limit: limit - found.size, filter };
    const list = await app.storage.bookings.changes(wanted);
    for (const change of list.changes) {
      found.delete(change.booking.id); // it has changed again meanwhile, and comes once, as it is now
      found.set(change.booking.id, change);
    }
    ({ through, hasMore } = list);
  }
  return {
    bookings: Array.from(found.values(), ({ booking, position }) => ({
      booking,
      updatedMs: Math.floor(position / MICROSECONDS),
    })),
    nextCursor: cursorOf(through),
    hasMore,
  };
}

/** The position behind which everything has changed at an instant or later. */
function startOf(updatedSinceMs: number | undefined): number {
  if (updatedSinceMs === undefined) return 0;
  const latestMs = Number.MAX_SAFE_INTEGER / MICROSECONDS;
  return Math.max(0, Math.floor(Math.min(updatedSinceMs, latestMs) * MICROSECONDS) - 1);
}

/** A cursor is a position, in letters that promise nothing. */
function cursorOf(position: number): string {
  return `c${position.toString(36)}`;
}

/** No server's clock is ahead by more. */
const AHEAD_MS = DAY_MS;

/** Throws `invalid_request` for what no page has ended with. */
function read(cursor: string, nowMs: number): number {
  const position = /^c[0-9a-z]{1,11}$/.test(cursor) ? Number.parseInt(cursor.slice(1), 36) : Number.NaN;
  if (!(position <= (nowMs + AHEAD_MS) * MICROSECONDS)) invalid('cursor is none of this list', ['cursor']);
  return position;
}
