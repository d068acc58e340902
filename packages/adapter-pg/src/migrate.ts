import { setTimeout as pause } from 'node:timers/promises';
import {
  assertCurrent as assertCurrentIn,
  assertNotNewer,
  assertRuntime,
  batchOf,
  HOUR_MS,
  type Migration,
  type SchemaState,
  schemaStateOf,
} from '@bord/engine/storage';
import pg from 'pg';
import { buildIndex, indexBuildOf } from './build-index.ts';
import { addressOf } from './connect-to.ts';
import { isDatabaseError, isPassing, withRetry } from './errors.ts';
import { assertRoom, limitHostPool } from './host-pool.ts';
import { beginWithin, limitsOf, type PgLimits } from './timeouts.ts';
import type { Query } from './connection.ts';
import { assertRights, LEDGER, preparing, recordedIn } from './schema.ts';
import { migrations } from './migrations.ts';
import { inSchema, schemaOf } from './names.ts';
import { ask, borrow, connectionTo, endClient, toDriverError } from './transaction.ts';
import type { PgSource } from './source.ts';

/** The name of the database in messages: its URL can contain a password. */
const DATABASE = 'the database';

/** The longest wait of a migration for a lock, because servers queue behind it. Then it backs off and tries again. */
const LOCK_MS = 2000;
const PATIENCE_MS = 60_000;

/** A migration of a large table can take long, also on the connection next to the transaction that locks out other migrations. */
const LIMITS = limitsOf({ lockMs: HOUR_MS, statementMs: HOUR_MS, idleMs: HOUR_MS, silenceMs: 3_700_000 });

/** The interval at which it is checked whether another process has migrated. */
const TURN_MS = 100;

/**
 * Migrates the schema of a database while servers of the previous version continue to serve. Any number of processes can call it concurrently: each
 * migration is applied by one of them, completely or not at all. On a second connection it builds indexes of tables in use outside of transactions,
 * and fills rows in batches.
 * @param until the last version to apply; default: all
 * @returns the names of the migrations that this call has applied
 * @throws TypeError when a host's pool has fewer than two connections
 * @throws SchemaError when the schema is of an earlier commit or another program, or the user lacks a right: with the SQL to run
 * @throws Error when the schema is newer than this code, the server is older than PostgreSQL 15, or a migration fails
 */
export async function migrate(source: PgSource, until = Infinity): Promise<readonly string[]> {
  return migrateBy(migrations(), source, until);
}

export async function migrateBy(
  all: readonly Migration[],
  source: PgSource,
  until = Infinity,
): Promise<readonly string[]> {
  assertRuntime();
  if ('pool' in source) assertRoom(source.pool);
  const { pending } = await look(source, async (query) => {
    await assertServer(query);
    const state = assertNotNewer(await schemaState(query, all), DATABASE);
    if (state.version === 0) await assertRights(query);
    return state;
  });
  return withConnection(source, LIMITS, async (query) => {
    const applied: string[] = [];
    const wanted = all.filter(({ name, version }) => pending.includes(name) && version <= until);
    for (const migration of wanted) {
      if (await inTurn(() => withRetry(() => apply(source, query, migration), isPassing, PATIENCE_MS)))
        applied.push(migration.name);
    }
    return applied;
  });
}

/** The result of one attempt: `known` if another process has applied it, `busy` if one is applying it. */
type Outcome = 'applied' | 'known' | 'busy';

/** Applies a migration; false if another process has. Polls: a waiter within the database would block an index build. */
async function inTurn(applyOne: () => Promise<Outcome>): Promise<boolean> {
  for (;;) {
    const outcome = await applyOne();
    if (outcome !== 'busy') return outcome === 'applied';
    await pause(TURN_MS);
  }
}

