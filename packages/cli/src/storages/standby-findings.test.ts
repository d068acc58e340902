import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from '@bord/adapter-pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../test/support/free-port.ts';
import { postgresIn, sql } from '../../../../test/support/postgres.ts';
import { standbyFindings } from './replication-findings.ts';

/** A PostgreSQL and one that follows it, by a copy of its data. */
async function primaryAndStandby() {
  const folder = mkdtempSync(join(tmpdir(), 'bord-standby-'));
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')];
  const [port, standbyPort] = [await freePort(), await freePort()];
  const primary = postgresIn(first, port);
  const standby = postgresIn(second, standbyPort);
  onTestFinished(async () => {
    await Promise.allSettled([standby.stop(), primary.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });
  execFileSync('chmod', ['755', folder]);
  await primary.initialise();
  execFileSync('cp', ['-a', first, second]);
  writeFileSync(join(second, 'standby.signal'), '');
  const conninfo = `host=127.0.0.1 port=${port} user=postgres password=password`;
  appendFileSync(join(second, 'postgresql.conf'), `\nprimary_conninfo = '${conninfo}'\n`);
  await primary.start();
  const urlOf = (at: number): string => `postgres://postgres:password@127.0.0.1:${at}/postgres`;
  return { url: urlOf(port), standbyUrl: urlOf(standbyPort), standby };
}

const findingsAt = async (url: string) => standbyFindings(await inspect({ url }));

test('a primary whose standbys are not waited for can lose acknowledged bookings, and says so', async () => {
  const { url, standbyUrl, standby } = await primaryAndStandby();
  expect(await findingsAt(url)).toEqual([]);

  void standby.start().catch(() => undefined); // it waits for words that a standby never says
  const following = async () => (await inspect({ url })).standbys;
  await expect.poll(following, { timeout: 30_000 }).toBe(1);
  expect(await findingsAt(url)).toEqual([
    {
      what: 'standbys',
      status: 'weak',
      found: '1, and commits do not wait for one: synchronous_standby_names is empty',
      advice: expect.stringMatching(/acknowledged bookings can be lost .* set synchronous_standby_names/),
    },
  ]);
  expect(await findingsAt(standbyUrl)).toEqual([]);

  await sql(url, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'`);
  await sql(url, 'SELECT pg_reload_conf()');
  await expect.poll(async () => (await findingsAt(url))[0]?.status).toBe('good');
  await standby.stop();
  await expect.poll(following, { timeout: 30_000 }).toBe(0);
  expect(await findingsAt(url)).toEqual([
    expect.objectContaining({ status: 'bad', found: expect.stringContaining('commits wait') }),
  ]);
});

test('a standby that has a place kept for it counts while it is away', async () => {
  const { url } = await primaryAndStandby();
  await sql(url, `SELECT pg_create_physical_replication_slot('standby')`);
  expect(await findingsAt(url)).toEqual([expect.objectContaining({ status: 'weak' })]);
});
