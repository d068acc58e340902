import { inspect, inspectHosts } from '@bord/adapter-pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ClusterHost, startCluster } from '../../../../test/support/cluster.ts';
import { sql } from '../../../../test/support/postgres.ts';
import { storageOf } from './storages.ts';
import type { Finding } from './finding.ts';
import { hostFindings, replicationFindings } from './replication-findings.ts';

const soon = { timeout: 30_000, interval: 50 };

test('the loss of a failover is reported in bytes, and two writable primaries are found', async () => {
  const cluster = await startCluster({ standbys: 1 });
  onTestFinished(() => cluster.stop());
  const [a, b] = cluster.hosts as [ClusterHost, ClusterHost];
  const [nameOfA, nameOfB] = [a, b].map(({ port }) => `127.0.0.1:${port}`);
  const find = async (what: string): Promise<Finding | undefined> =>
    replicationFindings(await inspect({ url: cluster.url }), await inspectHosts({ url: cluster.url })).find(
      (finding) => finding.what === what,
    );

  expect(await find(`host ${nameOfA}`)).toMatchObject({ status: 'good', found: 'the primary, timeline 1' });
  expect(await find(`host ${nameOfB}`)).toMatchObject({ status: 'good', found: 'a standby, timeline 1' });
  expect(await find('standbys')).toMatchObject({ status: 'weak' });
  expect(await find('standby b')).toMatchObject({
    status: 'good',
    figures: { lagBytes: expect.any(Number) },
  });
  expect(await find('failover now')).toMatchObject({ status: 'weak' });
  expect(await find('wal_level')).toMatchObject({ status: 'good', found: 'replica' });

  // The standby no longer receives the primary's log.
  cluster.cut(a);
  await sql(a.postgres.url, 'CREATE TABLE lost AS SELECT generate_series(1, 10000) AS number');
  const past = (): Promise<readonly Finding[]> =>
    inspect({ url: a.postgres.url }).then((state) => replicationFindings(state));
  const loss = (await past()).find(({ what }) => what === 'failover now')!;
  expect(loss).toMatchObject({ status: 'weak', found: expect.stringMatching(/would lose .* kB of the log/) });
  expect(loss.figures!['bytes']).toBeGreaterThan(100_000);
  cluster.mend(a);

  await sql(
    a.postgres.url,
    `SELECT pg_create_physical_replication_slot('c', true)`, // of a standby that never came
  );
  expect(await find('slot c')).toMatchObject({
    status: 'weak',
    advice: expect.stringContaining('drop it') as string,
  });
  await sql(a.postgres.url, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'`);
  await sql(a.postgres.url, 'SELECT pg_reload_conf()');
  await vi.waitFor(async () => expect(await find('failover now')).toMatchObject({ status: 'good' }), soon);
  expect((await find('failover now'))!.figures).toEqual({ bytes: 0, seconds: 0 });

  await cluster.promote(b);
  expect(await find(`host ${nameOfB}`)).toMatchObject({ status: 'good', found: 'the primary, timeline 2' });
  expect(await find(`host ${nameOfA}`)).toMatchObject({
    status: 'bad',
    found: 'takes writes on timeline 1, and so does another on timeline 2',
  });

  // Without a primary each host is still reported.
  await Promise.all([cluster.kill(a), cluster.kill(b)]);
  const findings = await storageOf({ kind: 'postgres', url: cluster.url }).findings();
  expect(findings.map(({ what, status }) => [what, status])).toEqual([
    ['database', 'bad'],
    [`host ${nameOfA}`, 'weak'],
    [`host ${nameOfB}`, 'weak'],
  ]);
  expect(findings[0]!.found).toMatch(/no primary among 127/);
  expect(JSON.stringify(findings)).not.toContain('password');
});

test('an unavailable host, a foreign one, a standby that missed a promotion, and a read-only primary', () => {
  const host = { role: 'standby', timeline: 2, system: '7', fault: null } as const;
  const findings = hostFindings([
    { ...host, name: 'a:1', role: 'primary' },
    { ...host, name: 'b:1', role: null, timeline: null, system: null, fault: 'connect ECONNREFUSED' },
    { ...host, name: 'c:1', system: '8' },
    { ...host, name: 'd:1', timeline: 1 },
    { ...host, name: 'e:1', role: 'read-only' },
    { ...host, name: 'f:1', system: null },
  ]);
  expect(findings.map(({ what, status, found }) => `${what} ${status} ${found}`)).toEqual([
    'host a:1 good the primary, timeline 2',
    'host b:1 weak cannot be asked: connect ECONNREFUSED',
    'host c:1 bad standby, of another database system',
    'host d:1 weak a standby, timeline 1, and the primary is on timeline 2',
    'host e:1 bad read-only, timeline 2',
    'host f:1 good a standby, timeline 2',
  ]);
  const twins = hostFindings(['a:1', 'b:1'].map((name) => ({ ...host, name, role: 'primary' })));
  expect(twins.map(({ status }) => status)).toEqual(['bad', 'bad']);
});
