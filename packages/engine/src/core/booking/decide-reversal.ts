/** Undoes the latest change completely (D43). Like any other change it is rejected if bookings that have the tables now cannot move. */
import { BookingError } from '../errors.ts';
import { type Booking, found, isLive, isSeated } from './booking.ts';
import { type BookingContext, changed, type ChangeOutcome, MOVE, UPDATE } from './decide.ts';
import { takeAnyTables, takeTables } from './decide-tables.ts';
import type { Amendment, DiaryBooking, Rule } from './diary.ts';
import type { ChangeKind, HistoryEntry } from './history.ts';
import { isOpen, released } from './hold.ts';
import { type DiaryRow, isHold, type WaitlistRow } from './row.ts';
import { isWithinUndo } from './undo-window.ts';

/** Not final states, not changes for other bookings (`reseated`, `unseated`), and not edits: the history does not keep e-mail addresses. */
const REVERSIBLE: ReadonlySet<ChangeKind> = new Set([
  'moved',
  'assigned',
  'pinned',
  'unpinned',
  'arrived',
  'seated',
  'left',
  'visit_corrected',
  'extended',
  'completed',
  'no_show',
  'undone',
]);

/**
 * The booking after its latest change is undone; null if that is impossible. Guest data stay.
 *
 * @param nowMs a cancellation can be undone until it is announced
 */
export function beforeReversal(booking: Booking, nowMs: number): Booking | null {
  const entry = booking.history.at(-1);
  if (!entry) return null;
  const isUntold = entry.kind === 'cancelled' && isWithinUndo(booking, entry, nowMs);
  if (!isUntold && !REVERSIBLE.has(entry.kind)) return null;
  return { ...booking, ...entry.before };
}

/**
 * Undoes the latest change of a booking.
 *
 * @param latest the change to undo: `conflict` if there has been another since
 */
export function revert(at: BookingContext, latest: HistoryEntry | undefined): Rule<ChangeOutcome> {
  return ({ named, bookings, also = [] }) => {
    const booking = found(named);
    const before = beforeReversal(booking, at.window.nowMs);
    if (!before)
      throw new BookingError(
        'conflict',
        'the latest change of this booking cannot be taken back: change it by hand',
      );
    const { atMs, kind } = booking.history.at(-1)!;
    if (atMs !== latest?.atMs || kind !== latest.kind)
      throw new BookingError('conflict', 'the booking has been changed again since: read it again');
    const others = bookings.filter(({ id }) => id !== booking.id);
    const back = atTables(at, booking, before, others);
    const offers = also.filter(isHold).filter(isOpen);
    if (back.result.kind !== 'refused' || offers.length === 0) return back;
    const rest = others.filter(({ id }) => offers.every((hold) => hold.id !== id));
    const instead = atTables(at, booking, before, rest);
    if (instead.result.kind === 'refused') return back;
    const entries = also.filter(
      (row) => row.kind === 'waiting' && offers.some(({ id }) => id === row.holdId),
    );
    return { ...instead, others: [...offers.map(released), ...entries.map(waitingAgain)] };
  };
}

/** The party is on the waitlist again, in its old place. */
function waitingAgain(entry: DiaryRow): DiaryRow {
  return { ...(entry as WaitlistRow), status: 'confirmed', holdId: null };
}

/** The booking in its former state, at its former tables, or at any if these were not chosen. */
function atTables(
  at: BookingContext,
  booking: Booking,
  before: Booking,
  others: readonly DiaryBooking[],
): Amendment<ChangeOutcome> {
  const save = (back: Booking): Amendment<ChangeOutcome> => announced(at, booking, back);
  const { tables } = before;
  if (!isLive(before) || tables.length === 0) return save(before);
  const amendment = takeTables(at, others, before, { tables, force: true }, save);
  if (amendment.result.kind !== 'refused' || before.pinned || isSeated(before)) return amendment;
  const elsewhere = takeAnyTables(at, others, before, save);
  return elsewhere.result.kind === 'refused' ? amendment : elsewhere;
}

/** Guest and partner get the same messages as about the change itself. */
function announced(at: BookingContext, booking: Booking, back: Booking): Amendment<ChangeOutcome> {
  if (back.startMs !== booking.startMs || back.partySize !== booking.partySize)
    return changed(back, MOVE, at);
  if (back.status !== booking.status || back.endMs !== booking.endMs) return changed(back, UPDATE, at);
  return { result: { kind: 'changed', booking: back }, booking: back };
}
