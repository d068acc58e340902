import { DAY_MS, MINUTE_MS } from '../core/interval.ts';
import {
  DELIVERIES_KEPT_DAYS,
  EVENTS_WAIT_DAYS,
  MAILS_KEPT_DAYS,
  REFUSALS_KEPT_DAYS,
} from '../core/limits.ts';
import { addDays, type LocalDate, localDateAt, minuteOfDayAt } from '../core/local-day.ts';
import { storeKeyUses } from './authenticate.ts';
import type { App } from './context.ts';
import { purgeGuests } from './guests.ts';
import { sweepSandbox } from './sandbox.ts';

/** What is done in the house without being asked. */
export interface HousekeepingOptions {
  /** The location whose old bookings are cancelled every night (§8); null: there is none. */
  readonly demoLocationId?: string | null;
}

/** Looks after the house until it is stopped. */
export interface Housekeeping {
  stop(): Promise<void>;
}

/** At this hour of the location's own night (D20). */
const NIGHT_MINUTE = 3 * 60;
/** A night's work that has been done is not done again, by any process. */
const DONE_MS = 2 * DAY_MS;
/** If whoever does it dies, another begins anew. */
const DOING_MS = 15 * MINUTE_MS;
const KNOWN_MAX = 10_000;
/** Rows deleted in one step. */
const PAGE = 1000;

/** What a process knows of the night's work: until when it need not ask for it again. */
export type KnownChores = Map<string, number>;

/**
 * Does what is due and not done yet: each location once a night at three o'clock of its own zone, the house once a day; what was
 * missed because nothing ran is made up for, and what failed is tried again with the next round. Names what it did.
 */
export async function keepHouse(
  app: App,
  { demoLocationId = null }: HousekeepingOptions = {},
  known: KnownChores = new Map(),
): Promise<readonly string[]> {
  const nowMs = app.clock.nowMs();
  const done: string[] = [];
  const chore = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    if (nowMs < (known.get(name) ?? -Infinity)) return;
    const isMine = await doOnce(app, name, work);
    if (isMine) done.push(name);
    if (known.size >= KNOWN_MAX) known.clear();
    // Whoever else has it may die over it.
    known.set(name, nowMs + (isMine ? DONE_MS : DOING_MS));
  };
  for (const { id, timeZone, guestRetentionDays } of await app.storage.locations.list()) {
    const night = nightAt(timeZone, nowMs);
    if (id === demoLocationId) await chore(`sweep ${id} ${night}`, () => sweepSandbox(app, id));
    if (guestRetentionDays === null) continue;
    const endedBeforeMs = nowMs - guestRetentionDays * DAY_MS;
    await chore(`guests ${id} ${night}`, () => purgeGuests(app, endedBeforeMs, id));
  }
  const day = nightAt('UTC', nowMs);
  await chore(`refusals ${day}`, () =>
    allPages(() => app.storage.bookings.purgeRefusals(nowMs - REFUSALS_KEPT_DAYS * DAY_MS, PAGE)),
  );
  await chore(`deliveries ${day}`, () => allPages(() => purgeDeliveries(app, nowMs)));
  await chore(`mails ${day}`, async () => app.mailer?.purge(nowMs - MAILS_KEPT_DAYS * DAY_MS));
  await chore(`sign-ups ${day}`, () => app.storage.signUps.purge(nowMs - DAY_MS));
  return done;
}

/** The date on which the latest night's work was due: by the wall clock, also in a night in which it is changed. */
function nightAt(timeZone: string, nowMs: number): LocalDate {
  const today = localDateAt(timeZone, nowMs);
  return minuteOfDayAt(timeZone, nowMs) >= NIGHT_MINUTE ? today : addDays(today, -1);
}

async function purgeDeliveries({ storage }: App, nowMs: number): Promise<number> {
  const { dropped, deleted } = await storage.outbox.purge(
    nowMs - EVENTS_WAIT_DAYS * DAY_MS,
    nowMs - DELIVERIES_KEPT_DAYS * DAY_MS,
    PAGE,
  );
  return Math.max(dropped, deleted);
}

async function allPages(page: () => Promise<number>): Promise<void> {
  while ((await page()) >= PAGE);
}

/** One process of all does the work, once; whether this one has. Work that failed is given back, and told. */
async function doOnce(app: App, name: string, work: () => Promise<unknown>): Promise<boolean> {
  const { duties } = app.storage;
  const holder = Buffer.from(app.random.bytes(8)).toString('hex');
  if (!(await duties.take(name, holder, DOING_MS))) return false;
  try {
    await work();
  } catch (error) {
    app.observer({ kind: 'fault', where: 'housekeeping', error });
    await duties.giveBack(name, holder);
    return false;
  }
  await duties.take(name, holder, DONE_MS);
  return true;
}

/** How often it is looked whether something is due, and when keys were last used is stored. */
const ROUND_MS = MINUTE_MS;

/** Looks after the house once a minute, from now on. */
export function startHousekeeping(app: App, options: HousekeepingOptions = {}): Housekeeping {
  const known: KnownChores = new Map();
  let round: Promise<void> = Promise.resolve();
  const go = (): void => {
    round = round
      .then(() => storeKeyUses(app))
      .then(() => keepHouse(app, options, known))
      .then(
        () => undefined,
        (error: unknown) => app.observer({ kind: 'fault', where: 'housekeeping', error }),
      );
  };
  const timer = setInterval(go, ROUND_MS);
  timer.unref();
  go();
  return {
    async stop() {
      clearInterval(timer);
      await round;
      await storeKeyUses(app);
    },
  };
}
