/** Takes back the latest change whole (D43), like any other change: refused where others who were given its tables cannot move. */
import { BookingError } from '../errors.ts';
import { type Booking, found, isLive, isSeated } from './booking.ts';
import { type BookingContext, changed, type ChangeOutcome, MOVE, UPDATE } from './decide.ts';
import { takeAnyTables, takeTables } from './decide-tables.ts';
import type { Amendment, DiaryBooking, Rule } from './diary.ts';
import type { ChangeKind, HistoryEntry } from './history.ts';
import { isWithinUndo } from './undo-window.ts';

/** Not a final state, not what others needed (`reseated`, `unseated`), and not an edit: the history does not keep e-mail addresses. */
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
 * The booking after its latest change is undone; null when that is impossible. The guest data remain as they are now.
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
 * Takes the latest change of a booking back.
 *
 * @param latest the change that shall be taken back: `conflict` when there has been another since
 */
export function revert(at: BookingContext, latest: HistoryEntry | undefined): Rule<ChangeOutcome> {
  return ({ named, bookings }) => {
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
    return atTables(at, booking, before, others);
  };
}

/** The booking as it was, at its tables of then; where it need not have those, at any. */
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

/** Guest and partner hear what they have heard of the change itself. */
function announced(at: BookingContext, booking: Booking, back: Booking): Amendment<ChangeOutcome> {
  if (back.startMs !== booking.startMs || back.partySize !== booking.partySize)
    return changed(back, MOVE, at);
  if (back.status !== booking.status || back.endMs !== booking.endMs) return changed(back, UPDATE, at);
  return { result: { kind: 'changed', booking: back }, booking: back };
}
