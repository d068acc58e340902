/** The faults of a round. Each one repairs its effect before it returns. */
import { setTimeout as pause } from 'node:timers/promises';
import { between, type Chance, pick } from '../seating/random.ts';
import type { DatabaseKind } from './database.ts';
import { whyNoFaultyDisk } from './faulty-disk.ts';
import type { Installation, RunServer } from './installation.ts';

export const FAULT_NAMES = ['kill', 'stop', 'cut', 'disk', 'fsync'] as const;
export type FaultName = (typeof FAULT_NAMES)[number];

export interface Fault {
  readonly name: FaultName;
  /** Its relative frequency. */
  readonly weight: number;
  /** Causes the fault; returns a short description, which is counted. */
  bringAbout(installation: Installation, chance: Chance): Promise<string>;
}

/** Why a fault cannot be brought about on this machine; null where it can. */
export function whyNot(name: FaultName): string | null {
  return name === 'disk' || name === 'fsync' ? whyNoFaultyDisk() : null;
}

/** The faults of these names. */
export function faultsOf(names: readonly FaultName[]): readonly Fault[] {
  return FAULTS.filter(({ name }) => names.includes(name));
}

/** SIGKILL, whatever is under way, and a new start. */
const kill: Fault = {
  name: 'kill',
  weight: 5,
  async bringAbout({ servers, database }, chance) {
    if (database.kill && chance() < 0.35) {
      if (chance() < 0.5) {
        await database.kill();
        await pause(chance() * 300);
        await database.recover();
        return KILLED.database;
      }
      const pid = await database.aBackend();
      if (pid !== null) signal(pid, 'SIGKILL');
      return KILLED.backend;
    }
    const killed = chance() < 0.2 ? servers : [pick(chance, servers)];
    await Promise.all(killed.map((server) => server.kill()));
    await Promise.all(killed.map((server) => server.start()));
    return killed.length === 1 ? KILLED.server : KILLED.servers;
  },
};

const KILLED = {
  database: 'database killed',
  backend: 'process of the database killed',
  server: 'server killed',
  servers: 'all servers killed',
} as const;

/** How many processes were killed. */
export function killsOf(counts: Readonly<Record<string, number>>, servers: number): number {
  const of = (what: string): number => counts[what] ?? 0;
  return of(KILLED.database) + of(KILLED.backend) + of(KILLED.server) + servers * of(KILLED.servers);
}

/** SIGSTOP for a moment: the process continues as if no time had passed. */
const stop: Fault = {
  name: 'stop',
  weight: 2,
  async bringAbout({ servers, database }, chance) {
    const ofDatabase = chance() < 0.4 ? await database.aBackend() : null;
    const pid = ofDatabase ?? pick(chance, servers).pid;
    signal(pid, 'SIGSTOP');
    await pause(between(chance, 100, 1200));
    signal(pid, 'SIGCONT');
    return ofDatabase === null ? 'server stopped' : 'process of the database stopped';
  },
};

/** The process may be gone. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // then it is
  }
}

/** A network that is silent for a moment, or breaks all connections. */
const cut: Fault = {
  name: 'cut',
  weight: 2,
  async bringAbout({ servers, database }, chance) {
    const server: RunServer = pick(chance, servers);
    const behind = chance() < 0.6 ? database.networkOf(server.number) : null;
    const network = behind ?? server.network;
    const where = behind ? 'server and database' : 'clients and server';
    if (chance() < 0.5) {
      network.breakAll();
      return `broken between ${where}`;
    }
    network.cut();
    await pause(between(chance, 100, 1000));
    network.mend();
    return `silent between ${where}`;
  },
};

/** No file grows for a moment. */
const disk: Fault = {
  name: 'disk',
  weight: 2,
  async bringAbout({ database }, chance) {
    return untilFelt(database, 'disk full', async () => {
      database.disk!.fail({ isFull: true });
      await pause(between(chance, 100, 700));
    });
  },
};

/** A few flushes or writes fail. */
const fsync: Fault = {
  name: 'fsync',
  weight: 2,
  async bringAbout({ database }, chance) {
    const isWrite = chance() < 0.4;
    return untilFelt(database, isWrite ? 'writes failed' : 'flushes failed', async () => {
      database.disk!.fail(isWrite ? { writes: between(chance, 1, 3) } : { flushes: between(chance, 1, 3) });
      await pause(between(chance, 50, 400));
    });
  },
};

/** Counted under its name only if a process has observed it. */
async function untilFelt(
  { disk: faulty }: Installation['database'],
  what: string,
  fail: () => Promise<void>,
): Promise<string> {
  const before = faulty!.happened();
  await fail();
  faulty!.fail({});
  return faulty!.happened() > before ? what : `${what}, and nobody wrote`;
}

const FAULTS: readonly Fault[] = [kill, stop, cut, disk, fsync];

/** The meaning of each fault on a database, for people. */
export const MEANING: Readonly<Record<FaultName, Readonly<Record<DatabaseKind, string>>>> = {
  kill: {
    sqlite: 'kill -9 of one server or all',
    postgres: 'kill -9 of one server or all, of PostgreSQL, of one of its processes',
  },
  stop: { sqlite: 'SIGSTOP of a server', postgres: 'SIGSTOP of a server or a process of PostgreSQL' },
  cut: {
    sqlite: 'connections of clients silent or broken',
    postgres: 'connections of clients, or of a server to PostgreSQL, silent or broken',
  },
  disk: { sqlite: 'no file of the database can grow', postgres: 'no file of PostgreSQL can grow' },
  fsync: {
    sqlite: 'flushes and writes of the database fail with EIO',
    postgres: 'flushes and writes of PostgreSQL fail with EIO, upon which it panics and recovers',
  },
};
