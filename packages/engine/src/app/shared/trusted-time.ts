import { BookingError } from '../../core/errors.ts';
import { formatInstant } from '../../core/time/instant.ts';
import { type TimeStatus, timeStatusOf } from '../../core/time/trusted-time.ts';
import type { App } from './context.ts';

/** What the storage's clock says, and whether it is trusted enough to delete by it (D45). */
export async function readTime({ storage }: App): Promise<TimeStatus> {
  const [lastRunMs, nowMs] = await Promise.all([storage.maintenance.lastRunMs(), storage.nowMs()]);
  return timeStatusOf(lastRunMs, nowMs);
}

/**
 * The operator says that the time is right: the nightly work goes on with the next round, within a minute (D45). Changes nothing while
 * time is trusted anyway. Returns what was found before.
 */
export async function acceptTime(app: App): Promise<TimeStatus> {
  const found = await readTime(app);
  if (found.isHeld) await app.storage.maintenance.noteRun(found.nowMs);
  return found;
}

/** The storage's time; throws `conflict` while it is not trusted: nothing may be deleted by it (D45). */
export async function trustedNowMs(app: App): Promise<number> {
  const { nowMs, lastRunMs, isHeld } = await readTime(app);
  if (!isHeld || lastRunMs === null) return nowMs;
  throw new BookingError(
    'conflict',
    `it is ${formatInstant(nowMs)} by the clock of the database, and the nightly work last ran at ${formatInstant(lastRunMs)}: ` +
      'nothing is deleted by a time that has jumped. If the clock is right, accept it: bord maintenance accept-time',
  );
}
