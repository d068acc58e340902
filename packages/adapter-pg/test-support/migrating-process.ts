/** A process that migrates a database to invented later versions, and can be killed while it does: its URL, and their migrations as JSON. */
import type { Migration } from '@bord/engine/storage';
// oxlint-disable-next-line no-restricted-imports -- the public entry takes no invented migrations
import { migrateBy } from '../src/migrate.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { migrations } from '../src/migrations.ts';

const [url, later] = process.argv.slice(2) as [string, string];
await migrateBy([...migrations(), ...(JSON.parse(later) as Migration[])], { url });
