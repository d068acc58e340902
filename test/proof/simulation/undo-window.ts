/** The messages of a change by staff (D54). */
import type { Booking } from '@bord/engine';
import type { Delivery, DiaryRow } from '@bord/engine/storage';
import type { Annals, Committed } from './annals.ts';
import { DAY_MS, SECOND_MS } from './instants.ts';
import type { Letter } from './outbox-model.ts';
import type { MailNote } from './records.ts';
import { SKEW_MS } from './world.ts';

const UNDO_WINDOW_MS = 15 * SECOND_MS;

/**
 * Whether a mail is due when it has to be: a reminder a day before the visit, others immediately, or after the undo window where a member of staff has made
 * the step. A step can be decided later than its mail says.
 */
export function isDueAsIs(
  { kind, startMs, madeMs }: MailNote,
  dueMs: number | null,
  isByStaff: boolean,
): boolean {
  if (kind === 'reminder') return dueMs === startMs - DAY_MS;
  return dueMs === null ? !isByStaff : isByStaff && dueMs >= madeMs + UNDO_WINDOW_MS;
}

/** Whether a member of staff has made the step: one row or more got an entry of the member in its history. */
export function isStepByStaff({ before, changed }: Pick<Committed, 'before' | 'changed'>): boolean {
  return changed.some((row) =>
    historyOf(row)
      .slice(historyOf(before.get(row.id)).length)
      .some(({ by }) => by.startsWith('staff:')),
  );
}

function historyOf(row: DiaryRow | undefined): Booking['history'] {
  return row !== undefined && 'history' in row ? row.history : [];
}

/** Of an event about dates: its booking or block takes what it took before the step, or was made by it and is gone. */
export function isWithdrawn(annals: Annals, { dates, delivery: { bookingId, dueMs } }: Letter): boolean {
  if (dates === null || bookingId === null || dueMs === null) return false;
  const fromMs = dueMs - UNDO_WINDOW_MS - SKEW_MS;
  const states = annals.between(bookingId, fromMs, Infinity).map(claimOf);
  const isNew = annals.latest(bookingId)!.createdMs >= fromMs;
  return [...(isNew ? [''] : []), ...states.slice(0, -1)].includes(states.at(-1)!);
}

/** The tables and times that a row takes, as a text; empty for none. */
function claimOf(row: DiaryRow): string {
  const { status, startMs, blockedUntilMs, partySize, tables, visit } = row;
  if (status !== 'confirmed') return '';
  const isPinned = row.kind === 'booking' && row.pinned;
  return JSON.stringify([startMs, blockedUntilMs, partySize, tables, isPinned, visit.seatedMs]);
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
