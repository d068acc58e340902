/** A storage whose primary dies, is cut off, or comes back. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { Invalidation, PrimaryChange, Storage } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Cluster, type ClusterHost, startCluster } from '../../../../test/support/cluster.ts';
import { freePort } from '../../../../test/support/free-port.ts';
import { sql } from '../../../../test/support/postgres.ts';
import { COMMIT } from '../../test-support/cuttable.ts';
import { type TcpProxy, tcpProxy } from '../../test-support/tcp-proxy.ts';
import { dumpDatabase } from '../backup.ts';
import { inspect } from '../inspect.ts';
import { migrate } from '../migrate.ts';
import { pgStorage } from '../storage.ts';

const { aBooking, aLocation, aScope, bookIfFree, LOCATION_ID, resultOf, save } = fixtures;
const soon = { timeout: 30_000, interval: 50 };

let cluster: Cluster;
let first: ClusterHost;
let second: ClusterHost;
let proxy: TcpProxy;
let applied: readonly string[];

beforeAll(async () => {
  cluster = await startCluster({ standbys: 1, synchronous: true });
  [first, second] = cluster.hosts as [ClusterHost, ClusterHost];
  proxy = await tcpProxy(first.port);
  applied = await migrate({ url: url('migrate') });
});

afterAll(async () => {
  await proxy.close();
  await cluster.stop();
});

/** Names the standby first, and the first primary through the proxy. */
const url = (name: string): string =>
  `postgres://postgres:password@127.0.0.1:${second.port},127.0.0.1:${proxy.port}/postgres?application_name=${name}`;

const nameOf = ({ port }: { readonly port: number }): string => `127.0.0.1:${port}`;

function opened(name: string): { storage: Storage; changes: PrimaryChange[]; heard: Invalidation[] } {
  const storage = pgStorage({ url: url(name) });
  const [changes, heard]: [PrimaryChange[], Invalidation[]] = [[], []];
  storage.primary!.subscribe((change) => changes.push(change));
  storage.invalidations.subscribe((invalidation) => heard.push(invalidation));
  onTestFinished(() => storage.close());
  return { storage, changes, heard };
}

test('migrations, backups and bookings go to the primary at any position of the URL', async () => {
  expect(applied).toContain('0001-baseline');
  expect(await inspect({ url: url('inspect') })).toMatchObject({ isInRecovery: false });
  const { version } = await dumpDatabase({ url: url('dump') }, (_, rows) => finished(rows.resume()));
  expect(version).toBe((await inspect({ url: url('inspect') })).wanted);
  const { storage, changes } = opened('storage');
  await storage.check();
  expect(storage.primary!.host()).toBe(nameOf(proxy));
  expect(changes).toEqual([]);
});

test('with a standby only: unavailable, with the reason for each host', async () => {
  const storage = pgStorage({ url: url('alone').replace(String(proxy.port), String(await freePort())) });
  onTestFinished(() => storage.close());
  await expect(storage.records.list('keys')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(`${nameOf(second)} \\(a standby\\), 127.0.0.1:\\d+ \\(connect ECONN`),
  });
});

test('a connection to a host that has become a standby is not used', async () => {
  let to = proxy.port;
  const lines = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const end of [near, far]) lines.add(end.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const end of lines) end.destroy();
    server.close();
  });
  const name = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage = pgStorage({ url: url('moved').replace(`127.0.0.1:${proxy.port}`, name) });
  onTestFinished(() => storage.close());
  await new Promise<void>((heard) => void storage.invalidations.subscribe(() => heard()));
  expect(storage.primary!.host()).toBe(name);
  to = second.port;
  await expect(storage.records.list('keys')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(`${name} is no longer the primary: a standby`),
  });
  for (const end of lines) end.destroy(); // its next poll finds the standby, too
  await vi.waitFor(() => expect(storage.primary!.host()).toBeNull(), soon);
});

test('a primary that does not answer one poll is kept, while no other host is the primary', async () => {
  const { storage, changes, heard } = opened('one-poll');
  await storage.check();
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }), soon); // no connection opens later
  let polls = 0;
  proxy.onSend = (bytes) => {
    if (!bytes.includes('pg_is_in_recovery')) return null;
    polls += 1;
    return polls === 1 ? 'swallow' : null;
  };
  onTestFinished(() => void (proxy.onSend = null));
  await vi.waitFor(() => expect(polls).toBeGreaterThan(1), soon);
  await storage.check();
  expect(changes).toEqual([]);
});

