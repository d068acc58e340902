/**
 * Two servers on one PostgreSQL are restarted one after the other behind a balancer, as `docs/operate/upgrade.md` says, under load; also from an
 * earlier version of Bord to this one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import { freePort } from '../support/free-port.ts';
import { type FreshDatabase, freshDatabase, sql } from '../support/postgres.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { Bord, until } from './bord-process.ts';
import { commitsBeforeMigrations, earlierSources } from './earlier-sources.ts';
import { differencesOf, underLoad } from './load.ts';
import { isReady, Supervisor, type Unit } from './rolling.ts';

let database: FreshDatabase;
let bord: Bord;
let supervisor: Supervisor;
let balancer: Balancer | undefined;

beforeEach(async () => {
  database = await freshDatabase();
  bord = new Bord(database.url);
  supervisor = new Supervisor();
});

afterEach(async () => {
  await balancer?.close();
  await bord.end();
  await database.drop();
  supervisor.end();
});

/** Two servers behind the balancer, which has noticed both. */
async function startTwo(
  of: Bord,
  grace: string,
): Promise<{ units: Unit[]; url: string; both(): Promise<void> }> {
  const units = [
    supervisor.start(of, await freePort(), grace),
    supervisor.start(of, await freePort(), grace),
  ];
  balancer = await startBalancer(units.map(({ port }) => port));
  const { url, allReady } = balancer;
  const both = () => until('the balancer has both', async () => allReady());
  await both();
  for (const unit of units) await until('it says so to systemd', async () => isReady(unit));
  return { units, url, both };
}

test('a rolling upgrade by readiness: no request fails, and no booking is lost or made twice', async () => {
  const { units, url, both } = await startTwo(bord, '300');
  const { key } = await bord.key();
  const careful = await underLoad(url, key!, async () => {
    for (const unit of units) {
      await supervisor.restart(unit, bord, '0', balancer!);
      await both();
    }
  });
  expect(careful.failures).toEqual([]);
  expect(await differencesOf(database.url, [careful])).toEqual([]);

  // The control: servers that exit immediately.
  const careless = await underLoad(url, key!, async () => {
    for (const unit of units) await supervisor.restart(unit, bord, '0', null);
    await both();
  });
  expect(careless.failures.length).toBeGreaterThan(0);
});

/** A schema identifies a version: each tried one is the last before a migration. */
const EARLIER = IS_LONG ? commitsBeforeMigrations(3) : [];

describe.runIf(EARLIER.length > 0)('from an earlier version', () => {
  test.each(EARLIER)('%s: bord migrate under its load, then one server after the other', async (commit) => {
    const folder = mkdtempSync(join(tmpdir(), 'bord-earlier-'));
    const earlier = new Bord(database.url, {}, earlierSources(commit, folder));
    try {
      const { units, url, both } = await startTwo(earlier, '300');
      const { key } = await earlier.key();
      const before = await sql(database.url, 'SELECT version FROM schema_migrations');
      const { failures, ...made } = await underLoad(url, key!, async (more) => {
        await bord.run('migrate');
        await more(50);
        for (const unit of units) {
          await supervisor.restart(unit, bord, '300', balancer!);
          await both();
          await more(50); // of both versions side by side, and then of this one
        }
      });
      expect(failures).toEqual([]);
      expect(await differencesOf(database.url, [made])).toEqual([]);
      const after = await sql(database.url, 'SELECT version FROM schema_migrations');
      expect(after.length).toBeGreaterThan(before.length);
    } finally {
      await earlier.end();
      rmSync(folder, { recursive: true });
    }
  });
});
