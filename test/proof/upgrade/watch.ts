/** Observations from outside during the replacement of servers: connections at PostgreSQL, locks of a migration, probes. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Unit } from '../../servers/rolling.ts';
import { CHECK_MS } from './settings.ts';
import { clientOf } from '../../support/postgres.ts';

const EVERY_MS = 100;

export interface Watched {
  /** The most connections of Bord that PostgreSQL had. */
  readonly connections: number;
  /** How often a migration had locked `service` or `bookings` when it was looked. */
  readonly locked: number;
  /** Answers of each server while a migration held a lock, such as `/readyz 200`, and how many. */
  readonly answers: readonly ReadonlyMap<string, number>[];
}

const LOOK = `
  SELECT (SELECT count(*)::integer FROM pg_stat_activity
          WHERE datname = 'bord' AND backend_type = 'client backend' AND pid <> pg_backend_pid()) AS connections,
         EXISTS (SELECT FROM pg_locks WHERE relation IN ('service'::regclass, 'bookings'::regclass) AND mode = 'AccessExclusiveLock' AND granted) AS is_locked`;

/** Watches while the work is done. */
export async function watched<T>(
  databaseUrl: string,
  units: readonly Unit[],
  work: () => Promise<T>,
): Promise<[T, Watched]> {
  const client = clientOf(databaseUrl);
  await client.connect();
  let isOver = false;
  let isLocked = false;
  let [connections, locked] = [0, 0];
  const answers = units.map(() => new Map<string, number>());

  async function look(): Promise<void> {
    for (; !isOver; await pause(EVERY_MS)) {
      const { rows } = await client.query<{ connections: number; is_locked: boolean }>(LOOK);
      connections = Math.max(connections, rows[0]!.connections);
      isLocked = rows[0]!.is_locked;
      if (isLocked) locked += 1;
    }
  }

  async function probe(port: number, path: string, seen: Map<string, number>): Promise<void> {
    for (; !isOver; await pause(EVERY_MS)) {
      if (!isLocked) continue;
      const answer = `${path} ${await answerOf(port, path)}`;
      seen.set(answer, (seen.get(answer) ?? 0) + 1);
    }
  }

  const watches = Promise.all([
    look(),
    ...units.flatMap(({ port }, i) => ['/readyz', '/healthz'].map((path) => probe(port, path, answers[i]!))),
  ]);
  try {
    const result = await work().finally(() => (isOver = true));
    await watches;
    return [result, { connections, locked, answers }];
  } finally {
    await client.end();
  }
}

/** The status, or why there was none. */
async function answerOf(port: number, path: string): Promise<string> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(CHECK_MS),
    });
    return String(status);
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'too late' : 'refused';
  }
}
