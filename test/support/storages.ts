/** Every storage of the project, each opened empty. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Clock, Storage } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { sampleOf } from './long.ts';
import { migratedDatabase } from './migrated-database.ts';
import { emptyDatabase, type FreshDatabase, letPass, sql } from './postgres.ts';

export interface OpenStorage {
  readonly storage: Storage;
  /** Another way into the same database, as a second process would have it. */
  reopen(): Promise<Storage>;
  /** The clock of leases and pauses: the test's, or one that no test can set. */
  readonly ownClock: Clock;
  /** Lets time pass for it, all the same: what is kept becomes older. */
  pass(ms: number): Promise<void>;
  /** Closes every opening and removes the database. */
  close(): Promise<void>;
}

export interface StorageKind {
  readonly name: 'memory' | 'sqlite' | 'postgres';
  open(clock: Clock, options?: OpenOptions): Promise<OpenStorage>;
}

interface OpenOptions {
  /** Deliveries are due by the test's clock, on PostgreSQL since the latest `pass`. */
  readonly isDueByClock?: boolean;
}

export const storages: readonly StorageKind[] = [
  {
    name: 'memory',
    async open(clock) {
      const storage = memoryStorage(clock);
      return {
        storage,
        reopen: async () => storage,
        ownClock: clock,
        pass: async () => undefined,
        close: async () => undefined,
      };
    },
  },
  {
    name: 'sqlite',
    async open(clock) {
      const folder = await mkdtemp(join(tmpdir(), 'bord-test-'));
      const opened: Storage[] = [];
      const open = async (): Promise<Storage> => {
        const storage = sqliteStorage({ path: join(folder, 'bord.db'), migrate: true, clock });
        opened.push(storage);
        return storage;
      };
      return {
        storage: await open(),
        reopen: open,
        ownClock: clock,
        pass: async () => undefined,
        close: async () => {
          for (const storage of opened) await storage.close();
          await rm(folder, { recursive: true });
        },
      };
    },
  },
  {
    name: 'postgres',
    async open(clock, { isDueByClock = false } = {}) {
      const { url } = await (ofThisProcess ??= migratedDatabase());
      const setClock = (): string => clockSetTo(clock.nowMs()) + (isDueByClock ? dueAt(clock.nowMs()) : '');
      await emptyDatabase(url, setClock());
      const opened: Storage[] = [];
      const open = async (): Promise<Storage> => {
        const storage = pgStorage({ url: isDueByClock ? url + DUE_BY_CLOCK : url, clock });
        opened.push(storage);
        // Once it listens it reports so, and caches are cleared: not during a test.
        await new Promise<void>((heard) => void storage.invalidations.subscribe(() => heard()));
        return storage;
      };
      return {
        storage: await open(),
        reopen: open,
        ownClock: { nowMs: Date.now },
        async pass(ms) {
          await sql(url, setClock());
          if (isDueByClock) return;
          await letPass(url, ms);
          // Duties go by the clock that has been set.
          await sql(url, `UPDATE duties SET until = until + $1 * interval '1 millisecond'`, [ms]);
        },
        close: async () => void (await Promise.all(opened.map((storage) => storage.close()))),
      };
    },
  },
];

/** One of them in each run, by its seed, and all in full: for rules whose storage calls the contract tests on each storage. */
export const storageSample: readonly StorageKind[] = sampleOf(storages, 3);

/** Deletions use a function of the schema as their clock, which is replaced by the test's. */
function clockSetTo(nowMs: number): string {
  return `
    CREATE OR REPLACE FUNCTION storage_now() RETURNS timestamptz LANGUAGE sql VOLATILE
    RETURN to_timestamp(${nowMs} / 1000.0) + (clock_timestamp() - timestamptz '${new Date().toISOString()}');`;
}

/** Connections with this option find the functions of `dueAt` before those of PostgreSQL. */
const DUE_BY_CLOCK = '?options=-c%20search_path%3Dtest_clock,pg_catalog';

/** The time by which deliveries are made and due. It stays until it is set again. */
function dueAt(nowMs: number): string {
  const functions = ['now', 'statement_timestamp'].map(
    (name) => `
    CREATE OR REPLACE FUNCTION test_clock.${name}() RETURNS timestamptz LANGUAGE sql STABLE RETURN to_timestamp(${nowMs} / 1000.0);`,
  );
  return `CREATE SCHEMA IF NOT EXISTS test_clock; ${functions.join('')}`;
}

/** To create a database takes longer than to empty one: test files of one process have one, each as if it were new, and it goes with the server. */
let ofThisProcess: Promise<FreshDatabase> | undefined;
