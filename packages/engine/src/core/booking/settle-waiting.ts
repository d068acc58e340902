/** What a step that wants nothing itself does on an evening for which somebody waits (D36). Places are given out before and after it: `waitlist.ts`. */
import type { LocalDate } from '../time/local-date.ts';
import type { Booking } from './booking.ts';
import type { Rule } from './diary.ts';
import { isOpen } from './hold.ts';
import { isMoveHold, lapsesMsOf } from './row-kind.ts';
import { isPassedOver, passedOver } from './standing.ts';
import type { WaitingTerms } from './terms.ts';
import { isInLine } from './waiting.ts';

/** Which day, and what time it is. */
export interface SettledDay {
  /** The service date. */
  readonly date: LocalDate;
  /** By which holds lapse. */
  readonly nowMs: number;
  /** Whose last start lies before this instant waits in vain. */
  readonly overMs: number;
}

/**
 * Who waits in vain leaves the line. While others still wait, a hold that has lapsed and that none of them was given is noted as passed over: what they
 * did not fit is to be had by everybody again, and is shown as free (`standing.ts`). It keeps its tables until somebody needs them, so whoever
 * confirms it late still wins (D35).
 */
export function settleWaiting({ date, nowMs, overMs }: SettledDay): Rule<null> {
  return ({ rows }) => {
    const all = [...rows!.values()];
    const line = all.filter((row) => isInLine(row) && row.serviceDate === date);
    const over = line.filter(({ terms }) => (terms as WaitingTerms).toMs <= overMs);
    // What was held for a move was never hers, and the move is decided without it: nothing is lost.
    const lapsed = over.length < line.length ? all.filter((row) => isLapsed(row, nowMs)) : [];
    return {
      result: null,
      others: [
        ...over.map((row): Booking => ({ ...row, status: 'completed' })),
        ...lapsed.filter((row) => !isMoveHold(row) && !isPassedOver(row)).map(passedOver),
      ],
      reseatings: lapsed.filter(isMoveHold).map(({ id }) => ({ bookingId: id, tables: [] })),
    };
  };
}

function isLapsed(row: Booking, nowMs: number): boolean {
  return isOpen(row) && lapsesMsOf(row.id) <= nowMs;
}
