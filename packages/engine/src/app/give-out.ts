/**
 * Steps on dates with waiting parties, which allocate tables that have become free since the last step (D36). The time of these steps does not
 * affect the result: a later request cannot get ahead of a waiting party.
 */
import { settleWaiting } from '../core/booking/settle-waiting.ts';
import { isInLine } from '../core/booking/waiting.ts';
import type { LocalDate } from '../core/local-date.ts';
import { type Diary, groundOf } from './prepare.ts';
import { takeStep } from './step.ts';
import type { App } from './context.ts';

/** A service date of a location that has waiting parties. */
export interface WaitedDate {
  readonly locationId: string;
  readonly date: LocalDate;
}

/**
 * Allocates free tables of a service date to its waiting parties. Idempotent, also in several processes.
 *
 * @param overMs parties whose last start is before this instant leave the waitlist; absent: all stay
 */
export async function giveOutOn(
  app: App,
  { locationId, date }: WaitedDate,
  overMs = -Infinity,
): Promise<void> {
  const where: Diary = { caller: 'operator', locationId, by: 'maintenance' };
  await takeStep<null>(app, where, ({ location, window: { nowMs }, open, range }) => {
    const ground = groundOf(location, open(date), { held: null, named: null, range });
    const scope = { ...ground.scope, whole: true };
    return { ...ground, scope, rule: settleWaiting({ date, nowMs, overMs }) };
  });
}

/**
 * Allocates tables after a step that has freed places on dates which it did not read whole: a move to another date, the end of a block, a change
 * of the plan. Without waiting parties it costs one query. A failure is observed, and the background repeats the work within a minute.
 *
 * @param dates service dates; null: any
 */
export async function giveOutAt(
  app: App,
  locationId: string,
  dates: readonly LocalDate[] | null,
): Promise<void> {
  try {
    const line = (await app.storage.bookings.pending(locationId)).filter(isInLine);
    const waitedFor = new Set(line.map(({ serviceDate }) => serviceDate));
    for (const date of [...waitedFor].toSorted())
      if (dates === null || dates.includes(date)) await giveOutOn(app, { locationId, date });
  } catch (error) {
    app.observer({ kind: 'fault', where: 'housekeeping', error });
  }
}
