/** The installation under all rounds: a database, its servers, and the receivers of events and e-mails. */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildProcess } from 'node:child_process';
import { Bord, until } from '../../servers/bord-process.ts';
import { freePort } from '../../support/free-port.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { type Network, startNetwork } from '../../support/network.ts';
import { openReceiver, type Receiver } from '../../support/receiver.ts';
import { type DatabaseKind, openDatabase, type RunDatabase } from './database.ts';

const BUILT = fileURLToPath(new URL('../../../packages/cli/bin/bord.js', import.meta.url));

/** A `bord serve`, which may be killed and started again. */
export interface RunServer {
  readonly number: number;
  /** Base of its partner API, through a network that can be cut. */
  readonly base: string;
  /** Between clients and it. */
  readonly network: Network;
  /** It has not been killed, and has been ready since. */
  readonly isUp: boolean;
  readonly pid: number;
  /** SIGKILL; it is started again by {@link start}. */
  kill(): Promise<void>;
  /** Returns when it is ready. */
  start(): Promise<void>;
}

export interface Installation {
  readonly folder: string;
  readonly database: RunDatabase;
  readonly servers: readonly RunServer[];
  readonly receiver: Receiver;
  readonly mailServer: MailServer;
  close(): Promise<void>;
}

export interface InstallationOptions {
  readonly storage: DatabaseKind;
  readonly servers: number;
  /** Run the sources with this module preloaded, and not what was built. */
  readonly preload?: string | undefined;
  /** Run the sources, also without. */
  readonly isSource?: boolean | undefined;
  /** Is given the database before there are servers. */
  readonly prepareEmpty?: ((database: RunDatabase) => Promise<void>) | undefined;
}

export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'bord-histories-'));
  await chmod(folder, 0o777); // PostgreSQL may run as somebody else
  const database = await openDatabase(options.storage, folder, options.servers);
  await options.prepareEmpty?.(database);
  const [receiver, mailServer] = await Promise.all([openReceiver(), openMailServer()]);
  const isSource = options.isSource === true || options.preload !== undefined;
  const bord = new Bord(
    database.urlOf(0),
    serverEnv(database, mailServer, options),
    isSource ? undefined : BUILT,
  );
  const servers: RunServer[] = [];
  for (let number = 0; number < options.servers; number++) {
    const server = await openServer(bord, database, folder, number);
    await server.start(); // the first makes the schema
    servers.push(server);
  }
  return {
    folder,
    database,
    servers,
    receiver,
    mailServer,
    async close() {
      await bord.end();
      await Promise.all(servers.map(({ network }) => network.close()));
      await Promise.all([receiver.close(), mailServer.close()]);
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function serverEnv(
  { serverEnv: disk }: RunDatabase,
  { port }: MailServer,
  { preload }: InstallationOptions,
): Record<string, string> {
  return {
    BORD_WEBHOOK_ALLOW_PRIVATE: '1',
    BORD_WEBHOOK_DELAYS: Array.from({ length: 20 }, () => '1').join(),
    BORD_MAIL: `smtp://127.0.0.1:${port}`,
    BORD_DEMO: '0',
    ...disk,
    ...(preload !== undefined && { NODE_OPTIONS: `--import=${preload}` }),
  };
}

async function openServer(
  bord: Bord,
  database: RunDatabase,
  folder: string,
  number: number,
): Promise<RunServer> {
  const port = await freePort();
  const root = `http://127.0.0.1:${port}`;
  const network = await startNetwork(port);
  let child: ChildProcess | undefined;
  let isUp = false;
  return {
    number,
    base: `http://127.0.0.1:${network.port}/v1/partner-api`,
    network,
    get isUp() {
      return isUp;
    },
    get pid() {
      return child!.pid!;
    },
    async kill() {
      isUp = false;
      if (child!.exitCode !== null || child!.signalCode !== null) return;
      child!.kill('SIGKILL');
      await once(child!, 'exit');
    },
    async start() {
      // Its database may be recovering: it waits for that.
      child = bord.start(['serve', '--port', String(port)], {
        BORD_LOG: 'warn',
        BORD_DATABASE: database.urlOf(number),
      });
      child.stdout!.pipe(createWriteStream(join(folder, `server-${number}.log`), { flags: 'a' }));
      const isReady = async (): Promise<boolean> => {
        if (child!.exitCode !== null) throw new Error(`server ${number} ended by itself: see ${folder}`);
        return fetch(`${root}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        );
      };
      await until(`server ${number} is ready`, isReady);
      isUp = true;
    },
  };
}
