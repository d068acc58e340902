import { purgeSignIns } from '../../ports/remove-records.ts';
import { maintenanceRun } from '../../core/access/switch-steps.ts';
import { DAY_MS, MINUTE_MS } from '../../core/instant.ts';
import { addDays, instantOf, localDateAt, minuteOfDayAt } from '../../core/local-date.ts';
import { storeKeyUses } from '../partner/authenticate.ts';
import type { App } from '../context.ts';
import { readTime } from '../trusted-time.ts';
import { doOnce } from './nightly-task.ts';
import { type Task, tasksAt } from './nightly-tasks.ts';
import { startWaitlistRounds } from './waitlist-rounds.ts';

/** The tasks of nightly maintenance. */
export interface MaintenanceOptions {
  /** The location whose old bookings are cancelled every night (§8); null: there is none. */
  readonly demoLocationId?: string | null;
}

/** Nightly maintenance that runs until it is stopped. */
export interface Maintenance {
  /**
   * Starts no further task; resolves when the current batch has ended, also when the storage is unavailable. Another process or a later run does the
   * rest.
   */
  stop(): Promise<void>;
}

/** At this hour of the location's own night (D20). */
const NIGHT_MINUTE = 3 * 60;
/** After a fault the rest of the night's work goes on, and this part of it is tried again so much later. */
const RETRY_MS = 5 * MINUTE_MS;
/** If whoever has it dies over it, another begins anew. */
const HELD_MS = 15 * MINUTE_MS;

/** Until when a process need not ask for a nightly task again, by the storage's clock. */
export type KnownTasks = Map<string, number>;

/**
 * Does what is due and not done yet: each location once a night at three o'clock of its own zone, the rest once a day; what was
 * missed because nothing ran is made up for, and what failed is tried again after some minutes. Names what it did.
 *
 * Sessions and links that are over are deleted each time: a clock that is set back later finds none to bring back.
 *
 * All tasks use the storage's clock. If the clock has jumped, this is logged and the tasks do not run (D45). In the first night of a database,
 * deletion is skipped because no earlier time confirms the clock.
 */
export async function runMaintenance(
  app: App,
  { demoLocationId = null }: MaintenanceOptions = {},
  known: KnownTasks = new Map(),
  signal?: AbortSignal,
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
  await purgeSignIns(app.storage.records, nowMs);
  const done: string[] = [];
  for (const { name, timeZone, work } of [
    ...(await tasksAt(app, nowMs, demoLocationId)),
    noteOf(app, nowMs),
  ]) {
    if (signal?.aborted) break;
    if (isKnown(name)) continue;
    const againMs = nextNightMs(timeZone, nowMs);
    const isFirstNight = lastRunMs === null && name !== NOTE;
    const once = { name, againMs, work: isFirstNight ? async () => undefined : work };
    const end = await doOnce(app, once, signal);
    if (end === 'done') done.push(name);
    if (end === 'stopped') break;
    // What is held may have been done last night: then it is free when tonight's is due.
    const heldMs = Math.min(nowMs + HELD_MS, againMs);
    known.set(name, { done: againMs, held: heldMs, failed: nowMs + RETRY_MS }[end]);
  }
  if (done.length > 0) app.observer({ kind: 'nightly', done: done.length });
  return done;
}

/** Under this name it is known that the operator has been told of a time that is not trusted. */
const HELD = 'held';
const NOTE = 'time';

/** The last of all: a time is noted on which the night's work has been done. */
function noteOf(app: App, nowMs: number): Task {
  return { name: NOTE, timeZone: 'UTC', work: () => app.storage.records.amend(maintenanceRun(nowMs)) };
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
  const stopping = new AbortController();
  let round: Promise<void> | undefined;

  async function work(): Promise<void> {
    try {
      await runMaintenance(app, options, known, stopping.signal);
    } catch (error) {
      app.observer({ kind: 'fault', where: 'housekeeping', error });
    }
    round = undefined;
  }

  const storeUses = (): Promise<void> =>
    storeKeyUses(app).catch((error: unknown) =>
      app.observer({ kind: 'fault', where: 'housekeeping', error }),
    );

  function go(): void {
    void storeUses();
    round ??= work(); // a round may take longer than a minute
  }

  const timer = setInterval(go, ROUND_MS);
  timer.unref();
  go();
  const waitlist = startWaitlistRounds(app);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.all([round, waitlist.stop()]);
      await storeUses();
    },
  };
}