test('the primary dies during COMMIT, and comes back later: booked once, on the new one, which all processes follow', async () => {
  const { storage, changes, heard } = opened('follow');
  const location = await aLocation(storage);
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }), soon);
  // Saved and replicated, but the answer was lost.
  let killed: Promise<void> | undefined;
  const answers = Promise.withResolvers<void>();
  proxy.onSend = (bytes) => {
    if (!bytes.includes(COMMIT) || !bytes.includes('bk_1') || killed) return null;
    killed = saved().then(() => cluster.kill(first));
    void killed.then(answers.resolve, answers.reject);
    return null;
  };
  proxy.onAnswer = () => (killed ? 'hold' : null);
  const saved = (): Promise<void> =>
    vi.waitFor(async () => {
      const rows = await sql(first.postgres.url, `SELECT FROM bookings WHERE id = 'bk_1'`);
      expect(rows).toHaveLength(1);
    }, soon);
  const scope = aScope(location, { named: { idempotencyKey: 'k' } });
  const booking = aBooking('bk_1', { idempotencyKey: 'k' });
  const step = resultOf(storage.bookings.amend(scope, bookIfFree(booking)));
  step.catch(() => undefined);
  await answers.promise;
  proxy.set('refuse');
  heard.length = 0;
  await cluster.promote(second);
  await sql(second.postgres.url, `ALTER SYSTEM SET synchronous_standby_names = ''`);
  await sql(second.postgres.url, 'SELECT pg_reload_conf()');

  // It is booked if the new primary answers in time; otherwise a retry finds it.
  expect(['booked', 'unavailable']).toContain(await step.catch((error: { code: string }) => error.code));
  await vi.waitFor(() => storage.check(), soon);
  expect(await storage.bookings.list(LOCATION_ID)).toHaveLength(1);
  expect(storage.primary!.host()).toBe(nameOf(second));
  expect(changes).toEqual([{ from: nameOf(proxy), to: nameOf(second), afterMs: expect.any(Number) }]);
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }), soon);

  // The database has recorded both, for later processes.
  const noted = () =>
    sql<unknown>(second.postgres.url, 'SELECT timeline, host FROM primaries ORDER BY timeline');
  await vi.waitFor(
    async () =>
      expect(await noted()).toEqual([
        { timeline: 1, host: expect.any(String) }, // by the name that the first process used
        { timeline: 2, host: nameOf(second) },
      ]),
    soon,
  );

  // Changes by other processes are received there, too.
  heard.length = 0;
  const other = opened('other');
  await other.storage.records.amend(steps.serviceSwitch(true));
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }), soon);

  // The old one accepts writes, and gets none of ours.
  [proxy.onSend, proxy.onAnswer] = [null, null];
  proxy.set('open');
  await cluster.restart(first);
  await sql(first.url, 'SET synchronous_commit = local; CREATE TABLE taken ()');
  await resultOf(
    storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_2', { tables: ['T2'] }) })),
  );
  expect(await sql(first.url, 'SELECT id FROM bookings ORDER BY id')).toEqual([{ id: 'bk_1' }]);
  await cluster.kill(second);
  const late = pgStorage({ url: url('follow'), limits: { connectMs: 300 } }); // of the same process, which has seen the later one
  onTestFinished(() => late.close());
  await expect(late.check()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('an old primary: it is on timeline 1, and 2 has been seen'),
  });
  await expect(storage.records.amend(steps.serviceSwitch(false))).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(await sql(first.url, 'SELECT enabled FROM service')).toEqual([{ enabled: true }]);
});

test('the primary is cut off: pending calls ask the new one, and the old connections are not used after it recovers', async () => {
  await cluster.restart(second);
  await cluster.rebuild(first, second);
  const storage = pgStorage({ url: url('cut'), limits: { silenceMs: 60_000 } }); // longer than the time until an answer is given up
  const changes: PrimaryChange[] = [];
  storage.primary!.subscribe((change) => changes.push(change));
  onTestFinished(() => storage.close());
  await storage.records.list('keys'); // leaves an idle connection open
  expect(storage.primary!.host()).toBe(nameOf(second));
  expect(storage.pool!()).toEqual({ open: 1, idle: 1, waiting: 0 });
  cluster.cut(second);
  let answer: unknown;
  const reading = storage.records.list('keys').catch((error: { code: string }) => error.code);
  void reading.then((outcome) => (answer = outcome));
  await cluster.promote(first);
  await sql(first.postgres.url, `ALTER SYSTEM SET synchronous_standby_names = ''`);
  await sql(first.postgres.url, 'SELECT pg_reload_conf()');
  await vi.waitFor(() => expect([[], 'unavailable']).toContainEqual(answer), soon);
  await vi.waitFor(() => storage.records.amend(steps.serviceSwitch(true)), soon);
  expect(changes).toEqual([{ from: nameOf(second), to: nameOf(proxy), afterMs: expect.any(Number) }]);
  cluster.mend(second);
  await storage.records.amend(steps.serviceSwitch(false));
  expect(await sql(second.postgres.url, 'SELECT enabled FROM service')).toEqual([{ enabled: true }]);
  expect(await sql(first.postgres.url, 'SELECT enabled FROM service')).toEqual([{ enabled: false }]);
});
