/** Ways in which a primary comes to an end, under load. Each leaves a whole cluster behind, with another primary. */
import { setTimeout as pause } from 'node:timers/promises';
import { between, type Chance } from '../seating/random.ts';
import { until } from '../../servers/bord-process.ts';
import { type ClusterHost, SYNCHRONOUS } from '../../support/cluster.ts';
import { sql } from '../../support/postgres.ts';
import { storedAt } from './check.ts';
import type { Installation } from './installation.ts';

export interface Row {
  readonly name: string;
  /** Commits wait for no standby, and the standbys are behind: changes acknowledged in this time are lost. */
  readonly loses?: true;
  /** Leaves the installation with the primary that it returns. */
  run(installation: Installation, primary: ClusterHost, chance: Chance): Promise<Turn>;
}

/** The result of a row. */
export interface Turn {
  readonly primary: ClusterHost;
  /** How long the promotion took. */
  readonly promotionMs: number;
  /** After the promotion, until each server had made a change again. */
  readonly answeredAfterMs: number;
  /** Ids that were written to a primary of the past. */
  readonly astray: readonly string[];
  /** The loss that `bord doctor` predicted just before: null for none; omitted if it was not asked. */
  readonly foretold?: string | null;
}

const others = (installation: Installation, ...hosts: ClusterHost[]): ClusterHost[] =>
  installation.cluster.hosts.filter((host) => !hosts.includes(host));

/** Promotes whoever has the most, as Patroni does, and lets the other one follow it; of two that have the same, the one that is preferred. */
async function failOver(
  installation: Installation,
  gone: ClusterHost,
  preferred = others(installation, gone)[0]!,
) {
  const { cluster } = installation;
  const [other] = others(installation, gone, preferred);
  const primary = await cluster.mostAdvanced([preferred, other!]);
  const follower = primary === preferred ? other! : preferred;
  // A delayed standby would not follow the next timeline before it has applied this one: all commits would wait.
  await follower.postgres.set({ recovery_min_apply_delay: '0' });
  await cluster.follow(follower, primary);
  const startMs = Date.now();
  await cluster.promote(primary);
  const promotedMs = Date.now();
  await installation.point(primary);
  const answeredAfterMs = await answeredAgain(installation, promotedMs);
  return { primary, promotionMs: promotedMs - startMs, answeredAfterMs };
}

/** Waits until each server has made a change for somebody; after how long the last of them did. */
async function answeredAgain({ partners, roots }: Installation, sinceMs: number): Promise<number> {
  const firstOf = (root: string): number | undefined =>
    partners.attempts.find(
      ({ server, endedMs, status }) =>
        server.startsWith(root) && endedMs > sinceMs && (status === 200 || status === 201),
    )?.endedMs;
  await until('each server makes changes again', async () =>
    roots.every((root) => firstOf(root) !== undefined),
  );
  return Math.max(...roots.map((root) => firstOf(root)! - sinceMs));
}

const someLoad = (chance: Chance): Promise<void> => pause(between(chance, 500, 1500));

/** The bookings at a host that it did not have before. */
async function newAt(host: ClusterHost, before: readonly { id: string }[]): Promise<string[]> {
  const known = new Set(before.map(({ id }) => id));
  return (await storedAt(host)).map(({ id }) => id).filter((id) => !known.has(id));
}

const killed: Row = {
  name: 'killed',
  async run(installation, primary, chance) {
    await someLoad(chance);
    const foretold = await installation.foretoldLoss();
    await installation.cluster.kill(primary);
    const turn = await failOver(installation, primary);
    await someLoad(chance);
    await installation.cluster.rebuild(primary, turn.primary);
    return { ...turn, astray: [], foretold };
  },
};

const cutOff: Row = {
  name: 'cut off',
  async run(installation, primary, chance) {
    const { before, turn } = await cutAndComeBack(installation, primary, chance);
    await answeredAgain(installation, Date.now());
    await someLoad(chance);
    const astray = await newAt(primary, before);
    await primary.postgres.set(SYNCHRONOUS);
    await installation.cluster.rebuild(primary, turn.primary);
    return { ...turn, astray };
  },
};

