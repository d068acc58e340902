/**
 * The order of a channel's changes (D33, D48). A change is what an event reports: re-seating and visit times are not changes.
 *
 * A storage saves the place of a change in the order together with the change, so no read moves it. A storage with one writer saves the position itself. On
 * PostgreSQL, steps of different dates commit in another order than they are decided in. There a step saves the time of the change, and the first read after
 * the commit turns it into a position, behind all positions that a reader has seen.
 */
import { isSameValue } from '../same-value.ts';
import type { Booking, Channel } from './booking.ts';
import type { LocalDate } from '../local-date.ts';
import type { DiaryRow } from './row.ts';

/** Selects bookings of a channel. */
export interface ChangeFilter {
  /** At one of these locations, lower-case UUIDs. */
  readonly locationIds: readonly string[];
  /** Of this service date or a later one. */
  readonly from?: LocalDate | undefined;
  /** Of this service date or an earlier one. */
  readonly to?: LocalDate | undefined;
  /** With this reference of the partner. */
  readonly partnerBookingRef?: string | undefined;
  /** Changed in this Unix second or later. */
  readonly changedSinceSeconds?: number | undefined;
}

/** Selects a page of a channel's changes. */
export interface ChangesRequest {
  /** The channel of the bookings. */
  readonly channel: Channel;
  /** The position after which the page begins; 0: from the beginning. If it is after the last position of the channel, the last position is used. */
  readonly after: number;
  /** 1 or more. */
  readonly limit: number;
  /** The selected bookings. */
  readonly filter: ChangeFilter;
}

/** A booking in its current state, with the position of its latest change. */
export interface BookingChange {
  /** The booking, whole. */
  readonly booking: Booking;
  /**
   * Unique in the channel. In microseconds since 1970: the second of the change, and within the second the order in which changes were made.
   * Later than the second if an earlier change of the channel has a later position.
   */
  readonly position: number;
}

/** Some changes of a channel, the oldest first. */
export interface ChangeList {
  /** At most `limit` changes. */
  readonly changes: readonly BookingChange[];
  /** All changes up to this position were examined: the next page begins after it. */
  readonly through: number;
  /** Whether there are more changes to examine. */
  readonly hasMore: boolean;
}

/** How many bookings a storage examines for one page, and gives positions to at a time. */
export const CHANGES_EXAMINED_MAX = 1000;

type Examined = Pick<Booking, 'locationId' | 'serviceDate' | 'partnerBookingRef'> & {
  readonly changedSeconds: number;
};

/** Whether a booking is selected. */
export function isWantedChange(
  { locationIds, from, to, partnerBookingRef, changedSinceSeconds = 0 }: ChangeFilter,
  booking: Examined,
): boolean {
  return (
    locationIds.includes(booking.locationId) &&
    (from === undefined || booking.serviceDate >= from) &&
    (to === undefined || booking.serviceDate <= to) &&
    (partnerBookingRef === undefined || booking.partnerBookingRef === partnerBookingRef) &&
    booking.changedSeconds >= changedSinceSeconds
  );
}

/** When the booking last changed for its partner, in Unix seconds: the time of its latest event. */
export function changedSecondsOf({ lastEventSeconds }: Pick<Booking, 'lastEventSeconds'>): number {
  return Math.max(0, ...Object.values(lastEventSeconds));
}

const PER_SECOND = 1_000_000;

/** The position of a change after the last position of its channel: at its second, or later. */
export function positionBehind(last: number, changedSeconds: number): number {
  return Math.max(last + 1, changedSeconds * PER_SECOND);
}

/**
 * The position after which a page begins. All selected changes of its second or later have a later one.
 *
 * @param last the last position of the channel, or 0
 */
export function listStart({ after, filter }: ChangesRequest, last: number): number {
  return Math.max(Math.min(after, last), (filter.changedSinceSeconds ?? 0) * PER_SECOND - 1);
}

/** The changes of each channel, for a storage with its bookings in memory. Plain data, changed in place. */
export type ChangeOrders = Partial<Record<Channel, ChangeOrder>>;

interface ChangeOrder {
  /** The position of each booking's latest change, by the booking's id. */
  readonly positions: Record<string, number>;
  last: number;
}

/** Whether partners see a row in the list of changes: not blocks, holds, waitlist entries, or bookings of the operator. */
export function isListed(row: DiaryRow): row is Booking {
  return row.kind === 'booking' && row.channel !== 'operator';
}

/** Gives the change of a row its position in the list of changes (D33). Called for each row before the row is saved. */
export function recordChange(orders: ChangeOrders, before: DiaryRow | undefined, after: DiaryRow): void {
  // A change for the partner has an event; two of different types can have the same second.
  if (!isListed(after) || (before && isSameValue(before.lastEventSeconds, after.lastEventSeconds))) return;
  const order = (orders[after.channel] ??= { positions: {}, last: 0 });
  order.last = positionBehind(order.last, changedSecondsOf(after));
  order.positions[after.id] = order.last;
}

/** Makes a page from all rows of a storage. */
export function listChanges(
  rows: Iterable<DiaryRow>,
  orders: ChangeOrders,
  request: ChangesRequest,
): ChangeList {
  const { positions, last } = orders[request.channel] ?? { positions: {}, last: 0 };
  const start = listStart(request, last);
  const wanted = [...rows]
    .filter(isListed)
    .map((booking) => ({ booking, position: positions[booking.id] ?? 0 }))
    .filter(
      ({ booking, position }) =>
        position > start &&
        isWantedChange(request.filter, { ...booking, changedSeconds: changedSecondsOf(booking) }),
    )
    .toSorted((a, b) => a.position - b.position);
  const changes = wanted.slice(0, request.limit);
  const hasMore = changes.length < wanted.length;
  return { changes, through: hasMore ? changes.at(-1)!.position : last, hasMore };
}
