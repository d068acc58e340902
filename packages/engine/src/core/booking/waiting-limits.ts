/**
 * Limits for joining the waitlist of a service date (D47). Each channel has separate limits, so a caller learns only about itself; the channels of
 * guests share theirs.
 */
import { BookingError } from '../errors.ts';
import { GUESTS_WAITING_MAX, WAITING_MAX } from '../limits.ts';
import { type Channel, isByGuest } from './booking.ts';
import type { WaitlistRow } from './row.ts';
import { isSameGuest } from './same-guest.ts';

/** How many entries of a channel can wait for one service date. */
function waitingMaxOf(channel: Channel): number {
  if (channel === 'operator') return Infinity;
  return isByGuest(channel) ? GUESTS_WAITING_MAX : WAITING_MAX;
}

/**
 * Throws `already_waiting` for a guest whose e-mail address or telephone number waits in this channel, and `waitlist_full` beyond the channel's limit.
 *
 * @param line the waiting entries of the service date
 */
export function assertMayWait({ channel, guest }: WaitlistRow, line: readonly WaitlistRow[]): void {
  const own = line.filter((row) => row.channel === channel || (isByGuest(channel) && isByGuest(row.channel)));
  if (own.some((row) => isSameGuest(row.guest, guest))) throw new BookingError('already_waiting');
  if (own.length >= waitingMaxOf(channel)) throw new BookingError('waitlist_full');
}
