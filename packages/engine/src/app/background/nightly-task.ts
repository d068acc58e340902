import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '../../core/instant.ts';
import type { App } from '../context.ts';

/** Between two batches: rests and renews the lease. Rejects on takeover or stop; error handlers must pass that on ({@link isInterruption}). */
export type Between = () => Promise<void>;

/** What became of work that one process of all does: it was done here, another has it or has done it, it failed, or was stopped in the middle. */
export type NightlyEnd = 'done' | 'held' | 'failed' | 'stopped';

export interface NightlyWork {
  /** The same every night: what is kept of it is one row. */
  readonly name: string;
  readonly againMs: number;
  readonly work: (between: Between) => Promise<unknown>;
}

/** If whoever does it dies, another begins anew. */
const DOING_MS = 15 * MINUTE_MS;

/** Another process has taken over what was not renewed in time. */
class TakenOver extends Error {
  override readonly name = 'TakenOver';
}

/** This process ends. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Not a fault of the work: it is not to go on here. */
export function isInterruption(error: unknown): boolean {
  return error instanceof TakenOver || error instanceof Stopped;
}

/** So much before its time what was done is free again: who comes on the stroke of three shall not come in vain. */
const EARLY_MS = SECOND_MS;

/**
 * Does work that one process of all does, and that nobody does again before its time. Work that failed is given back, and told; work that was stopped
 * is given back, and another process goes on with what is left.
 *
 * @param signal tells the work to stop after the batch that is under way
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

/** Of five parts of the time four are for who books at night. */
const REST_TIMES = 4;
const REST_MAX_MS = 5 * SECOND_MS;
/** What took less than this is no burden, and followed by the next batch at once. */
const BURDEN_MS = 5;

async function rest(tookMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (tookMs < BURDEN_MS) return;
  await pause(Math.min(REST_MAX_MS, REST_TIMES * tookMs), undefined, { signal }).catch(() => undefined);
}
