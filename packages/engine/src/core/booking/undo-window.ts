/** A change by a member of staff can be taken back before it is announced (D54). */
import { closureMadeMs } from '../ids.ts';
import { SECOND_MS } from '../instant.ts';
import type { Closure } from '../location/location.ts';
import { isSameValue } from '../same-value.ts';
import { type Delivery, MAIL_QUEUE, SEVERAL } from '../outbox/delivery.ts';
import { type Booking, isLive, toDiary } from './booking.ts';
import type { Amendment, DiaryBooking } from './diary.ts';
import { type Author, changesOf, creatorOf, type HistoryEntry } from './history.ts';
import { type DiaryRow, isBooking, isPending, type WaitlistRow } from './row.ts';

/** Deliveries of a change at the console leave after this time. */
const UNDO_WINDOW_MS = 15 * SECOND_MS;

/** The author is a member of staff. */
export const isStaff = (by: Author): boolean => by.startsWith('staff:');

/** The e-mails and events of a change wait for its undo. */
export function isUnannounced({ by, atMs }: HistoryEntry, nowMs: number): boolean {
  return isStaff(by) && nowMs - atMs < UNDO_WINDOW_MS;
}

/** A cancellation by a member of staff that was not announced yet. One that keeps the booking itself from being announced ends with that window. */
export function isWithinUndo(booking: Booking, { by, atMs }: HistoryEntry, nowMs: number): boolean {
  const { createdMs } = booking;
  const isOfMade = isStaff(creatorOf(booking)) && atMs - createdMs < UNDO_WINDOW_MS;
  return isStaff(by) && nowMs - (isOfMade ? createdMs : atMs) < UNDO_WINDOW_MS;
}

/** The deliveries of a step by a member of staff wait until its undo window is over. Events about dates name the booking or block that alone has changed. */
export function heldBack<A extends Amendment<unknown>>(amendment: A, nowMs: number): A {
  const { booking, others = [], reseatings = [], deliveries } = amendment;
  if (!deliveries) return amendment;
  const isAlone = others.length + reseatings.length === 0 && booking && !isPending(booking);
  return { ...amendment, deliveries: withdrawable(deliveries, isAlone ? booking.id : SEVERAL, nowMs) };
}

/** The deliveries, due at the end of the undo window. Those about dates can be withdrawn with this booking, block or closure. */
export function withdrawable<D extends Delivery>(
  deliveries: readonly D[],
  id: string,
  nowMs: number,
): readonly D[] {
  const dueMs = nowMs + UNDO_WINDOW_MS;
  return deliveries.map((delivery) => {
    if (delivery.dueMs !== null) return delivery;
    return { ...delivery, dueMs, ...(delivery.covers && { bookingId: id }) };
  });
}

/**
 * A booking or block has the times and tables that it had before the step of this event about dates. If that step has made it, it is gone.
 *
 * @param dueMs when the event was due first
 */
export function isAsBefore(row: DiaryRow, dueMs: number): boolean {
  const sinceMs = dueMs - UNDO_WINDOW_MS;
  if (row.createdMs === sinceMs) return !isLive(row);
  const change = isBooking(row) && changesOf(row).find(({ entry }) => entry.atMs === sinceMs);
  return change ? isSameValue(taken(change.before), taken(row)) : false;
}

/** The event reports an offer that the entry does not have any more. An e-mail is written when it leaves, from the offer of then. */
export function isOfferWithdrawn(
  { holdId }: Pick<WaitlistRow, 'holdId'>,
  { queue, body }: Delivery,
): boolean {
  return queue !== MAIL_QUEUE && !body.includes(`"holdId":"${holdId}"`);
}

/** The step that wrote this event has made a closure, which is removed again. */
export function isOpenAgain(closures: readonly Closure[], closureId: string, dueMs: number): boolean {
  return closureMadeMs(closureId) === dueMs - UNDO_WINDOW_MS && !closures.some(({ id }) => id === closureId);
}

const taken = (row: DiaryRow): DiaryBooking | null => (isLive(row) ? toDiary(row) : null);

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
