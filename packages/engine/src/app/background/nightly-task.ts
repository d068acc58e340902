import { MINUTE_MS, SECOND_MS } from '../../core/time/interval.ts';
import type { App } from '../shared/context.ts';

/** Keeps the lease of a piece of work for longer. Rejects when another process has taken it over. */
export type Renew = () => Promise<void>;

/** What became of work that one process of all does: it was done here, another has it or has done it, or it failed. */
export type NightlyEnd = 'done' | 'held' | 'failed';

/** If whoever does it dies, another begins anew. */
const DOING_MS = 15 * MINUTE_MS;

/** Another process has taken over what was not renewed in time. */
class TakenOver extends Error {
  override readonly name = 'TakenOver';
}

/** So much before its time what was done is free again: who comes on the stroke of three shall not come in vain. */
const EARLY_MS = SECOND_MS;

/**
 * Does work that one process of all does, and that nobody does again before an instant of the storage's clock. Work that failed is given
 * back, and told.
 */
export async function doOnce(
  app: App,
  name: string,
  againMs: number,
  work: (renew: Renew) => Promise<unknown>,
): Promise<NightlyEnd> {
  const { leaderLocks } = app.storage;
  const holder = Buffer.from(app.random.bytes(8)).toString('hex');
  if (!(await leaderLocks.take(name, holder, DOING_MS))) return 'held';
  try {
    await work(async () => {
      if (!(await leaderLocks.take(name, holder, DOING_MS))) throw new TakenOver();
    });
  } catch (error) {
    if (error instanceof TakenOver) return 'held';
    app.observer({ kind: 'fault', where: 'housekeeping', error });
    await leaderLocks.giveBack(name, holder);
    return 'failed';
  }
  await leaderLocks.take(name, holder, againMs - (await app.storage.nowMs()) - EARLY_MS);
  return 'done';
}
