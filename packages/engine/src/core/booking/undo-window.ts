/** A change by a member of staff can be taken back before it is announced (D54). */
import { SECOND_MS } from '../instant.ts';
import { isSameValue } from '../same-value.ts';
import { type Delivery, MAIL_QUEUE } from '../outbox/delivery.ts';
import type { Booking } from './booking.ts';
import { type Author, changesOf, creatorOf, type HistoryEntry } from './history.ts';

/** Deliveries of a change at the console leave after this time. */
const UNDO_WINDOW_MS = 15 * SECOND_MS;

const isStaff = (by: Author): boolean => by.startsWith('staff:');

/** A change by a member of staff that was not announced yet. */
export function isWithinUndo({ by, atMs }: HistoryEntry, nowMs: number): boolean {
  return isStaff(by) && nowMs - atMs < UNDO_WINDOW_MS;
}

/** The deliveries of a step wait until its undo window is over, if a member of staff has taken it. */
export function heldBack(deliveries: readonly Delivery[], by: Author, nowMs: number): readonly Delivery[] {
  if (!isStaff(by)) return deliveries;
  return deliveries.map((delivery) =>
    delivery.dueMs === null && !delivery.covers ? { ...delivery, dueMs: nowMs + UNDO_WINDOW_MS } : delivery,
  );
}

/** Whether a delivery can be one that was held back. The event's id ends with the second of the change; a mail's does not. */
export function mayBeHeldBack({ queue, bookingId, eventId, dueMs }: Delivery): boolean {
  if (bookingId === null || dueMs === null) return false;
  const madeSeconds = Number(eventId.slice(eventId.lastIndexOf(':') + 1));
  return queue === MAIL_QUEUE || dueMs - madeSeconds * SECOND_MS >= UNDO_WINDOW_MS;
}

/** The part of a booking that is announced. */
const announcedOf = ({ status, startMs, endMs, partySize }: Booking) => ({
  status,
  startMs,
  endMs,
  partySize,
});

/**
 * The change that a delivery reports was taken back within its undo window, or takes such a change back: neither leaves.
 *
 * @param dueMs when the delivery was due first
 */
export function isTakenBack(booking: Booking, dueMs: number): boolean {
  const madeMs = dueMs - UNDO_WINDOW_MS;
  const changes = changesOf(booking).filter(({ entry }) => isStaff(entry.by) && entry.kind !== 'created');
  const isNear = (ms: number): boolean => Math.abs(ms - madeMs) < UNDO_WINDOW_MS;
  if (isStaff(creatorOf(booking)) && isNear(booking.createdMs) && booking.status === 'cancelled')
    return changes.some(({ entry }) => entry.kind === 'cancelled' && isNear(entry.atMs));
  const isBack = (to: number, from: number): boolean =>
    isSameValue(announcedOf(changes[to]!.after), announcedOf(changes[from]!.before));
  const own = [...changes.keys()].filter((i) => changes[i]!.entry.atMs === madeMs && !isBack(i, i));
  const isUndone = (i: number): boolean =>
    changes.some(({ entry }, j) => j !== i && isNear(entry.atMs) && (j > i ? isBack(j, i) : isBack(i, j)));
  return own.length > 0 && own.every(isUndone);
}
