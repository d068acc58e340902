import type { Channel } from '../core/booking/booking.ts';
import type { PendingRow } from '../core/booking/row.ts';
import { type Caller, channelOf, isHouse, isPartner, maySee } from '../core/access/policy.ts';
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../core/limits.ts';
import { assertText } from '../core/fields.ts';

/** Partners see their own rows; staff and operators all rows, except that a guest's move hold is hidden from partners. */
export function mayKnow(caller: Caller, row: PendingRow): boolean {
  if (!maySee(caller, row.locationId)) return false;
  const isOfGuest = row.kind === 'hold' && row.move !== null;
  return isHouse(caller) || (isPartner(caller) && !isOfGuest && row.channel === channelOf(caller));
}

/** Padded to be longer than any booking's key, so they never collide. Throws `invalid_request` unless 1–120 characters. */
export function storedKey(
  kind: 'hold' | 'waiting',
  channel: Channel,
  key: string | null | undefined,
): string | null {
  if (key === null || key === undefined) return null;
  assertText('idempotencyKey', key, IDEMPOTENCY_KEY_LENGTH_MAX);
  return `${kind.padEnd(IDEMPOTENCY_KEY_LENGTH_MAX)} ${channel} ${key}`;
}
