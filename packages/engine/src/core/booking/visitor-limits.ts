/** The limits on guests who book themselves (D52). They are decided in the step, so concurrent requests cannot exceed them. */
import { DAY_MS, MINUTE_MS, overlaps } from '../instant.ts';
import { pendingKindOf } from '../ids.ts';
import { GUEST_BOOKINGS_MAX, SURGE_MINUTES, VISITOR_HOLDS_MAX } from '../limits.ts';
import type { Location } from '../location/location.ts';
import { outOfSeasonAt } from '../location/out-of-season.ts';
import { periodAt, type ServiceDay } from '../location/service-day.ts';
import { chosenOutOfSeason } from '../seating/chosen-tables.ts';
import { type Booking, type Guest, isLive } from './booking.ts';
import type { BookingContext } from './decide.ts';
import { heldBy, type KeyHolds, type Snapshot } from './diary.ts';
import { expiriesOf } from './hold.ts';
import { type HoldRow, isBooking } from './row.ts';
import { isSameGuest } from './same-guest.ts';

/** Begins the names of networks, among those of API keys. A network without a hash is unknown: it counts for the share only. */
export const NETWORK = 'net:';

/** The name by which the holds of a network count, from its hash. */
export function networkKeyOf(hash: string): string {
  return NETWORK + hash;
}

const NONE: KeyHolds = new Map();

/** Whether the network has reached its limit of live holds and of bookings of the last 24 hours without a confirmed e-mail address. */
export function isNetworkFull({ holds = NONE }: Snapshot, network: string, nowMs: number): boolean {
  return expiriesOf(network, holds, nowMs).length >= VISITOR_HOLDS_MAX;
}

/** Whether guests without a confirmed e-mail address would exceed their share of the tables in season with this hold. */
export function exceedsShare(
  { holds = NONE, bookings }: Snapshot,
  hold: HoldRow,
  { location, day }: Pick<BookingContext, 'location' | 'day'>,
): boolean {
  const { bookingPage, floorPlan } = location;
  const isUnconfirmed = (id: string): boolean => holds.get(id)?.keyId.startsWith(NETWORK) === true;
  const others = bookings.filter((entry) => isUnconfirmed(entry.id) && overlaps(heldBy(entry), heldBy(hold)));
  const tables = new Set([...hold.tables, ...others.flatMap((entry) => entry.tables)]);
  const out = outOfSeasonAt(location, hold.startMs, day);
  const inSeason = floorPlan.tables.filter(({ id }) => chosenOutOfSeason(floorPlan, [id], out).length === 0);
  const share = Math.floor((inSeason.length * (bookingPage?.unconfirmedPercent ?? 100)) / 100);
  return tables.size > Math.max(2, share);
}

/** Whether the guest has reached the limit of own bookings in the service period of the hold. */
export function hasEnough({ rows }: Snapshot, hold: HoldRow, guest: Guest, day: ServiceDay): boolean {
  const period = periodAt(day, hold.startMs);
  const own = [...rows!.values()]
    .filter(isBooking)
    .filter((row) => isLive(row) && row.source === 'guest' && isSameGuest(row.guest, guest))
    .filter((row) => row.serviceDate === hold.serviceDate && periodAt(day, row.startMs) === period);
  return own.length >= GUEST_BOOKINGS_MAX;
}

/** Whether the booking counts for the surge limit. That of an erased guest no longer counts. */
export function countsForSurge({ visitor }: Booking): boolean {
  return visitor?.network?.startsWith(NETWORK) === true;
}

/** When the bookings of the snapshot that count for the surge limit were made. */
export function surgeTimes({ holds = NONE }: Snapshot): readonly number[] {
  return [...holds]
    .filter(([id, { keyId }]) => pendingKindOf(id) === null && keyId.startsWith(NETWORK))
    .map(([, { expiresMs }]) => expiresMs - DAY_MS);
}

/** Recent bookings of guests without a confirmed e-mail address (D52). */
export interface Surge {
  /** Bookings within the window of the surge limit. */
  readonly count: number;
  /** Whether there are so many that further ones need a link. */
  readonly isReached: boolean;
}

/**
 * Counts recent bookings of guests without a confirmed e-mail address, and compares them with the limit of the location.
 *
 * @param madeMs when such bookings were made, in milliseconds since 1970
 */
export function surgeOf(madeMs: readonly number[], { bookingPage }: Location, nowMs: number): Surge {
  const sinceMs = nowMs - SURGE_MINUTES * MINUTE_MS;
  const count = madeMs.filter((ms) => ms > sinceMs).length;
  return { count, isReached: count >= (bookingPage?.surgeBookings ?? Infinity) };
}
