/** An invented next migration: a column and an index for every table, and a new table. Servers of this version must keep working with it. */
export function nextMigration(tables: readonly string[]): string {
  const additions = tables.map(
    (table) => `ALTER TABLE ${table} ADD COLUMN of_next_version integer NOT NULL DEFAULT 7;
      CREATE INDEX ${table}_of_next_version ON ${table} (of_next_version);`,
  );
  return `${additions.join('\n')} CREATE TABLE of_next_version (id integer PRIMARY KEY);`;
}
