/** What a step that wants nothing itself does on an evening for which somebody waits (D36). Places are given out before and after it: `waitlist.ts`. */
import type { LocalDate } from '../local-date.ts';
import type { Rule } from './diary.ts';
import type { BookingChanges } from './evolve.ts';
import { isOpen } from './hold.ts';
import { type DiaryRow, type HoldRow, isHold } from './row.ts';
import { isInLine, leaving } from './waiting.ts';

export interface SettledDay {
  readonly date: LocalDate;
  readonly nowMs: number;
  /** Whose last start lies before this instant waits in vain. */
  readonly overMs: number;
}

/** Parties whose time is over leave. An expired hold that no waiting party was given is passed over (`diary.ts`), and can still be confirmed (D35). */
export function settleWaiting({ date, nowMs, overMs }: SettledDay): Rule<null> {
  return ({ rows }) => {
    const all = [...rows!.values()];
    const line = all.filter(isInLine).filter(({ serviceDate }) => serviceDate === date);
    const over = line.filter(({ toMs }) => toMs <= overMs);
    // What was held for a move was never the party's, and the move is decided without it: nothing is lost.
    const { others = [], reseatings = [] } = over.length < line.length ? passingOver(all, nowMs) : {};
    const left = over.map((row) => leaving(row, 'completed'));
    return { result: null, others: [...left, ...others], reseatings };
  };
}

/** Expired holds are available again once the waiting parties had their turn: {@link settleWaiting}. */
export function passingOver(rows: readonly DiaryRow[], nowMs: number): BookingChanges {
  const expired = rows.filter(isHold).filter((hold) => isOpen(hold) && hold.expiresMs <= nowMs);
  return {
    others: expired
      .filter(({ move, yielded }) => move === null && !yielded)
      .map((hold): HoldRow => ({ ...hold, yielded: true })),
    reseatings: expired.filter(({ move }) => move !== null).map(({ id }) => ({ bookingId: id, tables: [] })),
  };
}
