/** Holds that nobody confirmed and nobody released (D35): their rows are given up, so that the diary does not go on showing them. */
import type { Booking } from '../../core/booking/booking.ts';
import { lapsesMsOf } from '../../core/booking/row-kind.ts';
import { HOUR_MS } from '../../core/time/interval.ts';
import type { App } from '../shared/context.ts';
import { releaseHoldOf } from '../shared/holds.ts';

/** So long after it has lapsed a hold can still be confirmed, unless somebody needs its tables. */
const CONFIRMABLE_MS = HOUR_MS;
/** In one round; the rest is there for the next. */
const AT_ONCE = 200;

/**
 * Gives up holds that lapsed more than an hour ago, those that lost their tables among them; how many.
 *
 * @param pending live rows of holds and of who waits
 * @param overMs the time by a clock that is trusted; -Infinity where there is none (D45)
 */
export async function sweepHolds(app: App, pending: readonly Booking[], overMs: number): Promise<number> {
  const over = pending
    .filter(({ id, kind }) => kind === 'hold' && lapsesMsOf(id) + CONFIRMABLE_MS <= overMs)
    .slice(0, AT_ONCE);
  let swept = 0;
  for (const { id } of over) {
    try {
      await releaseHoldOf(app, 'operator', id);
      swept += 1;
    } catch (error) {
      app.observer({ kind: 'fault', where: 'housekeeping', error });
    }
  }
  return swept;
}
