import { DAY_MS, MINUTE_MS } from '../../core/time/interval.ts';
import {
  DELIVERIES_RETENTION_DAYS,
  EVENTS_WAIT_DAYS,
  MAILS_RETENTION_DAYS,
  REFUSALS_RETENTION_DAYS,
  SANDBOX_KEYS_RETENTION_DAYS,
} from '../../core/limits.ts';
import { addDays, instantOf, localDateAt, minuteOfDayAt } from '../../core/time/local-date.ts';
import type { Location } from '../../core/location/location.ts';
import { storeKeyUses } from '../partner/authenticate.ts';
import type { App } from '../shared/context.ts';
import { eraseEnded } from '../operator/guests.ts';
import { doOnce, type Renew } from './nightly-task.ts';
import { startWaitlistRounds } from './waitlist-rounds.ts';
import { sweepOlder } from '../developer/sandbox.ts';
import { readTime } from '../shared/trusted-time.ts';

/** What the nightly work does. */
export interface MaintenanceOptions {
  /** The location whose old bookings are cancelled every night (§8); null: there is none. */
  readonly demoLocationId?: string | null;
}

/** Nightly work that goes on until it is stopped. */
export interface Maintenance {
  /** Begins nothing more; resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** At this hour of the location's own night (D20). */
const NIGHT_MINUTE = 3 * 60;
/** After a fault the rest of the night's work goes on, and this part of it is tried again so much later. */
const RETRY_MS = 5 * MINUTE_MS;
/** If whoever has it dies over it, another begins anew. */
const HELD_MS = 15 * MINUTE_MS;
/** Rows deleted in one step. */
const PAGE = 1000;

/** What a process knows of the night's work: until when it need not ask for it again, by the storage's clock. */
export type KnownTasks = Map<string, number>;

/** A part of the night's work. It calls `renew` from time to time, so that no other process takes it over meanwhile. */
interface Task {
  /** The same every night: what is kept of it is one row. */
  readonly name: string;
  readonly timeZone: string;
  readonly work: (renew: Renew) => Promise<unknown>;
}

/**
 * Does what is due and not done yet: each location once a night at three o'clock of its own zone, the rest once a day; what was
 * missed because nothing ran is made up for, and what failed is tried again after some minutes. Names what it did.
 *
 * Sessions and links that are over are deleted each time: a clock that is set back later finds none to bring back.
 *
 * All of it goes by the storage's clock. Time that has jumped is told of and nothing is done (D45). On the first night of a database
 * nothing is deleted: there is nothing yet to compare the clock with.
 */
export async function runMaintenance(
  app: App,
  { demoLocationId = null }: MaintenanceOptions = {},
  known: KnownTasks = new Map(),
): Promise<readonly string[]> {
  const { nowMs, lastRunMs, isHeld } = await readTime(app);
  const isKnown = (name: string): boolean => {
    const untilMs = known.get(name) ?? -Infinity;
    return nowMs < untilMs && untilMs - nowMs <= 2 * DAY_MS; // later than that: under another clock
  };
  if (isHeld) {
    if (!isKnown(HELD)) app.observer({ kind: 'time_held', nowMs, lastRunMs: lastRunMs! });
    if (!isKnown(HELD)) known.set(HELD, nowMs + DAY_MS);
    return [];
  }
  known.delete(HELD);
  await app.storage.staff.purge(nowMs);
  const done: string[] = [];
  for (const { name, timeZone, work } of [
    ...(await tasksAt(app, nowMs, demoLocationId)),
    noteOf(app, nowMs),
  ]) {
    if (isKnown(name)) continue;
    const nextMs = nextNightMs(timeZone, nowMs);
    const isFirstNight = lastRunMs === null && name !== NOTE && name !== EMAILS;
    const end = await doOnce(app, name, nextMs, isFirstNight ? async () => undefined : work);
    if (end === 'done') done.push(name);
    known.set(name, { done: nextMs, held: nowMs + HELD_MS, failed: nowMs + RETRY_MS }[end]);
  }
  if (done.length > 0) app.observer({ kind: 'nightly', done: done.length });
  return done;
}

/** Under this name it is known that the operator has been told of a time that is not trusted. */
const HELD = 'held';
const NOTE = 'time';
const EMAILS = 'emails';

/** The last of all: a time is noted on which the night's work has been done. */
function noteOf(app: App, nowMs: number): Task {
  return { name: NOTE, timeZone: 'UTC', work: () => app.storage.maintenance.noteRun(nowMs) };
}

async function tasksAt(app: App, nowMs: number, demoLocationId: string | null): Promise<readonly Task[]> {
  const locations = await app.storage.locations.list();
  const demo = locations.filter(({ id }) => id === demoLocationId);
  const ofZone = Map.groupBy(locations, ({ timeZone }) => timeZone);
  return [
    ...demo.map(({ id, timeZone }) => ({
      name: `sweep ${id}`,
      timeZone,
      work: (renew: Renew) => sweepOlder(app, id, nowMs, renew),
    })),
    ...Array.from(ofZone, ([timeZone, local]) => ({
      name: `guests ${timeZone}`,
      timeZone,
      work: (renew: Renew) => eraseRetained(app, nowMs, local, renew),
    })),
    ...purges(app, nowMs),
  ];
}

/** What ends for all locations together, or is put in order. Everything that is kept is listed in docs/data.md, with its end. */
function purges({ storage, mailer }: App, nowMs: number): readonly Task[] {
  const before = (days: number): number => nowMs - days * DAY_MS;
  const daily = (name: string, purgePage: () => Promise<number>): Task => ({
    name,
    timeZone: 'UTC',
    work: (renew) => allPages(purgePage, renew),
  });
  return [
    daily(EMAILS, () => storage.guests.indexEmails(PAGE)),
    daily('refusals', () => storage.bookings.purgeRefusals(before(REFUSALS_RETENTION_DAYS), PAGE)),
    daily('deliveries', async () => {
      const since = before(EVENTS_WAIT_DAYS);
      const { dropped, deleted } = await storage.outbox.purge(since, before(DELIVERIES_RETENTION_DAYS), PAGE);
      return Math.max(dropped, deleted);
    }),
    daily('keys', () => storage.keys.purgeSandbox(before(SANDBOX_KEYS_RETENTION_DAYS), PAGE)),
    daily('rates', () => storage.rates.purge(PAGE)),
    daily('mails', async () => (await mailer?.purge(before(MAILS_RETENTION_DAYS))) ?? 0),
    daily('sign-ups', () => storage.signUps.purge(before(1))),
    daily('duties', () => storage.leaderLocks.purge(before(2))),
    daily('scrub', async () => {
      await storage.scrub?.(false);
      return 0;
    }),
  ];
}

async function allPages(purgePage: () => Promise<number>, renew: Renew): Promise<void> {
  while ((await purgePage()) >= PAGE) await renew();
}

/** One location that fails does not keep the guests of the others. */
async function eraseRetained(
  app: App,
  nowMs: number,
  locations: readonly Location[],
  renew: Renew,
): Promise<void> {
  const faults: unknown[] = [];
  for (const { id, guestRetentionDays } of locations) {
    if (guestRetentionDays === null) continue;
    await eraseEnded(app, nowMs - guestRetentionDays * DAY_MS, id, renew).catch((error: unknown) => {
      faults.push(error);
    });
    await renew();
  }
  if (faults.length > 0) throw faults[0];
}

/** When the next night's work is due: by the wall clock, also in a night in which it is changed. */
function nextNightMs(timeZone: string, nowMs: number): number {
  const today = localDateAt(timeZone, nowMs);
  const isOver = minuteOfDayAt(timeZone, nowMs) >= NIGHT_MINUTE;
  return Math.max(
    instantOf(timeZone, isOver ? addDays(today, 1) : today, NIGHT_MINUTE),
    nowMs + MINUTE_MS, // where a clock that is set back shows three o'clock twice
  );
}

/** How often it is looked whether something is due, and when keys were last used is stored. */
const ROUND_MS = MINUTE_MS;

/** Does the nightly work that is due, once a minute, from now on; and beside it gives out what time frees to who waits. */
export function startMaintenance(app: App, options: MaintenanceOptions = {}): Maintenance {
  const known: KnownTasks = new Map();
  let round: Promise<void> = Promise.resolve();
  const go = (): void => {
    round = round
      .then(() => storeKeyUses(app))
      .then(() => runMaintenance(app, options, known))
      .then(
        () => undefined,
        (error: unknown) => app.observer({ kind: 'fault', where: 'housekeeping', error }),
      );
  };
  const timer = setInterval(go, ROUND_MS);
  timer.unref();
  go();
  const waitlist = startWaitlistRounds(app);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all([round, waitlist.stop()]);
      await storeKeyUses(app);
    },
  };
}
