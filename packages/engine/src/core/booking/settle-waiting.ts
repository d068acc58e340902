/** The rule of a step that only serves the waiting parties of a date (D36). Tables are allocated before and after it: `waitlist.ts`. */
import type { LocalDate } from '../local-date.ts';
import type { Rule } from './diary.ts';
import type { BookingChanges } from './evolve.ts';
import { isOpen } from './hold.ts';
import { type DiaryRow, type HoldRow, isHold } from './row.ts';
import { isInLine, leaving } from './waiting.ts';

export interface SettledDay {
  readonly date: LocalDate;
  readonly nowMs: number;
  /** Entries whose last start is before this instant end. */
  readonly overMs: number;
}

/** Ends entries whose time is over. An expired hold that no waiting party needs is skipped (`diary.ts`), and can still be confirmed (D35). */
export function settleWaiting({ date, nowMs, overMs }: SettledDay): Rule<null> {
  return ({ rows }) => {
    const all = [...rows!.values()];
    const line = all.filter(isInLine).filter(({ serviceDate }) => serviceDate === date);
    const over = line.filter(({ toMs }) => toMs <= overMs);
    // Move holds were never available to the party, and the move is decided without them.
    const { others = [], reseatings = [] } = over.length < line.length ? passingOver(all, nowMs) : {};
    const left = over.map((row) => leaving(row, 'completed'));
    return { result: null, others: [...left, ...others], reseatings };
  };
}

/** Expired holds are available again after the turn of the waiting parties: {@link settleWaiting}. */
export function passingOver(rows: readonly DiaryRow[], nowMs: number): BookingChanges {
  const expired = rows.filter(isHold).filter((hold) => isOpen(hold) && hold.expiresMs <= nowMs);
  return {
    others: expired
      .filter(({ move, yielded }) => move === null && !yielded)
      .map((hold): HoldRow => ({ ...hold, yielded: true })),
    reseatings: expired.filter(({ move }) => move !== null).map(({ id }) => ({ bookingId: id, tables: [] })),
  };
}
