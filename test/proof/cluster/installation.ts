/** Everything that runs in a round: the databases, two servers, the partners, and where events and mails arrive. */
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Chance } from '../seating/random.ts';
import { Bord, until } from '../../servers/bord-process.ts';
import { type Cluster, type ClusterHost, startCluster } from '../../support/cluster.ts';
import { startNetwork } from '../../support/network.ts';
import { freePort } from '../../support/free-port.ts';
import { openReceiver, eventOf } from '../../support/receiver.ts';
import { type Partners, partnersAt } from './partners.ts';

const SERVERS = 2;

export interface Installation {
  readonly cluster: Cluster;
  readonly partners: Partners;
  /** Of each server, without a path. */
  readonly roots: readonly string[];
  readonly bord: Bord;
  /** An administrator's change after a promotion, for servers with one address. */
  point(primary: ClusterHost): Promise<void>;
  /** Ids of bookings of which an event has arrived, by the event's type. */
  eventsOf(type: string): ReadonlySet<string>;
  /** Addresses to which a mail has gone, by its kind. */
  mailsOf(kind: 'confirmation' | 'cancelled'): ReadonlySet<string>;
  /** The failover finding of `bord doctor` at this moment: null if no acknowledged change would be lost, else its text. */
  foretoldLoss(): Promise<string | null>;
  /** Puts what servers and databases have written into a folder. */
  keepLogs(folder: string): void;
  close(): Promise<void>;
}

interface DoctorFinding {
  readonly what: string;
  readonly status: string;
  readonly found: string;
}

export interface InstallationOptions {
  readonly chance: Chance;
  readonly synchronous?: boolean;
  /** The servers know one address only, which is pointed to the primary; else the names of all hosts. */
  readonly isFronted?: boolean;
}

/**
 * Starts it; the partners rest.
 *
 * @param env for the servers
 */
export async function openInstallation(
  { synchronous = true, isFronted = false, chance }: InstallationOptions,
  env: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'bord-failover-'));
  const mails = join(folder, 'mails');
  mkdirSync(mails);
  const cluster = await startCluster({ standbys: 2, synchronous });
  const receiver = await openReceiver();
  let front = isFronted ? await startNetwork(cluster.hosts[0]!.port) : null;
  const url = front ? `postgres://postgres:password@127.0.0.1:${front.port}/postgres` : cluster.url;
  const bord = new Bord(url, { BORD_WEBHOOK_ALLOW_PRIVATE: '1', BORD_MAIL: `file:${mails}`, ...env });
  const ports = await Promise.all(Array.from({ length: SERVERS }, () => freePort()));
  const roots = ports.map((port) => `http://127.0.0.1:${port}`);
  async function serve(port: number, index: number): Promise<void> {
    const child = bord.start(['serve', '--port', String(port)], { BORD_LOG: 'info' });
    child.stdout!.pipe(createWriteStream(join(folder, `server-${index}.log`)));
    const isReady = () =>
      fetch(`${roots[index]}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until('the server is ready', isReady);
  }
  // The first makes the schema.
  for (const [index, port] of ports.entries()) await serve(port, index);
  const { key } = await bord.key();
  await bord.run('webhooks', 'add', '--partner', 'acme', '--url', receiver.url);
  const partners = partnersAt(
    roots.map((root) => `${root}/v1/partner-api`),
    key!,
    chance,
  );
  return {
    cluster,
    partners,
    roots,
    bord,
    async point(primary) {
      if (!front) return;
      const { port } = front;
      await front.close();
      front = await startNetwork(primary.port, port);
    },
    eventsOf: (type) =>
      new Set(
        receiver.received
          .map(eventOf)
          .filter((event) => event.type === type)
          .map(({ data }) => String(data['bookingId'])),
      ),
    mailsOf(kind) {
      const files = readdirSync(mails).filter((name) => name.includes(`-${kind}-`) && name.endsWith('.eml'));
      return new Set(
        files.map((name) => /^To: (.*?)\r?$/m.exec(readFileSync(join(mails, name), 'utf8'))![1]!),
      );
    },
    async foretoldLoss() {
      const { findings } = (await bord.run('doctor')) as unknown as { findings: readonly DoctorFinding[] };
      const finding = findings.find(({ what }) => what === 'failover now');
      return finding?.status === 'good' ? null : (finding?.found ?? 'nothing of it');
    },
    keepLogs(into) {
      mkdirSync(into, { recursive: true });
      const logs = cluster.hosts.map(({ postgres }) => postgres.logPath);
      const written = readdirSync(folder).filter((name) => name.endsWith('.log'));
      for (const path of [...logs, ...written.map((name) => join(folder, name))])
        if (existsSync(path)) copyFileSync(path, join(into, path.split('/').at(-1)!));
    },
    async close() {
      await partners.abandon().catch(() => undefined);
      await bord.end();
      await receiver.close();
      await front?.close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