async function apply(source: PgSource, query: Query, migration: Migration): Promise<Outcome> {
  const { version, name, sql } = migration;
  const [build, batch] = [indexBuildOf(migration), batchOf(migration)];
  const leave = async (outcome: Outcome): Promise<Outcome> => {
    await query('ROLLBACK');
    return outcome;
  };
  await query(beginWithin(LIMITS));
  try {
    const [turn] = await query<{ is_ours: boolean }>(TURN);
    if (!turn!.is_ours) return await leave('busy');
    if (version === 1) await query(preparing(schemaOf(source)));
    await query(LEDGER);
    if ((await recordedIn(query, [])).some((one) => one.version >= version)) return await leave('known');
    await query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    if (batch !== null) await withConnection(source, LIMITS, (beside) => fillIn(beside, batch));
    else if (!build) await query(sql);
    else if (!(await withConnection(source, LIMITS, (beside) => buildIndex(beside, build))))
      return await leave('busy');
    await query('INSERT INTO bord.schema_migrations (version, name) VALUES ($1, $2)', [version, name]);
    await query('COMMIT');
    return 'applied';
  } catch (error) {
    await query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Each batch is one transaction, with the lock timeout of a migration. */
async function fillIn(query: Query, batch: string): Promise<void> {
  const some = async (): Promise<boolean> => {
    await query(beginWithin({ ...LIMITS, lockMs: LOCK_MS }));
    try {
      const changed = await query(batch);
      await query('COMMIT');
      return changed.length > 0;
    } catch (error) {
      await query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  };
  const isWorthwhile = (error: Error): boolean => isDatabaseError(error) && isPassing(error);
  while (await withRetry(some, isWorthwhile, PATIENCE_MS));
}

const KEY = `hashtextextended('bord.migrations', 0)`;
const TURN = `SELECT pg_try_advisory_xact_lock(${KEY}) AS is_ours`;
/** Fails during a migration, and does not block other checks. */
export const SHARED_TURN = `SELECT pg_try_advisory_xact_lock_shared(${KEY}) AS is_ours`;

/** The lowest supported `server_version_num`, and its name. */
const SERVER = { least: 150_000, name: 'PostgreSQL 15' };

async function assertServer(query: Query): Promise<void> {
  const [row] = await query<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::integer AS number, current_setting('server_version') AS version`,
  );
  if (row!.number < SERVER.least)
    throw new Error(`the server is PostgreSQL ${row!.version}; Bord needs ${SERVER.name} or later`);
}

/** The state of the schema. Throws a `SchemaError` when it cannot be used. */
export async function schemaState(query: Query, all = migrations()): Promise<SchemaState> {
  return schemaStateOf(all, await recordedIn(query, all));
}

/** Throws when the schema lacks a migration of this code. A newer schema is accepted: a rolling upgrade migrates first. */
export function assertCurrent(state: SchemaState): void {
  assertCurrentIn(state, DATABASE);
}

/** Inspects a database read-only, within the usual limits. */
export async function look<R>(source: PgSource, work: (query: Query) => Promise<R>): Promise<R> {
  const limits = limitsOf();
  return withConnection(source, limits, async (query) => {
    await query(beginWithin(limits));
    return work(query);
  });
}

/** A connection for one task; a host's pool gets it back unchanged. */
async function withConnection<R>(
  source: PgSource,
  limits: PgLimits,
  work: (query: Query) => Promise<R>,
): Promise<R> {
  const named = inSchema(schemaOf(source));
  if ('pool' in source) {
    const pool = limitHostPool(source.pool, limits);
    const connection = await borrow(pool);
    const query: Query = (text, values) => ask(connection, named(text), values);
    let isLeft = false;
    try {
      const result = await work(query);
      await query('ROLLBACK'); // of read-only work
      isLeft = true;
      return result;
    } finally {
      connection.release(!isLeft);
      await pool.end();
    }
  }
  const client = new pg.Client(connectionTo(await addressOf(source, limits), 'bord', limits));
  client.on('error', () => undefined); // pending queries reject with the error
  await client.connect().catch((error: unknown) => Promise.reject(toDriverError(error)));
  try {
    return await work((text, values) => ask(client, named(text), values));
  } finally {
    await endClient(client);
  }
}
