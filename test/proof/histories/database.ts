/** The database of a run: a SQLite file that all servers share, or a PostgreSQL that each server reaches through a separate network. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Storage } from '@bord/engine';
import Database from 'better-sqlite3';
import { freePort } from '../../support/free-port.ts';
import { type Network, startNetwork } from '../../support/network.ts';
import { PostgresHost } from '../../support/postgres-host.ts';
import { sql } from '../../support/postgres.ts';
import { type FaultyDisk, openFaultyDisk, whyNoFaultyDisk } from './faulty-disk.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A row of the bookings: a booking, or a hold. */
export interface StoredRow {
  readonly id: string;
  readonly locationId: string;
  readonly date: string;
  readonly startMs: number;
  readonly partySize: number;
  readonly status: string;
  readonly reference: string | null;
  readonly key: string | null;
  /** The number of moves that the booking has recorded. */
  readonly moves: number;
}

export interface RunDatabase {
  readonly kind: DatabaseKind;
  /** As a server is given it. */
  urlOf(server: number): string;
  /** Between a server and it; null for a file. */
  networkOf(server: number): Network | null;
  /** The environment of the servers. */
  readonly serverEnv: Readonly<Record<string, string>>;
  /** Null where no disk can be made to fail. */
  readonly disk: FaultyDisk | null;
  /** For the preparation of a round; the caller closes it. */
  openStorage(): Storage;
  /** The stored rows of these locations. */
  rowsOf(locationIds: readonly string[]): Promise<readonly StoredRow[]>;
  /** Bookings that share a table at one time. */
  overlapping(): Promise<readonly string[]>;
  /** As if the time of all leases and pauses were up; reminders wait on. */
  endLeases(): Promise<void>;
  /** Runs statements as a hand in the database. */
  execute(text: string): Promise<void>;
  /** The process of a server's session, and of any that the database runs for itself; null for a file. */
  aBackend(): Promise<number | null>;
  /** SIGKILL; null for a file. */
  readonly kill: (() => Promise<void>) | null;
  /** It runs again, if it was killed or has given up. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

/** @param servers how many there will be */
export function openDatabase(kind: DatabaseKind, folder: string, servers: number): Promise<RunDatabase> {
  return kind === 'sqlite' ? openSqlite(folder) : openPostgres(folder, servers);
}

const IN_LIST = (ids: readonly string[]): string => ids.map((id) => `'${id}'`).join();

async function openSqlite(folder: string): Promise<RunDatabase> {
  const data = join(folder, 'data');
  await mkdir(data);
  const path = join(data, 'bord.db');
  const disk = whyNoFaultyDisk() === null ? openFaultyDisk(folder, data) : null;
  const using = <R>(use: (database: Database.Database) => R): R => {
    const database = new Database(path, { timeout: 60_000 });
    try {
      return use(database);
    } finally {
      database.close();
    }
  };
  return {
    kind: 'sqlite',
    urlOf: () => `sqlite:${path}`,
    networkOf: () => null,
    serverEnv: disk?.env ?? {},
    disk,
    openStorage: () => sqliteStorage({ path }),
    rowsOf: async (ids) =>
      using((database) =>
        (
          database
            .prepare(
              `SELECT id, location_id AS locationId, service_date AS date, start_ms AS startMs, party_size AS partySize, status,
                 partner_booking_ref AS reference, idempotency_key AS key,
                 (SELECT count(*) FROM json_each(coalesce(history, '[]')) WHERE value ->> 'kind' = 'moved') AS moves
               FROM bookings WHERE location_id IN (${IN_LIST(ids)})`,
            )
            .all() as StoredRow[]
        ).map((row) => ({ ...row })),
      ),
    overlapping: async () =>
      using((database) =>
        database
          .prepare<[], string>(
            `SELECT DISTINCT a.booking_id FROM seatings a JOIN seatings b USING (location_id, table_id)
             WHERE a.booking_id <> b.booking_id AND a.start_ms < b.end_ms AND b.start_ms < a.end_ms`,
          )
          .pluck()
          .all(),
      ),
    endLeases: async () =>
      using(
        (database) =>
          void database.exec(
            `UPDATE deliveries SET due_ms = 0, leased_until_ms = NULL WHERE state = 'waiting' AND ${NO_REMINDER}`,
          ),
      ),
    execute: async (text) => using((database) => void database.exec(text)),
    aBackend: async () => null,
    kill: null,
    recover: async () => undefined,
    close: async () => disk?.close(),
  };
}

const NO_REMINDER = `event_id NOT LIKE '%:mail.reminder:%'`;

async function openPostgres(folder: string, servers: number): Promise<RunDatabase> {
  await chmod(folder, 0o777);
  const disk = whyNoFaultyDisk() === null ? openFaultyDisk(folder, join(folder, 'data')) : null;
  const host = new PostgresHost('data', folder, await freePort(), disk?.env);
  await host.initialise();
  await host.set({ max_connections: '200' });
  await host.start();
  const networks = await Promise.all(Array.from({ length: servers }, () => startNetwork(host.port)));
  const query = <Row>(text: string): Promise<Row[]> => sql<Row>(host.url, text);
  return {
    kind: 'postgres',
    urlOf: (server) => `postgres://postgres:password@127.0.0.1:${networks[server]!.port}/postgres`,
    networkOf: (server) => networks[server]!,
    serverEnv: {},
    disk,
    openStorage: () => pgStorage({ url: host.url }),
    rowsOf: (ids) =>
      query<StoredRow>(
        `SELECT id, location_id::text AS "locationId", to_char(service_date, 'YYYY-MM-DD') AS date,
           (extract(epoch FROM starts_at) * 1000)::float8 AS "startMs", party_size AS "partySize", status::text,
           partner_booking_ref AS reference, idempotency_key AS key,
           jsonb_array_length(jsonb_path_query_array(coalesce(history, '[]'), '$[*] ? (@.kind == "moved")')) AS moves
         FROM bookings WHERE location_id IN (${IN_LIST(ids)})`,
      ),
    overlapping: async () =>
      (
        await query<{ id: string }>(
          `SELECT DISTINCT a.booking_id AS id FROM seatings a JOIN seatings b USING (location_id, table_id)
           WHERE a.booking_id <> b.booking_id AND a.during && b.during`,
        )
      ).map(({ id }) => id),
    endLeases: async () =>
      void (await query(
        `UPDATE deliveries SET due_at = now(), leased_until = NULL WHERE state = 'waiting' AND ${NO_REMINDER}`,
      )),
    execute: async (text) => void (await query(text)),
    async aBackend() {
      const rows = await query<{ pid: number }>(
        'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() ORDER BY random() LIMIT 1',
      );
      return rows[0]?.pid ?? null;
    },
    kill: () => host.kill(),
    async recover() {
      for (let tries = 0; ; tries++) {
        if (!(await host.isRunning())) await host.start();
        try {
          await query('SELECT');
          return;
        } catch (error) {
          if (tries === 200) throw error;
          await new Promise((done) => setTimeout(done, 50));
        }
      }
    },
    async close() {
      await Promise.all(networks.map((network) => network.close()));
      await host.stop('immediate');
      disk?.close();
    },
  };
}
