import { BoundedMap, MAIL_QUEUE, type PrimaryWatch, type Settlement } from '@bord/engine/storage';
import { CommitUnknown, ConnectionLost, isPassing, withRetry } from './errors.ts';
import { type Groups, groups, type Outcome } from './step-groups.ts';
import {
  type LockedQueues,
  lockQueues,
  type Settled,
  type Settling,
  toSettledRows,
  type VersionedEndpoint,
} from './locked-queues.ts';
import type { LimitedPool } from './connection.ts';
import { runAlone, transact } from './transaction.ts';

/** Endpoints as last seen, by queue; most settlements are decided on them. */
type Known = BoundedMap<string, VersionedEndpoint>;

/** More endpoints than any installation has. */
const KNOWN_MAX = 10_000;

/**
 * Groups settlements: all waiting ones of a process share a commit.
 *
 * Most change only their delivery. They are decided on the endpoint as last seen, and saved in one statement if it is unchanged. It is not locked:
 * they leave its failure count unchanged, so a concurrent change can come after them. All others, and those that this statement has not settled,
 * take the locks first and then decide.
 *
 * If an answer is lost, the rest is decided again under the locks: saved settlements are detected and not repeated. If the database is unreachable,
 * the settlement is `unavailable`; if it was not saved, the lease ends, and the delivery is sent again.
 * @param primary the host that is written to, if there are several
 * @param changed called with the queues of a group that was committed under their locks
 */
export function settlements(
  pool: LimitedPool,
  primary: PrimaryWatch | undefined,
  changed: (queues: LockedQueues) => void,
): Groups<Settling> {
  const known: Known = new BoundedMap(KNOWN_MAX);
  // A version is a transaction number, and another primary can assign the number of a transaction that it never received again.
  primary?.subscribe(() => known.clear());
  return groups(
    () => 'all', // independent of their queues: fifty endpoints would otherwise need fifty commits
    (calls) => take(pool, known, calls, changed),
  );
}

async function take(
  pool: LimitedPool,
  known: Known,
  calls: readonly Settling[],
  changed: (queues: LockedQueues) => void,
): Promise<readonly Outcome[]> {
  const outcomes = new Map<Settling, Outcome>();
  const inDoubt = new Set<Settling>();
  let plain = plainOf(calls, known);
  const attempt = async (): Promise<void> => {
    const tried = plain;
    plain = []; // once: the rest is settled under locks
    for (const call of await settlePlain(pool, tried, inDoubt)) outcomes.set(call, { result: true });
    const left = calls.filter((call) => !outcomes.has(call));
    if (left.length === 0) return;
    const { queues, decided } = await settleLocked(pool, left, inDoubt);
    for (const [i, call] of left.entries()) outcomes.set(call, decided[i]!);
    learn(known, queues);
    changed(queues);
  };
  await withRetry(attempt, (error) => isPassing(error) || error instanceof CommitUnknown);
  return calls.map((call) => outcomes.get(call)!);
}

/** Those that change only their delivery, by the last seen endpoints. */
function plainOf(calls: readonly Settling[], known: Known): readonly Settled[] {
  const plain = new Map<string, Settled>();
  for (const settling of calls) {
    const { leased } = settling;
    const seen = known.get(leased.queue);
    if ((!seen && leased.queue !== MAIL_QUEUE) || plain.has(leased.id)) continue;
    const settlement = decide(settling, seen);
    if (!settlement || settlement.endpoint || settlement.deliveries?.length) continue;
    plain.set(leased.id, { settling, settlement, version: seen?.version ?? null });
  }
  return [...plain.values()];
}

function decide({ rule }: Settling, seen: VersionedEndpoint | undefined): Settlement | undefined {
  try {
    return rule(seen?.endpoint ?? null);
  } catch {
    return undefined; // it is called again on the current state, and can throw then
  }
}

async function settlePlain(
  pool: LimitedPool,
  plain: readonly Settled[],
  inDoubt: Set<Settling>,
): Promise<readonly Settling[]> {
  if (plain.length === 0) return [];
  try {
    const [row] = await runAlone<{ ids: readonly string[] }>(
      pool,
      'SELECT bord.settle_deliveries($1) AS ids',
      [toSettledRows(plain)],
    );
    const ids = new Set(row!.ids);
    return plain.flatMap(({ settling }) => (ids.has(settling.leased.id) ? settling : []));
  } catch (error) {
    if (error instanceof ConnectionLost) for (const { settling } of plain) inDoubt.add(settling);
    throw error;
  }
}

/** Decides and saves in one transaction, under the locks of the queues. */
async function settleLocked(
  pool: LimitedPool,
  calls: readonly Settling[],
  inDoubt: Set<Settling>,
): Promise<{ readonly queues: LockedQueues; readonly decided: readonly Outcome[] }> {
  let queues: LockedQueues | undefined;
  try {
    return await transact(pool, async (query) => {
      const locked = (queues = await lockQueues(query, calls));
      const decided = calls.map((call) => locked.settle(call, inDoubt.has(call)));
      return { result: { queues: locked, decided }, save: locked.changes() };
    });
  } catch (error) {
    if (error instanceof CommitUnknown) for (const call of queues?.settled ?? []) inDoubt.add(call);
    throw error;
  }
}

function learn(known: Known, queues: LockedQueues): void {
  for (const { queue, known: seen } of queues.endpoints) {
    if (seen) known.set(queue, seen);
    else known.delete(queue);
  }
}
