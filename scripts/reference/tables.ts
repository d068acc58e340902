/** The page of database tables, from the schemas of both storages and the purposes in docs/operate/data.md. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../packages.ts';
import { code, noteOf, page, table } from './markdown.ts';

const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');

/** The columns of each table of a schema. */
function columnsIn(schema: string): ReadonlyMap<string, readonly string[]> {
  const tables = schema.matchAll(/^CREATE TABLE (?:bord\.)?(\w+) \(\n([^]*?)^\)/gm);
  return new Map(
    [...tables].map(([, name, body]) => [
      name!,
      [...body!.matchAll(/^ {2}([a-z]\w*) /gm)].map(([, column]) => column!),
    ]),
  );
}

/** The tables of docs/operate/data.md with their purpose. A test compares them with both databases. */
function purposes(): ReadonlyMap<string, string> {
  const [, section = ''] = read('docs/operate/data.md').split('## In the database\n');
  const rows = section.split('\n#')[0]!.matchAll(/^\| (`[^|]*) \| ([^|]+) \| [^|]+ \|$/gm);
  return new Map(
    [...rows].flatMap(([, names, purpose]) =>
      [...names!.matchAll(/`(\w+)`/g)].map(
        ([, name]) => [name!, purpose!.replaceAll('](#', '](../operate/data.md#')] as const,
      ),
    ),
  );
}

export function tablesPage(): string {
  const sqlite = columnsIn(read('packages/adapter-sqlite/schema.sql'));
  const postgres = columnsIn(read('packages/adapter-pg/schema.sql'));
  const columnsOf = (name: string): string => {
    const [one = [], other = []] = [sqlite.get(name), postgres.get(name)];
    const rows = [...new Set([...one, ...other])].map((column) => {
      const databases = [one.includes(column) ? 'SQLite' : '', other.includes(column) ? 'PostgreSQL' : ''];
      return [code(column), databases.filter((database) => database !== '').join(', ')];
    });
    return rows.length > 0 ? table(['column', 'database'], rows) : '';
  };
  return page([
    noteOf('docs/operate/data.md and the schema.sql of both storages'),
    '# Tables',
    'This page lists the tables of the database with their columns, for operators. The tables are internal: read them for analysis, and change data only by commands or the API. [Stored data](../operate/data.md) describes how long each row is kept.',
    ...[...purposes()].flatMap(([name, purpose]) => [`## ${name}`, purpose, columnsOf(name)]),
  ]);
}
