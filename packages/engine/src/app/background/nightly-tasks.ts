/** The tasks of nightly maintenance, each with the time zone of its night. */
import { purgeSandboxKeys, purgeSignUps } from '../../ports/remove-records.ts';
import {
  DELIVERIES_RETENTION_DAYS,
  EVENTS_RETENTION_DAYS,
  EVENTS_WAIT_DAYS,
  MAILS_RETENTION_DAYS,
  REFUSALS_RETENTION_DAYS,
  SANDBOX_KEYS_RETENTION_DAYS,
} from '../../core/limits.ts';
import type { Location } from '../../core/location/location.ts';
import { DAY_MS } from '../../core/instant.ts';
import { removeEndedSessions } from '../developer/listening.ts';
import { sweepOlder } from '../developer/sandbox.ts';
import type { App } from '../context.ts';
import { type Between, type NightlyWork, isInterruption } from './nightly-task.ts';
import type { EndedVisits } from '../../ports/guest-store.ts';
import { eraseEnded } from '../operator/guests.ts';

/** A task of nightly maintenance: for all locations of a time zone, or for all together. */
export interface Task extends Pick<NightlyWork, 'name' | 'work'> {
  /** The time zone whose night counts. */
  readonly timeZone: string;
}

const PAGE = 1000;

/** All tasks, due or not. */
export async function tasksAt(
  app: App,
  nowMs: number,
  demoLocationId: string | null,
): Promise<readonly Task[]> {
  const { locations } = app.storage;
  const demo = demoLocationId === null ? null : await locations.get(demoLocationId);
  return [
    ...(demo ? [sweepOf(app, demo, nowMs)] : []),
    ...(await locations.timeZones()).map((timeZone) => ({
      name: `guests ${timeZone}`,
      timeZone,
      work: (between: Between) => eraseRetained(app, nowMs, timeZone, between),
    })),
    ...purges(app, nowMs),
  ];
}

function sweepOf(app: App, { id, timeZone }: Location, nowMs: number): Task {
  return {
    name: `sweep ${id}`,
    timeZone,
    work: (between) => sweepOlder(app, id, nowMs, between),
  };
}

/** Tasks for all locations together. docs/operate/data.md lists all stored data with its retention. */
function purges(app: App, nowMs: number): readonly Task[] {
  const { storage, mailer } = app;
  const before = (days: number): number => nowMs - days * DAY_MS;
  const daily = (name: string, purgePage: () => Promise<number>): Task => ({
    name,
    timeZone: 'UTC',
    work: (between) => allPages(purgePage, between),
  });
  return [
    daily('refusals', () => storage.bookings.purgeRefusals(before(REFUSALS_RETENTION_DAYS), PAGE)),
    daily('networks', () => storage.guests.forgetNetworks(before(1), PAGE)),
    daily('deliveries', async () => {
      const since = before(EVENTS_WAIT_DAYS);
      const { dropped, deleted } = await storage.outbox.purge(since, before(DELIVERIES_RETENTION_DAYS), PAGE);
      return Math.max(dropped, deleted);
    }),
    daily('events', () => storage.events.purge(before(EVENTS_RETENTION_DAYS), PAGE)),
    daily('listening', () => removeEndedSessions(app, nowMs)),
    daily('keys', () => purgeSandboxKeys(storage.records, before(SANDBOX_KEYS_RETENTION_DAYS), PAGE)),
    daily('rates', () => storage.rates.purge(PAGE)),
    daily('mails', async () => (await mailer?.purge(before(MAILS_RETENTION_DAYS))) ?? 0),
    daily('sign-ups', () => purgeSignUps(storage.records, before(1))),
    daily('duties', () => storage.leaderLocks.purge(before(2))),
    daily('scrub', async () => {
      await storage.scrub?.(false);
      return 0;
    }),
  ];
}

async function allPages(purgePage: () => Promise<number>, between: Between): Promise<void> {
  while ((await purgePage()) >= PAGE) await between();
}

/** So many locations are looked through in one statement. */
const LOCATIONS = 200;
/** With more failures than this, the cause is not in a location. */
const FAULTS_MAX = 10;

/** Erases the guests of a time zone whose retention period is over. An error at one location does not stop the erasure at the others. */
async function eraseRetained(app: App, nowMs: number, timeZone: string, between: Between): Promise<void> {
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
