/** Hosts of an embedded engine: a connection for the host's transactions, and a storage on the same database. */
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Storage } from '@bord/engine';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

export interface Host {
  readonly storage: Storage;
  /** The handle for `engine.within`. */
  readonly handle: object;
  /** Begins a transaction. */
  readonly begin: string;
  run(sql: string): Promise<unknown[]>;
  /** Breaks the connection, whatever is open on it, and opens the next one. Not for a connection that the storage uses. */
  lose(): Promise<void>;
  close(): Promise<void>;
}

/** By the name of each kind: it opens a host on a migrated database. */
export const HOSTS = {
  async postgres(url: string) {
    const connect = async (): Promise<Session> => {
      const client = new pg.Client(url);
      await client.connect();
      return { client, end: () => client.end() };
    };
    return onPostgres(pgStorage({ url }), connect, async () => undefined);
  },
  async 'postgres with a pipelining client'(url: string) {
    const pool = new pg.Pool({ connectionString: url, pipeline: true }).on('error', ignore);
    const connect = async (): Promise<Session> => {
      const client = await pool.connect();
      return { client, end: async () => client.release(true) };
    };
    return onPostgres(pgStorage({ pool }), connect, () => pool.end());
  },
  'sqlite, its own connection': async (path: string) => onSqlite(path, false),
  'sqlite, the connection of the storage': async (path: string) => onSqlite(path, true),
} as const satisfies Readonly<Record<string, (database: string) => Promise<Host>>>;
export type HostKind = keyof typeof HOSTS;

interface Session {
  readonly client: pg.ClientBase;
  end(): Promise<void>;
}

async function onPostgres(
  storage: Storage,
  connect: () => Promise<Session>,
  end: () => Promise<void>,
): Promise<Host> {
  let session = await connect();
  session.client.on('error', ignore);
  return {
    storage,
    get handle() {
      return session.client;
    },
    begin: 'BEGIN',
    run: async (sql) => (await session.client.query<object>(sql)).rows,
    async lose() {
      const { connection } = session.client as unknown as { connection: { stream: { destroy(): void } } };
      connection.stream.destroy();
      await session.end();
      session = await connect();
      session.client.on('error', ignore);
    },
    async close() {
      await storage.close();
      await session.end();
      await end();
    },
  };
}

function onSqlite(path: string, isShared: boolean): Host {
  let database = new Sqlite(path);
  const storage = isShared ? sqliteStorage({ database }) : sqliteStorage({ path });
  return {
    storage,
    get handle() {
      return database;
    },
    begin: 'BEGIN IMMEDIATE',
    async run(sql) {
      const statement = database.prepare(sql);
      return statement.reader ? statement.all() : (statement.run(), []);
    },
    async lose() {
      database.close();
      database = new Sqlite(path);
    },
    async close() {
      await storage.close();
      database.close();
    },
  };
}

function ignore(): void {}
