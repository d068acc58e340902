import { fixtures, steps } from '@bord/engine/testing';
/** Several processes with the partner API on one database, given their orders round by round. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine, type Engine, type LocationPlan, type Storage } from '@bord/engine';
import Database from 'better-sqlite3';
import { migratedDatabase } from '../support/migrated-database.ts';
import { sql } from '../support/postgres.ts';
import { outsideOfTheRun } from '../support/run-folder.ts';
import { DEMO_ID, demoPlan, PATIENT } from '../support/world.ts';
import type { Command, Order, Reply, Sabotage } from './rival.ts';

export const PROCESSES = 4;

/** A database that processes share. */
interface Ground {
  readonly storage: Storage;
  /** The name by which a rival opens it. */
  readonly name: string;
  /** Runs SQL as a hand in the database; the rows. */
  query<Row>(text: string): Promise<Row[]>;
  /** Takes the database's own guard against double booking away. */
  dropGuard(): Promise<void>;
  remove(): Promise<void>;
}

const grounds: Readonly<Record<string, () => Promise<Ground>>> = {
  async sqlite() {
    // On the disk, as in life: where a commit takes no time, one of many processes on few cores has SQLite's lock again and again.
    const folder = await outsideOfTheRun(() => mkdtemp(join(tmpdir(), 'bord-race-')));
    const name = join(folder, 'bord.db');
    const storage = sqliteStorage({ path: name, migrate: true });
    const withDatabase = <R>(use: (database: Database.Database) => R): R => {
      const database = new Database(name, { timeout: 5000 });
      try {
        return use(database);
      } finally {
        database.close();
      }
    };
    return {
      storage,
      name,
      query: async <Row>(text: string) => withDatabase((database) => database.prepare(text).all() as Row[]),
      dropGuard: async () => withDatabase((database) => void database.exec(WITHOUT_GUARD)),
      async remove() {
        await storage.close();
        await rm(folder, { recursive: true });
      },
    };
  },
  async postgres() {
    const { url, drop } = await migratedDatabase();
    const storage = pgStorage({ url, limits: PATIENT });
    return {
      storage,
      name: url,
      query: <Row>(text: string) => sql<Row>(url, text),
      dropGuard: async () => void (await sql(url, 'ALTER TABLE seatings DROP CONSTRAINT seatings_held_once')),
      async remove() {
        await storage.close();
        await drop();
      },
    };
  },
};

/** The same columns, without the key and the trigger that goes with the table. */
const WITHOUT_GUARD = `
  DROP TABLE seatings;
  CREATE TABLE seatings (location_id TEXT, table_id TEXT, start_ms INTEGER, end_ms INTEGER, booking_id TEXT) STRICT;`;

/** Two seatings of one table at one instant: there must be none. */
const OVERLAPS = {
  sqlite: `SELECT a.booking_id FROM seatings a JOIN seatings b USING (location_id, table_id)
    WHERE a.booking_id < b.booking_id AND a.start_ms < b.end_ms AND b.start_ms < a.end_ms`,
  postgres: `SELECT a.booking_id FROM seatings a JOIN seatings b USING (location_id, table_id)
    WHERE a.booking_id < b.booking_id AND a.during && b.during`,
};

export interface Race {
  readonly engine: Engine;
  readonly storage: Storage;
  /** One order for each process, executed concurrently; returns all replies. */
  round(orders: readonly Order[]): Promise<readonly Reply[]>;
  /** Ends one of the processes, and waits until it is gone. */
  kill(rival: number): Promise<void>;
  overlaps(): Promise<readonly unknown[]>;
  query: Ground['query'];
}

/** Runs a race on a kind of database; with a sabotage, also without the database's own guard. */
export async function race<R>(
  kind: string,
  sabotage: Sabotage,
  run: (race: Race) => Promise<R>,
  plan: LocationPlan = demoPlan,
): Promise<R> {
  const ground = await grounds[kind]!();
  const engine = createEngine({ storage: ground.storage });
  const rivals: ChildProcess[] = [];
  try {
    await engine.operator.locations.apply(plan, DEMO_ID);
    await ground.storage.records.amend(steps.insertion('endpoints', fixtures.anEndpoint()));
    const { key } = await engine.operator.keys.create({
      partner: 'acme',
      locationIds: [DEMO_ID],
      rateLimit: 1_000_000,
    });
    if (sabotage !== 'none') await ground.dropGuard();
    rivals.push(...(waiting ??= startRivals()));
    waiting = undefined;
    await Promise.all(
      rivals.map((rival) => call(rival, { enter: { database: ground.name, sabotage, key } })),
    );
    return await run({
      engine,
      storage: ground.storage,
      query: ground.query,
      overlaps: () => ground.query(OVERLAPS[kind as keyof typeof OVERLAPS]),
      async round(orders) {
        const replies = rivals.map((rival, i) => call<readonly Reply[]>(rival, { order: orders[i]! }));
        return (await Promise.all(replies)).flat();
      },
      async kill(rival) {
        const gone = once(rivals[rival]!, 'exit');
        rivals[rival]!.kill('SIGKILL');
        await gone;
      },
    });
  } finally {
    await leave(rivals);
    engine.detach();
    await ground.remove();
  }
}

/** Rivals of an earlier race of this test file, for the next one: to start them takes a second each. They end with this process. */
let waiting: ChildProcess[] | undefined;

function startRivals(): ChildProcess[] {
  const script = new URL('rival.ts', import.meta.url);
  return Array.from({ length: PROCESSES }, () =>
    fork(script, [], { execArgv: ['--conditions=@bord/source'] }),
  );
}

/** Sends a command to a rival; returns the answer. Rejects if the rival is gone, or ends before it answers. */
function call<T>(rival: ChildProcess, request: Command): Promise<T> {
  return new Promise((resolve, reject) => {
    const done = (act: () => void): void => {
      rival.off('exit', ended);
      rival.off('message', answered);
      act();
    };
    const ended = (): void => done(() => reject(new Error(`a rival has ended: ${endOf(rival)}`)));
    const answered = (message: unknown): void => done(() => resolve(message as T));
    // One that has ended before says so no more.
    if (!rival.connected) return reject(new Error(`a rival has ended: ${endOf(rival)}`));
    rival.once('exit', ended);
    rival.once('message', answered);
    // A failed send means that the rival is ending, or that the request is not serializable.
    rival.send(request, (error) => error && done(() => reject(error)));
  });
}

function endOf({ exitCode, signalCode }: ChildProcess): string {
  return exitCode === null ? (signalCode ?? 'it hears nothing more') : `exit code ${exitCode}`;
}

/** Takes rivals out of a race. Where one is still at work, or gone, all are ended. */
async function leave(rivals: ChildProcess[]): Promise<void> {
  try {
    await Promise.all(rivals.map((rival) => call(rival, 'leave')));
    waiting = rivals;
  } catch {
    for (const rival of rivals) rival.kill('SIGKILL');
  }
}
