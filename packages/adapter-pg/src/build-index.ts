import type { Migration } from '@bord/engine/storage';
import type { Query } from './connection.ts';

/** An index that is built while its table is read and written. */
export interface IndexBuild {
  readonly index: string;
  /** `CREATE INDEX CONCURRENTLY IF NOT EXISTS …`. */
  readonly statement: string;
}

const MARK = '-- outside a transaction';
const STATEMENT = /^CREATE INDEX CONCURRENTLY IF NOT EXISTS (\w+) ON bord\.[^;]+;$/;

/**
 * The index that a migration builds outside of a transaction: its first line is the mark, and the rest is one statement. Null for any other
 * migration.
 */
export function indexBuildOf({ name, sql }: Migration): IndexBuild | null {
  if (!sql.startsWith(`${MARK}\n`)) return null;
  const statement = sql.replace(/^--.*$/gm, '').trim();
  const index = STATEMENT.exec(statement)?.[1];
  if (index === undefined)
    throw new Error(
      `${name}: outside a transaction there must be one CREATE INDEX CONCURRENTLY IF NOT EXISTS`,
    );
  return { index, statement };
}

/**
 * Builds the index unless it is complete; drops the rest of an aborted build first. Needs a connection without a transaction, and no
 * concurrent calls.
 * @returns false while a session of a terminated process still builds it: try again later
 */
export async function buildIndex(query: Query, { index, statement }: IndexBuild): Promise<boolean> {
  for (;;) {
    const [found] = await query<{ is_whole: boolean; is_being_built: boolean }>(
      stateOf({ index, statement }),
    );
    if (found?.is_whole) return true;
    if (found?.is_being_built) return false;
    if (found) await query(`DROP INDEX CONCURRENTLY IF EXISTS bord.${index}`);
    await query(statement);
  }
}

/** A session builds it until its statement ends: its progress report ends before the index is complete. */
const stateOf = ({ index, statement }: IndexBuild): string => `
  SELECT i.indisvalid AS is_whole, EXISTS (
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND left(query, 500) = left($statement$${statement}$statement$, 500)
  ) AS is_being_built
  FROM pg_index i WHERE i.indexrelid = to_regclass('bord.${index}')`;
