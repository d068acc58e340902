/** Two servers behind a balancer are upgraded one after the other while partners book; then a downgrade is tried. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBalancer } from '../../test/servers/balancer.ts';
import { Bord, SECRET_KEY, until } from '../../test/servers/bord-process.ts';
import { type Seen, underLoad } from '../../test/servers/load.ts';
import { isReady, Supervisor, type Unit } from '../../test/servers/rolling.ts';
import { freePort } from '../../test/support/free-port.ts';
import { DEMO_ID } from '../../test/support/world.ts';
import type { Edit } from './publish.ts';

/** The statement of the invented migration, for both databases. */
const COLUMN = `ALTER TABLE bookings ADD COLUMN rehearsed TEXT NOT NULL DEFAULT 'yes';\n`;
/** The planted fault: the latest booking is gone. */
const LOSS = `DELETE FROM bookings WHERE id = (SELECT max(id) FROM bookings WHERE location_id = '${DEMO_ID}');\n`;

/** Adds a migration to both storages, as a later version would. */
export const withMigration =
  (isLossy: boolean): Edit =>
  (name, folder) => {
    if (!/adapter-(?:pg|sqlite)$/.test(name)) return;
    const sql = isLossy ? COLUMN + LOSS : COLUMN;
    const text = name.endsWith('pg') ? sql.replaceAll('bookings', 'bord.bookings') : sql;
    const file = join(folder, 'dist/index.js');
    const [, list] = /^var (\w+) = \[\{ "version": 1, /m.exec(readFileSync(file, 'utf8'))!;
    const migration = `{ version: ${list}.length + 1, name: 'rehearsed', sql: ${JSON.stringify(text)} }`;
    appendFileSync(file, `\n${list}.push(${migration});\n`);
  };

/** The programs of two installed versions, and their database. */
export interface Upgrade {
  readonly earlier: string;
  readonly later: string;
  readonly database: string;
}

/** Upgrades under load; returns the partners' results. Throws for a failed request, or a booking that differs from its answer. */
export async function upgradeUnderLoad({ earlier, later, database }: Upgrade): Promise<Seen> {
  const before = new Bord(database, {}, earlier);
  const after = new Bord(database, {}, later);
  const supervisor = new Supervisor();
  const units: Unit[] = [];
  for (const port of [await freePort(), await freePort()]) units.push(supervisor.start(before, port, '300'));
  const balancer = await startBalancer(units.map(({ port }) => port));
  const both = (): Promise<void> => until('the balancer has both', async () => balancer.allReady());
  try {
    await both();
    for (const unit of units) await until('the server is ready', async () => isReady(unit));
    const { key } = await before.key();
    const seen = await underLoad(balancer.url, key!, async (more) => {
      for (const unit of units) {
        await supervisor.restart(unit, after, '300', balancer);
        await both();
        await more(30);
      }
    });
    const faults = [...seen.failures, ...(await differences(balancer.url, key!, seen))];
    if (faults.length > 0) throw new Error(`${faults.length} faults:\n${faults.slice(0, 5).join('\n')}`);
    return seen;
  } finally {
    await balancer.close();
    await Promise.all([before.end(), after.end()]);
    supervisor.end();
  }
}

/** The bookings that the server now shows otherwise than it has answered. */
async function differences(url: string, key: string, { acknowledged, cancelled }: Seen): Promise<string[]> {
  const found: string[] = [];
  for (const id of acknowledged) {
    const response = await fetch(`${url}/v1/partner-api/bookings/${id}`, {
      headers: { 'x-partner-key': key },
    });
    const { status } = (await response.json()) as { status?: string };
    const wanted = cancelled.includes(id) ? 'cancelled' : 'confirmed';
    if (status !== wanted) found.push(`${id}: answered as ${wanted}, now ${status ?? response.status}`);
  }
  return found;
}

/** Starts a server of the earlier version on the upgraded database; its message. Throws when it serves, or does not say why it ended. */
export function refusedDowngrade({ earlier, database }: Pick<Upgrade, 'earlier' | 'database'>): string {
  const { PATH } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [earlier, 'serve', '--port', '0'], {
    env: { PATH, BORD_DATABASE: database, BORD_SECRET_KEY: SECRET_KEY },
    encoding: 'utf8',
    timeout: 30_000,
  });
  const message = stderr.trim();
  if (
    status !== 1 ||
    !/schema version \d+.*knows \d+ at most|schema is newer than this version/.test(message)
  )
    throw new Error(
      `A downgrade must end with exit code 1 and name the newer schema. It ended with ${status}: ${message}`,
    );
  return message;
}
