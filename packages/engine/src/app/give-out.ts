/**
 * Steps that want nothing themselves, on evenings for which somebody waits: what has become free since the last one is given out (D36). Nothing is
 * decided by when they are taken; nobody comes before who waits in the meantime either.
 */
import { settleWaiting } from '../core/booking/settle-waiting.ts';
import { isInLine } from '../core/booking/waiting.ts';
import type { LocalDate } from '../core/local-date.ts';
import { type Diary, groundOf } from './prepare.ts';
import { takeStep } from './step.ts';
import type { App } from './context.ts';

/** A service date of a location for which somebody waits. */
export interface WaitedDate {
  readonly locationId: string;
  readonly date: LocalDate;
}

/**
 * Gives out what is free on a service date to who waits for it. Taking the step again changes nothing, and so does taking it in several processes.
 *
 * @param overMs whose last start lies before this instant leaves the line; left out: nobody does
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
 * After a step that has freed places on dates which it did not read whole: a move to another date, a block that was taken away, a change of the
 * plan. Where nobody waits it costs one look. The step itself is done: what fails here is told of, and done within a minute by the background.
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
