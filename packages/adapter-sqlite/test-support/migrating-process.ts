/** A process that migrates a database to invented versions (path, migrations as JSON); killed while it changes a booking (id). */
import type { Migration } from '@bord/engine/storage';
import Sqlite from 'better-sqlite3';
// oxlint-disable-next-line no-restricted-imports -- the public entry takes no invented migrations
import { migrateDatabase } from '../src/schema.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { migrations } from '../src/migrations.ts';

const [path, later, id] = process.argv.slice(2) as [string, string, string];
const database = new Sqlite(path);
database.function('die', () => {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
});
database.exec(
  `CREATE TEMP TRIGGER dying BEFORE UPDATE ON main.bookings WHEN NEW.id = '${id}' BEGIN SELECT die(); END`,
);
migrateDatabase(database, [...migrations(), ...(JSON.parse(later) as Migration[])]);
