/** Transactions of a host with a table of orders: each changes a booking, and writes a row about the change. */
import { createEngine, DAY_MS, HOUR_MS, type LocationActions } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import type { Host } from '../../support/hosts.ts';
import type { Change } from '../events/changes.ts';

/** How a transaction is undone. The last two are not for a connection that the storage uses. */
export const UNDOINGS = [
  'rollback',
  'work throws',
  'statement fails',
  'savepoint',
  'lost in work',
  'lost after work',
] as const;
type Ending = 'commit' | (typeof UNDOINGS)[number];

export const POINTS = ['before', 'inside', 'after', 'committing', 'committed'] as const;
export type Point = (typeof POINTS)[number];

/** The step of a cancellation; that of other changes is the new start. */
export const CANCELLED = Number.MAX_SAFE_INTEGER;

interface Attempt {
  readonly change: 'create' | 'move' | 'cancel';
  /** The booking that is changed; null for a new one. */
  readonly id: string | null;
  /** When it starts: after the change, or before it is cancelled. */
  readonly startMs: number;
}

export interface Orders {
  /** Makes one transaction. Resolves with its change if that was committed, else with null. */
  transact(attempt: Attempt, ending: Ending): Promise<Change | null>;
  /** The next change, of a new booking or of one that was committed here. */
  next(): Attempt;
}

const NOON_MS = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 12 * HOUR_MS;

interface Options {
  readonly random: () => number;
  /** In days from tomorrow. Each new start is on a separate day. */
  readonly firstDay?: number;
  /** Control: the host writes its row outside of the transaction. */
  readonly isOutside?: boolean;
  readonly arriveAt: (point: Point, attempt: Attempt, change: Change | null) => unknown;
}

export function ordersOf(host: Host, { random, firstDay = 0, isOutside = false, arriveAt }: Options): Orders {
  const engine = createEngine({ storage: host.storage });
  /** Starts of the bookings that can be changed, by their ids. */
  const starts = new Map<string, number>();
  let days = firstDay;
  const insert = ({ booking, step }: Change): Promise<unknown> =>
    host.run(`INSERT INTO orders VALUES ('${booking}', ${step})`);

  /** The statements of the host after `work`; whether they have committed it. */
  async function end(attempt: Attempt, ending: Ending, change: Change): Promise<boolean> {
    if (ending !== 'commit') {
      if (ending === 'savepoint') await host.run('ROLLBACK TO SAVEPOINT theirs');
      if (ending === 'lost after work') await host.lose();
      else if (ending !== 'lost in work') await host.run(ending === 'rollback' ? 'ROLLBACK' : 'COMMIT');
      return false;
    }
    await arriveAt('committing', attempt, change);
    await host.run('COMMIT');
    await arriveAt('committed', attempt, change);
    return true;
  }

  return {
    next() {
      const known = [...starts.keys()];
      const id = known[Math.floor(random() * known.length)] ?? null;
      const dice = random();
      if (id !== null && dice < 0.2) return { change: 'cancel', id, startMs: starts.get(id)! };
      const startMs = NOON_MS + days++ * DAY_MS;
      return dice < 0.5 && id !== null
        ? { change: 'move', id, startMs }
        : { change: 'create', id: null, startMs };
    },
    async transact(attempt, ending) {
      let change: Change | null = null;
      await arriveAt('before', attempt, change);
      await host.run(host.begin);
      if (ending === 'savepoint') await host.run('SAVEPOINT theirs');
      const theirs = new Error('the host gives up');
      const work = engine.within(host.handle, async ({ operator }) => {
        change = await make(operator.at(fixtures.LOCATION_ID).bookings, attempt);
        if (!isOutside) await insert(change);
        await arriveAt('inside', attempt, change);
        if (ending === 'work throws') throw theirs;
        if (ending === 'statement fails') await host.run('SELECT nonsense');
        if (ending === 'lost in work') await host.lose();
      });
      const hasFailed = await work.then(
        () => false,
        (error: unknown) => {
          if (['work throws', 'statement fails', 'lost in work'].includes(ending)) return true;
          throw error;
        },
      );
      if (!hasFailed) await arriveAt('after', attempt, change);
      const made = change!;
      const isCommitted = await end(attempt, ending, made);
      if (isOutside) await insert(made);
      // A booking that might be cancelled again would have the same change twice.
      if (attempt.change === 'cancel') starts.delete(made.booking);
      else if (isCommitted) starts.set(made.booking, made.step);
      return isCommitted ? made : null;
    },
  };
}

async function make(
  bookings: LocationActions['bookings'],
  { change, id, startMs }: Attempt,
): Promise<Change> {
  if (change === 'create') {
    const made = await bookings.create(fixtures.aRequest(startMs));
    if (made.kind !== 'booked') throw new Error(`a booking was ${made.kind}`);
    return { booking: made.booking.id, step: startMs };
  }
  const { kind } = await (change === 'cancel' ? bookings.cancel(id!) : bookings.move(id!, { startMs }));
  if (kind !== 'changed') throw new Error(`a booking was ${kind}`);
  return { booking: id!, step: change === 'cancel' ? CANCELLED : startMs };
}

/** All changes of which the host has a row, and the bookings of which its last row and the storage disagree. */
export async function compare({ storage, run }: Host): Promise<{
  readonly changes: readonly Change[];
  readonly disagreeing: readonly string[];
}> {
  const rows = async (): Promise<Change[]> => {
    const found = await run('SELECT booking, step FROM orders ORDER BY step');
    return (found as { booking: string; step: number | string }[]).map(({ booking, step }) => ({
      booking,
      step: Number(step),
    }));
  };
  for (let changes = await rows(); ; changes = await rows()) {
    const booked = await storage.bookings.list(fixtures.LOCATION_ID);
    if ((await rows()).length > changes.length) continue; // a transaction was committed between the two readings
    const ordered = new Map(changes.map(({ booking, step }) => [booking, step]));
    const stated = new Map(
      booked.map(({ id, status, startMs }) => [id, status === 'confirmed' ? startMs : CANCELLED]),
    );
    const ids = new Set([...ordered.keys(), ...stated.keys()]);
    return { changes, disagreeing: [...ids].filter((id) => ordered.get(id) !== stated.get(id)) };
  }
}
