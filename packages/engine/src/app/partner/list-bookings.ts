/** A partner's bookings in the order of their changes (D33, D48), so that a partner can catch up. */
import { assertScope, channelOf, type PartnerCaller, visibilityOf } from '../../core/access/policy.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { type BookingChange, type ChangeFilter, changedSecondsOf } from '../../core/booking/changes.ts';
import { invalid } from '../../core/errors.ts';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, PARTNER_BOOKING_REF_LENGTH_MAX } from '../../core/limits.ts';
import { assertDate, optional } from '../../core/fields.ts';
import { SECOND_MS } from '../../core/instant.ts';
import type { LocalDate } from '../../core/local-date.ts';
import type { App } from '../context.ts';
import { visibleLocation } from '../read-location.ts';

/** Selects a partner's bookings. An omitted field is not a condition. */
export interface BookingListRequest {
  /** At this location, which must be on the key's list. */
  readonly locationId?: string | undefined;
  /** Of this service date or a later one. */
  readonly from?: LocalDate | undefined;
  /** Of this service date or an earlier one. */
  readonly to?: LocalDate | undefined;
  /**
   * Made, or changed by an event, in the second of this instant or later; in milliseconds since 1970. A future instant counts as now: the page
   * is empty, and its cursor continues from there.
   */
  readonly updatedSinceMs?: number | undefined;
  /** With this reference of the partner, at most 200 characters; a blank one is ignored (D8). */
  readonly partnerBookingRef?: string | undefined;
  /** 1 to 200. Defaults to 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A booking in its present state, and the time of its last change for the partner. */
export interface ListedBooking {
  /** The booking. */
  readonly booking: Booking;
  /** The second of its latest event, in milliseconds since 1970: what `updatedSinceMs` is compared with. */
  readonly updatedMs: number;
}

/** Some bookings, the oldest change first. */
export interface BookingList {
  /** At most `limit` bookings, possibly none, also if more pages follow. */
  readonly bookings: readonly ListedBooking[];
  /** The start of the next page, also on the last page: keep it, and request later changes with it. */
  readonly nextCursor: string;
  /** Whether more changes are already available. */
  readonly hasMore: boolean;
}

/** Queries per page, each of which examines some hundreds of bookings. */
const QUERIES_MAX = 5;

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
    partnerBookingRef:
      optional('partnerBookingRef', partnerBookingRef, PARTNER_BOOKING_REF_LENGTH_MAX) ?? undefined,
    changedSinceSeconds: changedSince(updatedSinceMs, cursor, app.clock.nowMs()),
  };
  let through = cursor === undefined ? 0 : positionOf(cursor);
  let hasMore = true;
  const found = new Map<string, BookingChange>();
  for (let queries = 0; hasMore && found.size < limit && queries < QUERIES_MAX; queries++) {
    const wanted = { channel: channelOf(caller), after: through, limit: limit - found.size, filter };
    const list = await app.storage.bookings.changes(wanted);
    for (const change of list.changes) {
      found.delete(change.booking.id); // it has changed again during the read, and is listed once, in its present state
      found.set(change.booking.id, change);
    }
    ({ through, hasMore } = list);
  }
  return {
    bookings: Array.from(found.values(), ({ booking }) => ({
      booking,
      updatedMs: changedSecondsOf(booking) * SECOND_MS,
    })),
    nextCursor: `c${through.toString(36)}`,
    hasMore,
  };
}

/** The second from which changes are wanted. A later page continues from the end of the first, so changes in the future are not lost. */
function changedSince(
  updatedSinceMs: number | undefined,
  cursor: string | undefined,
  nowMs: number,
): number | undefined {
  if (updatedSinceMs === undefined || (cursor !== undefined && updatedSinceMs > nowMs)) return undefined;
  return Math.max(0, Math.floor(Math.min(updatedSinceMs, LATEST_MS) / SECOND_MS));
}

/** Far in the future, and its position is still a safe integer. */
const LATEST_MS = Number.MAX_SAFE_INTEGER / 2 / SECOND_MS;

function positionOf(cursor: string): number {
  const position = /^c[0-9a-z]{1,11}$/.test(cursor) ? Number.parseInt(cursor.slice(1), 36) : Number.NaN;
  if (!Number.isSafeInteger(position))
    invalid('cursor must be a nextCursor of this list; leave it out to begin with the oldest change', [
      'cursor',
    ]);
  return position;
}
