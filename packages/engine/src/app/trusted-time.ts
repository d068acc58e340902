import { maintenanceRun } from '../core/access/switch-steps.ts';
import { BookingError } from '../core/errors.ts';
import { formatInstant } from '../core/instant.ts';
import { type TimeStatus, timeStatusOf } from '../core/trusted-time.ts';
import type { App } from './context.ts';

/** The time of the storage's clock, and whether it is trusted enough for deletion (D45). */
export async function readTime({ storage }: App): Promise<TimeStatus> {
  const { maintenance, nowMs } = await storage.records.read({ maintenance: {} });
  return timeStatusOf(maintenance[0]?.lastRunMs ?? null, nowMs);
}

/** The operator confirms the time; nightly maintenance continues within a minute (D45). Returns the status before. */
export async function acceptTime(app: App): Promise<TimeStatus> {
  const found = await readTime(app);
  if (found.isHeld) await app.storage.records.amend(maintenanceRun(found.nowMs));
  return found;
}

/** The storage's time; throws `conflict` while it is not trusted: deletion must not rely on it (D45). */
export async function trustedNowMs(app: App): Promise<number> {
  const { nowMs, lastRunMs, isHeld } = await readTime(app);
  if (!isHeld || lastRunMs === null) return nowMs;
  throw new BookingError(
    'conflict',
    `it is ${formatInstant(nowMs)} by the clock of the database, and nightly maintenance last ran at ${formatInstant(lastRunMs)}: ` +
      'deletion is paused after a jump of the clock. If the clock is right, accept it: bord maintenance accept-time',
  );
}
