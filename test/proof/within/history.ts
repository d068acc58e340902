/** Histories of hosts that commit, roll back, lose their connection, and are killed. */
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { createEngine, type Engine, localDateAt } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { type HostKind, HOSTS } from '../../support/hosts.ts';
import { type DatabaseKind, kill, start, withDatabase } from '../../support/killed-processes.ts';
import type { Change } from '../events/changes.ts';
import { compare, ordersOf, type Point, POINTS, UNDOINGS } from './orders.ts';
import { judgeReceived, nameOf, openReceiver, type Reception } from './received.ts';

const { aLocation, aPlan, aTable, LOCATION_ID } = fixtures;
const SCRIPT = join(import.meta.dirname, 'process.ts');
/** More days than a process uses until it is killed. */
const DAYS = 60;
/** Longer than an invalidation takes, and shorter than a day is kept in memory. */
const STALE_MS = 7000;
/** Transactions that are rolled back, for each that is committed. */
const COMMIT_EACH = 3;

export interface Plan {
  /** 0 or more, less than 1. */
  readonly random: () => number;
  /** Transactions in this process that are not committed. */
  readonly rollbacks: number;
  readonly kills: number;
  /** Control: the hosts write their rows outside of their transactions. */
  readonly isOutside?: boolean;
}

export interface Findings {
  readonly committed: number;
  readonly rolledBack: number;
  /** Processes, by the last point that they had reached. */
  readonly killed: Readonly<Record<Point, number>>;
  /** Bookings of which the last row of the host and the storage differ. */
  readonly disagreeing: readonly string[];
  /** How often an engine showed a wrong time after a transaction. */
  readonly wrongTimes: number;
  /** From a commit until all engines show it, at most. */
  readonly longestMs: number;
  readonly webhooks: Reception;
  readonly events: Reception;
}

/** Hosts of each kind roll back and commit in this process. Then hosts in other processes are killed. */
export function history(database: DatabaseKind, plan: Plan): Promise<Findings> {
  const { random, rollbacks, kills, isOutside = false } = plan;
  const kinds = (Object.keys(HOSTS) as HostKind[]).filter((kind) => kind.startsWith(database));
  return withDatabase(database, async (url) => {
    const witness = await HOSTS[kinds[0]!](url);
    await aLocation(witness.storage, { floorPlan: { ...aPlan().floorPlan, tables: [aTable('A')] } });
    await witness.run('CREATE TABLE orders (booking text, step bigint)');
    const receiver = await openReceiver(url);
    /** When the host reported that it commits, by the names of changes. */
    const commits = new Map<string, number>();
    const disagreeing = new Set<string>();
    const killed = Object.fromEntries(POINTS.map((point) => [point, 0])) as Record<Point, number>;
    const found = { rolledBack: 0, wrongTimes: 0, longestMs: 0 };
    let committed: readonly Change[] = [];
    const agree = async (): Promise<void> => {
      const { changes, disagreeing: ids } = await compare(witness);
      committed = changes;
      for (const id of ids) disagreeing.add(id);
    };

    async function rollBack(kind: HostKind, count: number, firstDay: number): Promise<void> {
      const host = await HOSTS[kind](url);
      const engines = [createEngine({ storage: host.storage }), receiver.engine];
      const undoings = UNDOINGS.filter((one) => !(one.startsWith('lost') && kind.endsWith('of the storage')));
      let reading: Promise<unknown> = Promise.resolve();
      const { next, transact } = ordersOf(host, {
        random,
        firstDay,
        isOutside,
        async arriveAt(point, { startMs }, change) {
          if (point === 'committing') return void commits.set(nameOf(change!), Date.now());
          // A reading of the host's uncommitted change can still be under way when the transaction ends.
          reading = Promise.all(engines.map((engine) => isFree(engine, startMs)));
          if (point === 'before') await reading;
        },
      });
      for (let i = 0; i < count + count / COMMIT_EACH; i++) {
        const attempt = next();
        const undoing = undoings[Math.floor(random() * undoings.length)]!;
        const change = await transact(attempt, i % (COMMIT_EACH + 1) === 0 ? 'commit' : undoing);
        await reading;
        if (!change) found.rolledBack += 1;
        const isToBeFree = (change === null) === (attempt.change !== 'cancel');
        const beganMs = Date.now();
        const isRight = async (): Promise<boolean> => {
          const shown = await Promise.all(engines.map((engine) => isFree(engine, attempt.startMs)));
          return shown.every((free) => free === isToBeFree);
        };
        // A rolled-back change is never shown. Engines on another connection show a commit a little later.
        while (!(await isRight())) {
          if (change && Date.now() < beganMs + STALE_MS) await pause(5);
          else {
            found.wrongTimes += 1;
            break;
          }
        }
        if (change) found.longestMs = Math.max(found.longestMs, Date.now() - beganMs);
        await agree();
      }
      engines[0]!.detach();
      await host.close();
    }

    async function killOne(kind: HostKind, i: number): Promise<void> {
      const child = start(SCRIPT, [
        url,
        kind,
        String(4 * rollbacks + i * DAYS),
        String(Math.floor(random() * 2 ** 31)),
      ]);
      const [point, nth] = [POINTS[i % POINTS.length], 1 + Math.floor(random() * 5)];
      const reached = Promise.withResolvers<void>();
      void once(child, 'close').then(() => reached.reject(new Error('the host has ended')));
      let [last, times]: [Point, number] = ['before', 0];
      createInterface({ input: child.stdout! }).on('line', (text) => {
        const line = JSON.parse(text) as { point: Point; change: Change; atMs: number };
        if (line.point === 'committing') commits.set(nameOf(line.change), line.atMs);
        last = line.point;
        if (last === point && ++times === nth) reached.resolve();
      });
      await reached.promise;
      await pause(random() * 3);
      await kill(child);
      killed[last] += 1;
      await agree();
    }

    for (const [i, kind] of kinds.entries())
      await rollBack(kind, Math.ceil(rollbacks / kinds.length), i * 2 * rollbacks);
    for (let i = 0; i < kills; i++) await killOne(kinds[i % kinds.length]!, i);
    await agree();
    await receiver.close(disagreeing.size > 0 ? 0 : committed.length);
    await witness.close();
    return {
      ...found,
      committed: committed.length,
      killed,
      disagreeing: [...disagreeing],
      webhooks: judgeReceived(committed, commits, receiver.webhooks),
      events: judgeReceived(committed, commits, receiver.events),
    };
  });
}

async function isFree(engine: Engine, startMs: number): Promise<boolean> {
  const date = localDateAt('Europe/Stockholm', startMs);
  const partner = engine.partner(fixtures.aCaller());
  const { answer } = await partner.readAvailability(LOCATION_ID, { date, partySize: 2 });
  return answer.slots.find((slot) => slot.startMs === startMs)!.available;
}
