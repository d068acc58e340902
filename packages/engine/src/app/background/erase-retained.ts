/** Guests go when their time is over (D26): night by night, the locations of a time zone in batches. */
import { DAY_MS } from '../../core/instant.ts';
import type { EndedVisits } from '../../ports/guest-store.ts';
import type { App } from '../context.ts';
import { eraseEnded } from '../operator/guests.ts';
import { type Between, isInterruption } from './nightly-task.ts';

/** So many locations are looked through in one statement. */
const LOCATIONS = 200;
/** Where more of them fail than this, it is no fault of a location. */
const FAULTS_MAX = 10;

/** Erases, at every location of a time zone, the guests whose time is over. One location that fails does not keep the guests of the others. */
export async function eraseRetained(
  app: App,
  nowMs: number,
  timeZone: string,
  between: Between,
): Promise<void> {
  const faults: unknown[] = [];
  let afterId: string | null = null;
  do {
    const retentions = await app.storage.locations.retentions(timeZone, afterId, LOCATIONS);
    const ended = retentions.map(({ locationId, days }) => ({ locationId, endMs: nowMs - days * DAY_MS }));
    if (ended.length > 0) await eraseAll(app, ended, between, faults);
    await between();
    afterId = retentions.length < LOCATIONS ? null : retentions.at(-1)!.locationId;
  } while (afterId !== null);
  if (faults.length > 0) throw faults[0];
}

/** All together; and one by one where that fails, which is noted of each that does. */
async function eraseAll(
  app: App,
  ended: readonly EndedVisits[],
  between: Between,
  faults: unknown[],
): Promise<void> {
  try {
    await eraseEnded(app, ended, between);
  } catch (error) {
    if (isInterruption(error) || faults.length >= FAULTS_MAX) throw error;
    if (ended.length === 1) faults.push(error);
    else for (const one of ended) await eraseAll(app, [one], between, faults);
  }
}
