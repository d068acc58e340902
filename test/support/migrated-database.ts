/** A PostgreSQL database with the schema in it: a copy of one that is migrated once in a test run, which takes a fifth of the work. */
import { createHash } from 'node:crypto';
import { migrate } from '@bord/adapter-pg';
import pg from 'pg';
import { type FreshDatabase, freshDatabase } from './postgres.ts';

/** PostgreSQL's code for a missing template. */
const NO_SUCH_DATABASE = '3D000';

/** Creates a migrated database on the server of this run. */
export async function migratedDatabase(): Promise<FreshDatabase> {
  const template = templateName();
  try {
    return await freshDatabase(template);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === NO_SUCH_DATABASE)) throw error;
  }
  await makeTemplate(template);
  return freshDatabase(template);
}

/** One for each run, also on a server that several runs share: their schemas may differ. */
function templateName(): string {
  const run = process.env['BORD_TEST_RUN'];
  if (!run) throw new Error('no run has been named: is test/support/postgres.ts a globalSetup of vitest?');
  return `bord_template_${run}`;
}

/** Whichever test file comes first; the others wait for it. */
async function makeTemplate(name: string): Promise<void> {
  const server = new pg.Client({ connectionString: process.env['BORD_TEST_PG_URL'] });
  await server.connect();
  try {
    const lock = createHash('sha256').update(name).digest().readInt32BE();
    await server.query('SELECT pg_advisory_lock($1)', [lock]);
    const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    const made = await freshDatabase();
    await migrate(made);
    await server.query(`ALTER DATABASE ${new URL(made.url).pathname.slice(1)} RENAME TO ${name}`);
  } finally {
    await server.end();
  }
}
