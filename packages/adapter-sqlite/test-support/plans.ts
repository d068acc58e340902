import type { Database } from 'better-sqlite3';

/** SQLite's plan of a statement: the tables and indexes that it reads. */
export function planOf(database: Database, sql: string): string[] {
  const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, 1]);
  const placeholders = [...sql.matchAll(/\?/g)].map(() => null);
  const given = names.length > 0 ? [...placeholders, Object.fromEntries(names)] : placeholders;
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...given) as {
    readonly detail: string;
  }[];
  return steps.map(({ detail }) => detail);
}
