/** A change by a member of staff can be taken back before it is announced (D54). */
import { SECOND_MS } from '../instant.ts';
import { isSameValue } from '../same-value.ts';
import { type Delivery, MAIL_QUEUE } from '../outbox/delivery.ts';
import type { Booking } from './booking.ts';
import { type Author, changesOf, creatorOf, type HistoryEntry } from './history.ts';

/** Deliveries of a change at the console leave after this time. */
const UNDO_WINDOW_MS = 15 * SECOND_MS;

const isStaff = (by: Author): boolean => by.startsWith('staff:');

/** A cancellation by a member of staff that was not announced yet. One that keeps the booking itself from being announced ends with that window. */
export function isWithinUndo(booking: Booking, { by, atMs }: HistoryEntry, nowMs: number): boolean {
  const { createdMs } = booking;
  const isOfMade = isStaff(creatorOf(booking)) && atMs - createdMs < UNDO_WINDOW_MS;
  return isStaff(by) && nowMs - (isOfMade ? createdMs : atMs) < UNDO_WINDOW_MS;
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

const announcedOf = ({ status, startMs, endMs, partySize }: Booking) => ({
  status,
  startMs,
  endMs,
  partySize,
});

/** A change that is announced, by a member of staff. */
interface Made {
  readonly atMs: number;
  /** The announced state before; null if the change has made the booking. */
  readonly before: ReturnType<typeof announcedOf> | null;
}

/**
 * The change that a delivery reports was taken back within its undo window, or takes such changes back: none of them leaves.
 *
 * @param dueMs when the delivery was due first
 */
export function isTakenBack(booking: Booking, dueMs: number): boolean {
  const { createdMs, status } = booking;
  const all: Made[] = isStaff(creatorOf(booking)) ? [{ atMs: createdMs, before: null }] : [];
  /** The changes that are not taken back. A change by another author announces all before it. */
  let open = [...all];
  const takenBack = new Set<Made>();
  for (const { entry, ...change } of changesOf(booking)) {
    const [before, after] = [announcedOf(change.before), announcedOf(change.after)];
    if (isSameValue(before, after)) continue;
    if (!isStaff(entry.by)) {
      open = [];
      continue;
    }
    const made: Made = { atMs: entry.atMs, before };
    all.push(made);
    const first = open.findIndex((one) => isNear(one, made) && isSameValue(one.before, after));
    if (first < 0) open.push(made);
    else for (const one of [...open.splice(first), made]) takenBack.add(one);
  }
  const [creation] = open;
  if (creation?.before === null && status === 'cancelled' && isNear(creation, open.at(-1)!))
    for (const one of open) takenBack.add(one);
  const own = all.filter(({ atMs }) => atMs === dueMs - UNDO_WINDOW_MS);
  return own.length > 0 && own.every((one) => takenBack.has(one));
}

const isNear = (one: Made, later: Made): boolean => later.atMs - one.atMs < UNDO_WINDOW_MS;
