/** The cluster of the tests does what it says. */
import { expect, onTestFinished, test } from 'vitest';
import { type ClusterHost, startCluster } from '../../support/cluster.ts';
import { clientOf, sql } from '../../support/postgres.ts';

const names = (url: string): Promise<{ name: string }[]> => sql(url, 'SELECT name FROM guests ORDER BY name');

test('§7 a cluster: a row reaches the standbys, a cut network hangs and is fixed, a standby is promoted, the old primary follows it', async () => {
  const cluster = await startCluster({ standbys: 2, synchronous: true });
  onTestFinished(() => cluster.stop());
  const [a, b, c] = cluster.hosts as [ClusterHost, ClusterHost, ClusterHost];
  await sql(a.url, 'CREATE TABLE guests (name text)');
  await sql(a.url, `INSERT INTO guests VALUES ('Alva')`);
  await cluster.caughtUp(a, [b, c]);
  expect(await names(b.url)).toEqual([{ name: 'Alva' }]);
  await expect(sql(b.url, `INSERT INTO guests VALUES ('Bo')`)).rejects.toMatchObject({ code: '25006' });

  const client = clientOf(a.url);
  client.on('error', () => undefined);
  await client.connect();
  cluster.cut(a);
  let isAnswered = false;
  const hanging = [client.query('SELECT 1'), sql(a.url, 'SELECT 1')];
  for (const answer of hanging) void answer.then(() => (isAnswered = true));
  expect(await names(a.postgres.url)).toHaveLength(1); // it runs, but is unreachable
  expect(isAnswered).toBe(false);
  cluster.mend(a);
  await Promise.all(hanging);
  await client.end();

  await cluster.kill(a);
  const next = await cluster.mostAdvanced([b, c]);
  const other = next === b ? c : b;
  await cluster.follow(other, next);
  await cluster.promote(next);
  await sql(next.url, `INSERT INTO guests VALUES ('Cleo')`); // which waits for the other one
  await cluster.restart(a);
  await sql(a.url, `SET synchronous_commit = local; INSERT INTO guests VALUES ('nobody')`); // an old primary takes writes
  await cluster.rebuild(a, next);
  await cluster.caughtUp(next, [a, other]);
  expect(await names(a.url)).toEqual([{ name: 'Alva' }, { name: 'Cleo' }]);
  expect(await names(other.url)).toEqual([{ name: 'Alva' }, { name: 'Cleo' }]);
});
