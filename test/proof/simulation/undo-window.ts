/** What is announced of a change by a member of staff (D54). */
import type { Booking } from '@bord/engine';
import type { Delivery } from '@bord/engine/storage';
import type { Annals } from './annals.ts';
import { DAY_MS, SECOND_MS } from './instants.ts';
import type { MailNote } from './records.ts';
import { SKEW_MS } from './world.ts';

const UNDO_WINDOW_MS = 15 * SECOND_MS;

/**
 * Whether a mail is due when it has to be: a reminder a day before the visit, others immediately, or after the undo window where a member of staff has made
 * the change. A step can be decided later than its mail says.
 */
export function isDueAsIs(
  { kind, startMs, madeMs }: MailNote,
  dueMs: number | null,
  { history }: Pick<Booking, 'history'>,
): boolean {
  if (kind === 'reminder') return dueMs === startMs - DAY_MS;
  if (dueMs === null) return true;
  return dueMs >= madeMs + UNDO_WINDOW_MS && history.some(({ by }) => by.startsWith('staff:'));
}

/** The booking was changed and changed back around the change that a delivery reports: neither is announced. */
export function wasTakenBack(
  annals: Annals,
  { bookingId, dueMs }: Pick<Delivery, 'bookingId' | 'dueMs'>,
): boolean {
  if (bookingId === null || dueMs === null) return false;
  const fromMs = dueMs - 2 * UNDO_WINDOW_MS - SKEW_MS;
  const states = annals
    .between(bookingId, fromMs, dueMs + SKEW_MS)
    .map(({ status, startMs, endMs, partySize }) => [status, startMs, endMs, partySize].join());
  const isNew = (annals.latest(bookingId)?.createdMs ?? 0) >= fromMs;
  const isCancelled = states.at(-1)?.startsWith('cancelled') ?? false;
  return (isNew && isCancelled) || states.some((state, i) => states.indexOf(state) < i - 1);
}
