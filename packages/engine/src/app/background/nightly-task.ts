import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '../../core/instant.ts';
import type { App } from '../context.ts';

/** Runs between two batches: pauses and renews the lease. Rejects on takeover or stop; error handlers must pass that on ({@link isInterruption}). */
export type Between = () => Promise<void>;

/** The result of a task that one process does for all: done here; done or in progress elsewhere; failed; stopped before its end. */
export type NightlyEnd = 'done' | 'held' | 'failed' | 'stopped';

export interface NightlyWork {
  /** The same every night, so that it takes one row. */
  readonly name: string;
  readonly againMs: number;
  readonly work: (between: Between) => Promise<unknown>;
}

/** The lease of a task. If the process dies, another one begins again after this time. */
const DOING_MS = 15 * MINUTE_MS;

/** Another process has taken over the task, because its lease was not renewed in time. */
class TakenOver extends Error {
  override readonly name = 'TakenOver';
}

/** This process ends. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Whether the work must end here without being a failure. */
export function isInterruption(error: unknown): boolean {
  return error instanceof TakenOver || error instanceof Stopped;
}

/** A finished task is free again this long before its time, so that a process that tries at 03:00 sharp gets it. */
const EARLY_MS = SECOND_MS;

/**
 * Does a task that one process does for all, and that is not repeated before its time. A failed task is returned and reported. A stopped task is
 * returned, and another process continues it.
 *
 * @param signal stops the work after the current batch
 */
export async function doOnce(
  app: App,
  { name, againMs, work }: NightlyWork,
  signal?: AbortSignal,
): Promise<NightlyEnd> {
  const { leaderLocks } = app.storage;
  const holder = Buffer.from(app.random.bytes(8)).toString('hex');
  const take = (): Promise<boolean> => leaderLocks.take(name, holder, DOING_MS);
  if (!(await take())) return 'held';
  let begunMs = performance.now();
  try {
    await work(async () => {
      await rest(performance.now() - begunMs, signal);
      if (signal?.aborted) throw new Stopped();
      if (!(await take())) throw new TakenOver();
      begunMs = performance.now();
    });
  } catch (error) {
    if (error instanceof TakenOver) return 'held';
    await leaderLocks.giveBack(name, holder);
    if (error instanceof Stopped) return 'stopped';
    app.observer({ kind: 'fault', where: 'housekeeping', error });
    return 'failed';
  }
  await leaderLocks.take(name, holder, againMs - (await app.storage.nowMs()) - EARLY_MS);
  return 'done';
}

/** The ratio of rest to work, which leaves four fifths of the time to requests. */
const REST_TIMES = 4;
const REST_MAX_MS = 5 * SECOND_MS;
/** A batch shorter than this is followed by the next one immediately. */
const BURDEN_MS = 5;

async function rest(tookMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (tookMs < BURDEN_MS) return;
  await pause(Math.min(REST_MAX_MS, REST_TIMES * tookMs), undefined, { signal }).catch(() => undefined);
}
