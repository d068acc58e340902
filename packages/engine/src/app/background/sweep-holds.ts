/** Holds that expired long ago (D35): they leave the diary, and can still be confirmed while their tables are available. */
import { isHold, type PendingRow } from '../../core/booking/row.ts';
import { HOUR_MS } from '../../core/instant.ts';
import type { App } from '../context.ts';
import { giveUp } from '../holds.ts';
import { sweepHold } from '../../core/booking/decide-hold.ts';

/** An expired hold stays in the diary for this time. */
const SHOWN_MS = HOUR_MS;
/** In one round; the rest is there for the next. */
const AT_ONCE = 200;

/**
 * Takes holds from the diary that expired more than an hour ago, those without tables among them; how many.
 *
 * @param pending live rows of holds and of who waits
 * @param overMs the time by a clock that is trusted; -Infinity where there is none (D45)
 */
export async function sweepHolds(app: App, pending: readonly PendingRow[], overMs: number): Promise<number> {
  const over = pending
    .filter(isHold)
    .filter(({ expiresMs }) => expiresMs + SHOWN_MS <= overMs)
    .slice(0, AT_ONCE);
  let swept = 0;
  for (const row of over) {
    try {
      await giveUp(app, row, 'maintenance', sweepHold);
      swept += 1;
    } catch (error) {
      app.observer({ kind: 'fault', where: 'housekeeping', error });
    }
  }
  return swept;
}
