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
  /** The location whose old bookings are cancelled every night (§8); null: none. */
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

/** The local time of the tasks (D20). */
const NIGHT_MINUTE = 3 * 60;
/** After a failed task the other tasks continue, and it is retried after this time. */
const RETRY_MS = 5 * MINUTE_MS;
/** The lease of a task. If the process dies, another one begins again after this time. */
const HELD_MS = 15 * MINUTE_MS;

/** For each task, the time until which this process need not try it again, by the storage's clock. */
export type KnownTasks = Map<string, number>;

/**
 * Runs the tasks that are due: for each location once a night at 03:00 of its time zone, the others once a day. Missed tasks are made up for, and
 * failed tasks are retried after some minutes. Returns the names of the finished tasks. Expired sessions and links are deleted each time, so that
 * a clock that is set back later cannot make them valid again.
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
    return nowMs < untilMs && untilMs - nowMs <= 2 * DAY_MS; // a later time was recorded under another clock
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
    // A held task can have been done last night. Then it is free when tonight's is due.
    const heldMs = Math.min(nowMs + HELD_MS, againMs);
    known.set(name, { done: againMs, held: heldMs, failed: nowMs + RETRY_MS }[end]);
  }
  if (done.length > 0) app.observer({ kind: 'nightly', done: done.length });
  return done;
}

/** The key that records that the operator was notified of an untrusted time. */
const HELD = 'held';
const NOTE = 'time';

/** The last task: records the time at which the tasks were done. */
function noteOf(app: App, nowMs: number): Task {
  return { name: NOTE, timeZone: 'UTC', work: () => app.storage.records.amend(maintenanceRun(nowMs)) };
}

/** When the next night's tasks are due: by local time, also in a night with a clock change. */
function nextNightMs(timeZone: string, nowMs: number): number {
  const today = localDateAt(timeZone, nowMs);
  const isOver = minuteOfDayAt(timeZone, nowMs) >= NIGHT_MINUTE;
  return Math.max(
    instantOf(timeZone, isOver ? addDays(today, 1) : today, NIGHT_MINUTE),
    nowMs + MINUTE_MS, // for a clock that is set back and shows three o'clock twice
  );
}

/** The interval at which due tasks are looked for and the last use of keys is stored. */
const ROUND_MS = MINUTE_MS;

/** Runs due nightly tasks once a minute, and allocates tables of expired holds and offers to waiting parties. */
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
    round ??= work(); // a round can take longer than a minute
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
