/** The host's connection (`handle`), its table of orders, and Bord's storage on the same database. */
import { migrate, pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';

export const TABLE =
  'CREATE TABLE IF NOT EXISTS orders (booking_id text PRIMARY KEY, menus integer CHECK (menus > 0))';

export async function onPostgres(url: string) {
  await migrate({ url });
  const handle = new pg.Client(url);
  await handle.connect();
  const run = async (sql: string) => void (await handle.query(sql));
  return { storage: pgStorage({ url }), handle, begin: 'BEGIN', run, close: () => handle.end() };
}

export async function onSqlite(path: string) {
  const storage = sqliteStorage({ path, migrate: true });
  const handle = new SqliteDatabase(path);
  const run = async (sql: string) => void handle.exec(sql);
  return { storage, handle, begin: 'BEGIN IMMEDIATE', run, close: async () => void handle.close() };
}