/** The primary is cut off and replaced, and comes back; for a moment it is the only one that answers. Returns its bookings up to then. */
async function cutAndComeBack(installation: Installation, primary: ClusterHost, chance: Chance) {
  const { cluster } = installation;
  await someLoad(chance);
  cluster.cut(primary);
  await pause(between(chance, 200, 1500));
  const turn = await failOver(installation, primary);
  await someLoad(chance);
  // It accepts writes, also those that were waiting: it no longer waits for standbys that it has lost.
  await primary.postgres.set({ synchronous_standby_names: '' });
  await until('nothing is under way at it', () => isQuiet(primary));
  const before = await storedAt(primary);
  cluster.mend(primary);
  await pause(between(chance, 100, 500));
  cluster.cut(turn.primary);
  await endConnections(turn.primary);
  await pause(between(chance, 500, 2000));
  cluster.mend(turn.primary);
  return { before, turn };
}

/** The control of the fence: waits until the old primary has been written to, and leaves everything as it is then. How many bookings it got. */
export async function bookingsAtOldPrimary(installation: Installation, chance: Chance): Promise<number> {
  const primary = installation.cluster.hosts[0]!;
  const { before } = await cutAndComeBack(installation, primary, chance);
  const written = async (): Promise<number> => (await newAt(primary, before)).length;
  await until('it is written to', async () => (await written()) > 0, 20_000).catch(() => undefined);
  return written();
}

/** All its statements have ended: also those that waited for locks of statements that waited for a standby. */
async function isQuiet({ postgres }: ClusterHost): Promise<boolean> {
  const busy = `SELECT FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'`;
  return (await sql(postgres.url, busy)).length === 0;
}

/** Of everybody but the standbys. */
async function endConnections({ postgres }: ClusterHost): Promise<void> {
  await sql(
    postgres.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
}

/**
 * The primary has no standby any more, and servers still reach it, also next to the promoted one. Changes there wait for a standby until the
 * primary is given up, and so do repeated requests: the primary acknowledges no change that the next primary lacks.
 */
const alone: Row = {
  name: 'alone',
  async run(installation, primary, chance) {
    const { cluster } = installation;
    await someLoad(chance);
    cluster.cutFromFollowers(primary);
    await someLoad(chance);
    // After a restart it shows unacknowledged changes, and waits for standbys as before.
    await primary.postgres.kill();
    await cluster.restart(primary);
    await pause(between(chance, 500, 1500));
    const turn = await failOver(installation, primary);
    const before = await storedAt(primary);
    await someLoad(chance);
    const astray = await newAt(primary, before);
    cluster.mend(primary);
    await cluster.rebuild(primary, turn.primary);
    return { ...turn, astray };
  },
};

/** The delayed standby has received everything: it is promoted, and applies the rest immediately. */
const lagging: Row = {
  name: 'lagging',
  async run(installation, primary, chance) {
    const late = others(installation, primary)[between(chance, 0, 1)]!;
    await late.postgres.set({ recovery_min_apply_delay: `${between(chance, 2, 20)}s` });
    await someLoad(chance);
    await installation.cluster.kill(primary);
    const turn = await failOver(installation, primary, late);
    await late.postgres.set({ recovery_min_apply_delay: '0' });
    await someLoad(chance);
    await installation.cluster.rebuild(primary, turn.primary);
    return { ...turn, astray: [] };
  },
};

const switchedOver: Row = {
  name: 'switched over',
  async run(installation, primary, chance) {
    await someLoad(chance);
    await installation.cluster.shutDown(primary);
    const turn = await failOver(installation, primary);
    await installation.cluster.follow(primary, turn.primary); // as it is: it has handed over all it had
    await someLoad(chance);
    return { ...turn, astray: [] };
  },
};

/** The control of all others: without a standby that is waited for, bookings are lost, and that is seen. */
const asynchronous: Row = {
  name: 'asynchronous',
  loses: true,
  async run(installation, primary, chance) {
    const standbys = others(installation, primary);
    await primary.postgres.set({ synchronous_standby_names: '' });
    await someLoad(chance);
    for (const { postgres } of standbys) await postgres.set({ primary_conninfo: '' });
    await someLoad(chance);
    const foretold = await installation.foretoldLoss();
    await installation.cluster.kill(primary);
    const turn = await failOver(installation, primary);
    await someLoad(chance);
    await primary.postgres.set(SYNCHRONOUS);
    await installation.cluster.rebuild(primary, turn.primary);
    return { ...turn, astray: [], foretold };
  },
};

export const ROWS: readonly Row[] = [killed, cutOff, alone, lagging, switchedOver, asynchronous];
