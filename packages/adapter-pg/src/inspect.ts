import type { SchemaState } from '@bord/engine/storage';
import { look, schemaState } from './migrate.ts';
import type { Query } from './connection.ts';
import { replicationOf, type ReplicationState } from './primary/replication.ts';
import type { PgSource } from './source.ts';

/** A setting with its present and its required value. */
export interface Setting {
  /** The setting's name. */
  readonly name: string;
  /** Its present value. */
  readonly value: string;
  /** The value with which commits survive a power loss. */
  readonly wanted: string;
}

/** The state of a database before its use. */
export interface DatabaseState extends SchemaState {
  /** Such as `18.4`. */
  readonly serverVersion: string;
  /** The durability settings, with present and required values. */
  readonly settings: readonly Setting[];
  /** The extension that prevents double booking; if it is `available`, migrating installs it. */
  readonly btreeGist: 'installed' | 'available' | 'missing';
  /** The server follows another server or recovers from a crash, so it is read-only. */
  readonly isInRecovery: boolean;
  /** The server's clock, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Connected standbys. */
  readonly standbys: number;
  /** Replication slots, in use or not. */
  readonly standbySlots: number;
  /** `synchronous_standby_names`: the standbys for which a commit waits. Empty: commits do not wait, and a failover can lose acknowledged changes. */
  readonly synchronousStandbys: string;
  /** Its replication to other machines. */
  readonly replication: ReplicationState;
  /** When nightly maintenance last ran; null: never, or the schema is too old. */
  readonly lastRunMs: number | null;
}

/** The settings with which commits survive a power loss. */
const DURABLE: Readonly<Record<string, string>> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
};

/** Stronger than required. */
const STRONGER = new Set(['remote_write', 'remote_apply']);

/** Inspects a database read-only. Throws when it cannot be reached. */
export async function inspect(source: PgSource): Promise<DatabaseState> {
  return look(source, async (query) => {
    const settings = await query<{ name: string; setting: string }>(
      'SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name',
      [Object.keys(DURABLE)],
    );
    const [facts] = await query<Omit<DatabaseState, keyof SchemaState | 'settings' | 'replication'>>(FACTS);
    return {
      ...(await schemaState(query)),
      ...facts!,
      lastRunMs: await lastRunOf(query),
      replication: await replicationOf(query),
      settings: settings.map(({ name, setting }) => ({
        name,
        value: setting,
        wanted: STRONGER.has(setting) ? setting : DURABLE[name]!,
      })),
    };
  });
}

async function lastRunOf(query: Query): Promise<number | null> {
  const [table] = await query(`SELECT WHERE to_regclass('bord.maintenance') IS NOT NULL`);
  if (!table) return null;
  const [row] = await query<{ last_run_at: Date }>('SELECT last_run_at FROM bord.maintenance');
  return row ? row.last_run_at.getTime() : null;
}

const FACTS = `
  SELECT current_setting('server_version') AS "serverVersion",
    pg_is_in_recovery() AS "isInRecovery",
    date_part('epoch', clock_timestamp()) * 1000 AS "nowMs",
    (SELECT count(*)::integer FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup') AS "standbys",
    (SELECT count(*)::integer FROM pg_replication_slots WHERE slot_type = 'physical') AS "standbySlots",
    current_setting('synchronous_standby_names') AS "synchronousStandbys",
    CASE
      WHEN EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gist') THEN 'installed'
      WHEN EXISTS (SELECT FROM pg_available_extensions WHERE name = 'btree_gist') THEN 'available'
      ELSE 'missing'
    END AS "btreeGist"`;
