import type { Booking, Channel } from '../../core/booking/booking.ts';
import { isMoveHold } from '../../core/booking/row-kind.ts';
import {
  type Caller,
  channelOf,
  isHouse,
  isVisible,
  maySee,
  visibilityOf,
} from '../../core/access/policy.ts';
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../core/limits.ts';
import { assertText } from '../../core/text.ts';

/**
 * The caller may know of a hold or of who waits: it is the partner's own, or at the house, whoever has made it. A key without a location list
 * may, where it could book. What a guest holds herself while she moves a booking is the house's to know.
 */
export function mayKnow(caller: Caller, row: Booking): boolean {
  if (isHouse(caller)) return isVisible(row, visibilityOf(caller));
  return !isMoveHold(row) && row.channel === channelOf(caller) && maySee(caller, row.locationId);
}

/**
 * The idempotency key of a hold or of an entry of the waiting list as it is stored: longer than any that a booking may have, so that none finds the other.
 * Null for none. Throws `invalid_request` for one that is empty or longer than 120 characters.
 */
export function storedKey(
  kind: 'hold' | 'waiting',
  channel: Channel,
  key: string | null | undefined,
): string | null {
  if (key === null || key === undefined) return null;
  assertText('idempotencyKey', key, IDEMPOTENCY_KEY_LENGTH_MAX);
  return `${kind.padEnd(IDEMPOTENCY_KEY_LENGTH_MAX)} ${channel} ${key}`;
}
