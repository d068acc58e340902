import type { LimitedPool } from './connection.ts';
import type { PgSource } from './source.ts';

/** All SQL of this package names this schema, which is the default. */
const NAMED = 'bord';

/** Leaves room for a suffix in the name of a channel. */
const NAME = /^(?!pg_)[a-z_][a-z0-9_]{0,49}$/;

/**
 * The schema that has all objects of Bord.
 * @throws TypeError for an invalid name
 */
export function schemaOf(source: PgSource): string {
  const schema = source.schema ?? ('url' in source ? parametersOf(source.url).get('schema') : null) ?? NAMED;
  if (!NAME.test(schema))
    throw new TypeError(
      'schema must have 1 to 50 small letters, digits and _, begin with a letter or _, and not begin with pg_',
    );
  return schema;
}

export function urlWithSchema({ url, schema }: { readonly url: string; readonly schema?: string }): string {
  if (schema === undefined) return url;
  const parameters = parametersOf(url);
  parameters.set('schema', schema);
  return `${/^[^?#]*/.exec(url)![0]}?${parameters.toString()}`;
}

function parametersOf(url: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]);
}

/** A quoted name for SQL. The names of schemas and tables have no character that must be escaped. */
export function quoted(...names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join('.');
}

/** Replaces the schema `bord` in SQL. */
export function inSchema(schema: string): (sql: string) => string {
  return schema === NAMED ? (sql) => sql : (sql) => sql.replaceAll(/\bbord\./g, `${quoted(schema)}.`);
}

/** A pool that replaces the schema in its statements. `search_path` would be lost behind a pooler, and belongs to the host. */
export function poolIn(schema: string, pool: LimitedPool): LimitedPool {
  if (schema === NAMED) return pool;
  const named = inSchema(schema);
  return {
    ...pool,
    async connect() {
      const connection = await pool.connect();
      return {
        query: (text, values) => connection.query(named(text), values),
        release: (isBroken) => connection.release(isBroken),
      };
    },
  };
}

/** The channel of LISTEN and NOTIFY; each database has separate channels. */
export function channelOf(schema: string): string {
  return `${schema} changes`;
}
