/**
 * The order in which what partners see of their bookings has changed (D33). A change is what an event tells: re-seating and the visit are none.
 *
 * Steps of different dates commit in another order than they are decided in, on several servers and with clocks of their own. So a change has no place in the
 * order when it is saved: it gets one when somebody first asks for the changes of its channel, under a lock that only those take who ask. What is committed
 * later comes after all that anybody has been shown.
 */
import type { Booking, Channel } from './booking.ts';
import type { LocalDate } from '../time/local-date.ts';

/** Which of a channel's bookings are wanted. */
export interface ChangeFilter {
  /** At one of these locations, lower-case UUIDs. */
  readonly locationIds: readonly string[];
  /** Of this service date or a later one. */
  readonly from?: LocalDate | undefined;
  /** Of this service date or an earlier one. */
  readonly to?: LocalDate | undefined;
  /** With this number of the partner's. */
  readonly partnerBookingRef?: string | undefined;
}

/** Which changes of a channel a page has. */
export interface ChangesRequest {
  /** Whose bookings. */
  readonly channel: Channel;
  /** The position behind which it begins; 0: from the beginning. */
  readonly after: number;
  /** 1 or more. */
  readonly limit: number;
  /** Which of them are wanted. */
  readonly filter: ChangeFilter;
}

/** A booking as it stands, and the place of its latest change in the order. */
export interface BookingChange {
  /** The booking, whole. */
  readonly booking: Booking;
  /**
   * Unique in the channel. In microseconds since 1970: when the booking has changed, to the second; later, where somebody had already been shown what
   * comes after that.
   */
  readonly position: number;
}

/** Some changes of a channel, the oldest first. */
export interface ChangeList {
  /** At most as many as were asked for. */
  readonly changes: readonly BookingChange[];
  /** All changes up to this position were looked at: the next page begins behind it. */
  readonly through: number;
  /** There is more to look at. */
  readonly hasMore: boolean;
}

/** So many bookings are looked at for a page, however few of them are wanted, and get their place at a time. */
export const CHANGES_EXAMINED_MAX = 1000;

/** Whether a booking is wanted. */
export function isWantedChange(
  { locationIds, from, to, partnerBookingRef }: ChangeFilter,
  booking: Pick<Booking, 'locationId' | 'serviceDate' | 'partnerBookingRef'>,
): boolean {
  return (
    locationIds.includes(booking.locationId) &&
    (from === undefined || booking.serviceDate >= from) &&
    (to === undefined || booking.serviceDate <= to) &&
    (partnerBookingRef === undefined || booking.partnerBookingRef === partnerBookingRef)
  );
}

/** When the booking last changed for its partner, in Unix seconds: when its latest event was made. */
export function changedSecondsOf({ lastEventSeconds }: Pick<Booking, 'lastEventSeconds'>): number {
  return Math.max(0, ...Object.values(lastEventSeconds));
}

/** The partner was told of something between the two. Two events of different types may be of the same second. */
export function hasChangedForPartner(before: Booking, after: Booking): boolean {
  return JSON.stringify(before.lastEventSeconds) !== JSON.stringify(after.lastEventSeconds);
}

/** The place of a change behind the last one that was given: at its second, or later. */
export function positionBehind(last: number, changedSeconds: number): number {
  return Math.max(last + 1, changedSeconds * 1_000_000);
}

/** The order of a channel's changes, as a storage keeps it that has its bookings in memory. */
export interface ChangeOrder {
  /** Where bookings stand, by their ids; without those whose `lastEventSeconds` have become others since. */
  readonly positions: Readonly<Record<string, number>>;
  /** The last place that was given. */
  readonly last: number;
}

/** A page, and what the order is after it. */
export interface OrderedChanges {
  /** What was asked for. */
  readonly list: ChangeList;
  /** To be kept. */
  readonly order: ChangeOrder;
}

/** No change has a place yet. */
export const NO_ORDER: ChangeOrder = { positions: {}, last: 0 };

/**
 * Gives those their place that have none yet, and makes a page.
 *
 * @param all the bookings of the channel, without blocks, holds and waiting entries
 */
export function listChanges(
  all: readonly Booking[],
  order: ChangeOrder,
  { after, limit, filter }: ChangesRequest,
): OrderedChanges {
  const positions = { ...order.positions };
  let last = Math.max(order.last, after);
  const byAge = (a: Booking, b: Booking): number =>
    changedSecondsOf(a) - changedSecondsOf(b) || (a.id < b.id ? -1 : 1);
  for (const booking of all.filter(({ id }) => positions[id] === undefined).toSorted(byAge))
    positions[booking.id] = last = positionBehind(last, changedSecondsOf(booking));
  const wanted = all
    .map((booking) => ({ booking, position: positions[booking.id]! }))
    .filter(({ booking, position }) => position > after && isWantedChange(filter, booking))
    .toSorted((a, b) => a.position - b.position);
  const changes = wanted.slice(0, limit);
  const hasMore = changes.length < wanted.length;
  return {
    list: { changes, through: hasMore ? changes.at(-1)!.position : last, hasMore },
    order: { positions, last },
  };
}

/** The order without the place of a booking that has changed for its partner. */
export function withoutPosition({ positions, last }: ChangeOrder, bookingId: string): ChangeOrder {
  const { [bookingId]: _, ...others } = positions;
  return { positions: others, last };
}
