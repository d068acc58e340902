/** Real PostgreSQLs that replicate each other, each behind a separate network that can be cut. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Network, startNetwork } from './network.ts';
import { giveToPostgres, PostgresHost } from './postgres-host.ts';
import { freePort } from './free-port.ts';
import { sql } from './postgres.ts';

export interface ClusterHost {
  readonly name: string;
  /** Where servers find it, on 127.0.0.1: the way that can be cut. */
  readonly port: number;
  /** Through the network that can be cut. */
  readonly url: string;
  /** The port for its standbys: a separate route. */
  readonly followedAt: number;
  /** The direct route for observations, and PostgreSQL itself. */
  readonly postgres: PostgresHost;
}

export interface ClusterOptions {
  /** The number of standbys of the first host; default 2. */
  readonly standbys?: number;
  /** A commit waits until one standby has flushed it; default false. */
  readonly synchronous?: boolean;
}

export interface Cluster {
  /** The first is the primary at the beginning. */
  readonly hosts: readonly ClusterHost[];
  /** Names all hosts, as libpq writes them. */
  readonly url: string;
  /** Cuts all traffic, to servers and to the other hosts. */
  cut(host: ClusterHost): void;
  /** Cuts its standbys off; servers still reach it. */
  cutFromFollowers(host: ClusterHost): void;
  mend(host: ClusterHost): void;
  /** SIGKILL. */
  kill(host: ClusterHost): Promise<void>;
  /** The clean end, which hands the standbys all that was written. */
  shutDown(host: ClusterHost): Promise<void>;
  /** In its earlier role: a primary, or a standby of the same host. */
  restart(host: ClusterHost): Promise<void>;
  /** The one of these standbys that has received the most: one that is promoted instead of it would lose what it has acknowledged. */
  mostAdvanced(hosts: readonly ClusterHost[]): Promise<ClusterHost>;
  promote(host: ClusterHost): Promise<void>;
  /** A running standby follows another from now on; one that was shut down as a primary is started as a standby. */
  follow(host: ClusterHost, primary: ClusterHost): Promise<void>;
  /** Discards diverged data: a copy of the primary follows it. */
  rebuild(host: ClusterHost, primary: ClusterHost): Promise<void>;
  /** Waits until every standby has applied what the primary has written by now. */
  caughtUp(primary: ClusterHost, standbys: readonly ClusterHost[]): Promise<void>;
  stop(): Promise<void>;
}

/** Letters name hosts: a, b, c. */
const nameOf = (index: number): string => String.fromCodePoint(97 + index);

/** Starts a primary and its standbys, and returns when all of them answer and all standbys are connected. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { standbys = 2, synchronous = false } = options;
  const folder = await mkdtemp(join(tmpdir(), 'bord-cluster-'));
  await chmod(folder, 0o711);
  const networks: Network[] = [];
  const waysOfFollowers: Network[] = [];
  const hosts: ClusterHost[] = [];
  for (let i = 0; i <= standbys; i++) {
    const postgres = new PostgresHost(nameOf(i), folder, await freePort());
    const network = await startNetwork(postgres.port);
    const wayOfFollowers = await startNetwork(postgres.port);
    const { port } = network;
    networks.push(network);
    waysOfFollowers.push(wayOfFollowers);
    const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
    hosts.push({ name: postgres.name, port, url, followedAt: wayOfFollowers.port, postgres });
  }
  const [first, ...others] = hosts as [ClusterHost, ...ClusterHost[]];
  const followersOf = (host: ClusterHost): Network => waysOfFollowers[hosts.indexOf(host)]!;
  const waysOf = (host: ClusterHost): readonly Network[] => [
    networks[hosts.indexOf(host)]!,
    followersOf(host),
  ];
  const cluster: Cluster = {
    hosts,
    url: `postgres://postgres:password@${hosts.map(({ port }) => `127.0.0.1:${port}`).join()}/postgres?target_session_attrs=read-write`,
    cut: (host) => waysOf(host).forEach((way) => way.cut()),
    cutFromFollowers: (host) => followersOf(host).cut(),
    mend: (host) => waysOf(host).forEach((way) => way.mend()),
    kill: ({ postgres }) => postgres.kill(),
    shutDown: ({ postgres }) => postgres.stop(),
    restart: ({ postgres }) => postgres.start(),
    mostAdvanced,
    promote: ({ postgres }) => postgres.promote(),
    async follow({ name, postgres }, primary) {
      await postgres.follow(connectionTo(primary, name));
      if (!(await postgres.isRunning())) await postgres.start();
    },
    async rebuild(host, primary) {
      await host.postgres.stop('immediate');
      await host.postgres.copyFrom(primary.postgres);
      await cluster.follow(host, primary);
    },
    caughtUp,
    async stop() {
      await Promise.all(hosts.map(({ postgres }) => postgres.stop('immediate')));
      await Promise.all([...networks, ...waysOfFollowers].map((network) => network.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await first.postgres.initialise();
    await giveToPostgres(folder);
    for (const { postgres } of others) execFileSync('cp', ['-a', first.postgres.folder, postgres.folder]);
    for (const { postgres } of hosts) await postgres.set({ ...SETTINGS, ...(synchronous && SYNCHRONOUS) });
    await first.postgres.start();
    await Promise.all(others.map((host) => cluster.follow(host, first)));
    await caughtUp(first, others);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/** A commit waits until any one standby has it on its disk. */
export const SYNCHRONOUS = { synchronous_standby_names: 'ANY 1 (*)' };

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  // A returned standby finds the missing log, and retries its primary immediately instead of after five seconds.
  wal_keep_size: '1GB',
  wal_retrieve_retry_interval: '200ms',
};

const connectionTo = ({ followedAt }: ClusterHost, name: string): string =>
  `host=127.0.0.1 port=${followedAt} user=postgres password=password application_name=${name}`;

async function mostAdvanced(hosts: readonly ClusterHost[]): Promise<ClusterHost> {
  const received = await Promise.all(
    hosts.map(async (host) => {
      const question = `SELECT greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0' AS bytes`;
      const [row] = await sql<{ bytes: string }>(host.postgres.url, question);
      return { host, bytes: BigInt(row!.bytes) };
    }),
  );
  return received.reduce((a, b) => (b.bytes > a.bytes ? b : a)).host;
}

async function caughtUp(primary: ClusterHost, standbys: readonly ClusterHost[]): Promise<void> {
  const [row] = await sql<{ lsn: string }>(primary.postgres.url, 'SELECT pg_current_wal_flush_lsn() AS lsn');
  await Promise.all(
    standbys.map(async ({ postgres }) => {
      const reached = `SELECT coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS yes`;
      const deadlineMs = Date.now() + 120_000;
      for (;;) {
        const [answer] = await sql<{ yes: boolean }>(postgres.url, reached, [row!.lsn]);
        if (answer!.yes) return;
        if (Date.now() > deadlineMs)
          throw new Error(`${postgres.name} does not follow: see ${postgres.logPath}`);
      }
    }),
  );
}
