import { hash } from 'node:crypto';
import type { Booking } from './booking.ts';

/**
 * The version of a booking as it stands: 22 letters that are others as soon as anything of it has changed that somebody may have looked at. The
 * same on every storage. Who changes a booking that was looked at before says it, and is told `changed_meanwhile` where it no longer is the
 * one.
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
    // What was changed and changed back is told by the history, until it is full; then by its end.
    [history.length, history.at(-1)?.atMs ?? 0],
  ];
  return hash('sha256', JSON.stringify(seen), 'base64url').slice(0, 22);
}
