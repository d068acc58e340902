import { hash } from 'node:crypto';
import type { Booking } from './booking.ts';

/**
 * The version of a booking: 8 characters that change with each visible field. The same on every storage. A caller that changes a booking
 * as last seen sends its version, and gets `changed_meanwhile` if the booking has another version now.
 */
export function versionOf(booking: Booking): string {
  const { guest, visit, history } = booking;
  const seen = [
    booking.id,
    booking.startMs,
    booking.endMs,
    booking.blockedUntilMs,
    booking.partySize,
    booking.tables,
    booking.pinned,
    booking.status,
    [visit.arrivedMs, visit.seatedMs, visit.leftMs],
    [guest.name, guest.email, guest.phone, guest.notes, guest.language],
    // The history shows a change that was changed back, by its length or, when it is full, by its last entry.
    [history.length, history.at(-1)?.atMs ?? 0],
  ];
  return hash('sha256', JSON.stringify(seen), 'base64url').slice(0, 8);
}
