/** The recorded schema of a database, and whether Bord can use it. */
import {
  assertOwnTables,
  EarlierSchema,
  type Migration,
  type RecordedMigration,
  SchemaError,
  tablesOf,
} from '@bord/engine/storage';
import type { Query } from './connection.ts';
import { quoted } from './names.ts';

export const LEDGER = `
  CREATE TABLE IF NOT EXISTS bord.schema_migrations (
    version integer NOT NULL PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
  )`;

const COLUMNS = 'applied_at name version';

interface Found {
  readonly user: string;
  readonly schema: string;
  readonly isUsable: boolean;
  readonly isEarlier: boolean;
  /** The columns of `schema_migrations`; null if the table does not exist. */
  readonly columns: string | null;
  /** Tables that have the same names as Bord's. */
  readonly tables: readonly string[];
}

/** Reads only catalogs, which needs no right. In earlier versions without the schema, functions found tables by `search_path`. */
const FOUND = `
  SELECT current_user AS user, wanted.name AS schema,
    l.oid IS NULL OR (has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(l.oid, 'SELECT')) AS "isUsable",
    EXISTS (
      SELECT FROM pg_proc WHERE proname = 'seat_made' AND prosrc LIKE '% seatings (%' AND (l.oid IS NULL OR pronamespace = n.oid)
    ) AS "isEarlier",
    (
      SELECT string_agg(attname, ' ' ORDER BY attname) FROM pg_attribute WHERE attrelid = l.oid AND attnum > 0 AND NOT attisdropped
    ) AS columns,
    ARRAY (SELECT relname::text FROM pg_class WHERE relnamespace = n.oid AND relname = ANY ($1)) AS tables
  FROM (SELECT (parse_ident('bord.schema_migrations'))[1] AS name) AS wanted
  LEFT JOIN pg_namespace n ON n.nspname = wanted.name
  LEFT JOIN pg_class l ON l.relnamespace = n.oid AND l.relname = 'schema_migrations'`;

/**
 * The migrations that a database has recorded.
 *
 * @throws SchemaError when the schema is of another program or an earlier commit, or the user may not use it
 */
export async function recordedIn(
  query: Query,
  all: readonly Migration[],
): Promise<readonly RecordedMigration[]> {
  const [found] = await query<Found>(FOUND, [tablesOf(all)]);
  const { user, schema, isUsable, isEarlier, columns, tables } = found!;
  const name = quoted(schema);
  const isOurs = columns === COLUMNS && tables.length > 1;
  const isIncomplete = isOurs && tablesOf(all.slice(0, 1)).some((one) => !tables.includes(one));
  if (isEarlier || isIncomplete) throw new EarlierSchema();
  const foreign = columns === null ? tables : columns === COLUMNS ? [] : ['schema_migrations'];
  assertOwnTables(foreign, `the schema ${name}`, 'choose another schema, such as ?schema=bord in the URL');
  if (!isUsable) {
    const to = `TO ${quoted(user)};`;
    throw new SchemaError(
      `the user ${quoted(user)} may not use the schema ${name}`,
      `as its owner run GRANT USAGE ON SCHEMA ${name} ${to} GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${name} ${to}`,
    );
  }
  return columns === null ? [] : query('SELECT version, name FROM bord.schema_migrations');
}

interface Rights {
  readonly user: string;
  readonly schema: string;
  readonly hasSchema: boolean;
  readonly mayCreate: boolean;
  readonly mayExtend: boolean;
  readonly isAvailable: boolean;
}

/** A trusted extension needs the same right as a schema: to create in the database. */
const RIGHTS = `
  SELECT current_user AS user, wanted.name AS schema, n.oid IS NOT NULL AS "hasSchema",
    CASE WHEN n.oid IS NULL THEN has_database_privilege(current_database(), 'CREATE') ELSE has_schema_privilege(n.oid, 'CREATE, USAGE') END
      AS "mayCreate",
    EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gist')
      OR (has_database_privilege(current_database(), 'CREATE') AND EXISTS (SELECT FROM available WHERE trusted))
      OR current_setting('is_superuser') = 'on' AS "mayExtend",
    EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gist') OR EXISTS (SELECT FROM available) AS "isAvailable"
  FROM (SELECT (parse_ident('bord.schema_migrations'))[1] AS name) AS wanted LEFT JOIN pg_namespace n ON n.nspname = wanted.name`;
const AVAILABLE = `WITH available AS (SELECT trusted FROM pg_available_extension_versions WHERE name = 'btree_gist')`;

/** Throws unless this user can create the schema, its objects and the extension; names what the owner of the database must run. */
export async function assertRights(query: Query): Promise<void> {
  const [rights] = await query<Rights>(`${AVAILABLE} ${RIGHTS}`);
  const { user, schema, hasSchema, mayCreate, mayExtend, isAvailable } = rights!;
  const [name, role] = [quoted(schema), quoted(user)];
  const statements = [
    ...(mayCreate || hasSchema ? [] : [`CREATE SCHEMA ${name} AUTHORIZATION ${role};`]),
    ...(mayCreate || !hasSchema ? [] : [`GRANT USAGE, CREATE ON SCHEMA ${name} TO ${role};`]),
    ...(mayExtend ? [] : [`CREATE EXTENSION btree_gist${mayCreate && !hasSchema ? '' : ` SCHEMA ${name}`};`]),
  ];
  if (!isAvailable)
    throw new SchemaError(
      'the server lacks the extension btree_gist',
      'install the contrib package of its PostgreSQL; bord migrate then runs CREATE EXTENSION btree_gist',
    );
  if (statements.length > 0)
    throw new SchemaError(
      `the user ${role} may not create what Bord needs in the schema ${name}`,
      `as the owner of the database run ${statements.join(' ')}`,
    );
}

/**
 * The requirements of the first migration: the schema, and in it the extension that prevents double bookings. All schemas of a database share the
 * extension, and so the lock.
 */
export function preparing(schema: string): string {
  const name = quoted(schema);
  return `
    SELECT pg_advisory_xact_lock(hashtextextended('bord btree_gist', 0));
    DO $$ BEGIN IF to_regnamespace('${name}') IS NULL THEN CREATE SCHEMA ${name}; END IF; END $$;
    CREATE EXTENSION IF NOT EXISTS btree_gist SCHEMA ${name}`;
}
