/** A round: its locations, the clients on each of their dates, and concurrent faults. */
import { createWebhookSender } from '@bord/adapter-http/webhooks';
import { createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { chanceOf, type Chance } from '../seating/random.ts';
import { dayAhead, SECRET_KEY, until } from '../../servers/bord-process.ts';
import { account, type Account } from './account.ts';
import { check } from './checker.ts';
import { Scripted } from './clients.ts';
import type { Ground } from './wire.ts';
import type { Fault } from './faults.ts';
import type { History } from './history.ts';
import type { Installation } from './installation.ts';
import { type Model, modelOf, PLAN, startsOn } from './model.ts';

export interface RoundOptions {
  readonly number: number;
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly locations: number;
  readonly dates: number;
  readonly clients: number;
  /** Of each client. */
  readonly requests: number;
  /** Called regularly with the number of operations so far. */
  readonly onProgress?: (operations: number) => void;
}

/** A history without an order, or one whose order was not found in time. */
interface Violation {
  readonly history: History;
  readonly model: Model;
  readonly isUndecided: boolean;
}

export interface RoundResult extends Account {
  readonly histories: number;
  readonly operations: number;
  /** Operations that are only observations of a party in a list or the database. */
  readonly observations: number;
  readonly unknown: number;
  /** How often each fault was brought about. */
  readonly faults: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
}

/** The locations of a round. */
export interface Prepared {
  readonly grounds: readonly Ground[];
  readonly endpoint: string;
  readonly secret: string;
}

export async function runRound(installation: Installation, options: RoundOptions): Promise<RoundResult> {
  const chance = chanceOf(options.seed);
  const prepared = await prepare(installation, options);
  const scripts = prepared.grounds.map(
    (ground) => new Scripted(ground, installation.servers, chanceOf(Math.floor(chance() * 2 ** 31))),
  );
  let isOver = false;
  const work = Promise.all(scripts.map((script) => script.run(options.clients, options.requests))).finally(
    () => (isOver = true),
  );
  const telling = setInterval(() => options.onProgress?.(countOf(scripts)), 500);
  const faults = await bringAbout(installation, options.faults, chance, () => isOver);
  await work.finally(() => clearInterval(telling));
  await calm(installation);
  await Promise.all(scripts.map((script) => script.lookAtTheEnd()));
  const found = await account(installation, prepared, scripts);
  const histories = scripts.map(({ history }) => history);
  const operations = histories.flatMap((history) => history.operations);
  return {
    ...found,
    histories: histories.length,
    operations: operations.length,
    observations: operations.filter(({ request: { kind } }) => kind === 'listed' || kind === 'stored').length,
    unknown: operations.filter(({ answer }) => answer === null).length,
    faults,
    violations: histories.flatMap((history, i): Violation | [] => {
      const model = modelOf(prepared.grounds[i]!.startsMs);
      const { kind } = check(history, model);
      return kind === 'linearizable' ? [] : { history, model, isUndecided: kind === 'undecided' };
    }),
  };
}

const countOf = (scripts: readonly Scripted[]): number =>
  scripts.reduce((sum, { history }) => sum + history.operations.length, 0);

/** One fault after the other, until the clients have done their work. */
async function bringAbout(
  installation: Installation,
  faults: readonly Fault[],
  chance: Chance,
  isOver: () => boolean,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  if (faults.length === 0) return counts;
  const total = faults.reduce((sum, { weight }) => sum + weight, 0);
  for (await pause(100); !isOver(); await pause(50 + chance() * 250)) {
    let left = chance() * total;
    const fault = faults.find(({ weight }) => (left -= weight) < 0)!;
    const what = await fault.bringAbout(installation, chance);
    counts[what] = (counts[what] ?? 0) + 1;
    await installation.database.recover();
  }
  return counts;
}

/** Everything works again. */
async function calm({ database, servers }: Installation): Promise<void> {
  database.disk?.fail({});
  await database.recover();
  for (const server of servers) {
    if (!server.isUp) await server.start();
    const isReady = () =>
      fetch(new URL('/readyz', server.base)).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(`server ${server.number} is ready again`, isReady);
  }
}

/** Locations, a partner with a key for each date, and an endpoint that receives every event. */
async function prepare(installation: Installation, options: RoundOptions): Promise<Prepared> {
  const storage = installation.database.openStorage();
  const webhooks = createWebhookSender({ allowPrivate: true, timeoutMs: 5000 });
  const engine = createEngine({ storage, webhooks, secretKeys: [Buffer.from(SECRET_KEY, 'base64')] });
  try {
    const partner = `partner-${options.number}`;
    const grounds: Ground[] = [];
    for (let location = 0; location < options.locations; location++) {
      const locationId = crypto.randomUUID();
      await fixtures.aLocation(storage, PLAN, locationId);
      for (let day = 0; day < options.dates; day++) {
        const date = dayAhead(10 + day * 3);
        const { key } = await engine.operator.keys.create({
          partner,
          locationIds: [locationId],
          rateLimit: 1_000_000,
        });
        const name = `${options.number}${String.fromCodePoint(97 + location)}${day}`;
        grounds.push({ name, locationId, date, key, startsMs: startsOn(date) });
      }
    }
    const endpoint = `/hook?${partner}`;
    const url = new URL(endpoint, installation.receiver.url).href;
    const { secret } = await engine.operator.webhooks.add({ partner, url });
    return { grounds, endpoint, secret };
  } finally {
    engine.detach();
    await webhooks.close();
    await storage.close();
  }
}
