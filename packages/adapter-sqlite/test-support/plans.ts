import type { Database } from 'better-sqlite3';

/** How SQLite goes about a statement: what it looks into, and by what. */
export function planOf(database: Database, sql: string): string[] {
  const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, 1]);
  const placeholders = [...sql.matchAll(/\?/g)].map(() => null);
  const given = names.length > 0 ? [...placeholders, Object.fromEntries(names)] : placeholders;
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...given) as {
    readonly detail: string;
  }[];
  return steps.map(({ detail }) => detail);
}
