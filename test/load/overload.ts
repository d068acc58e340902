/** Offers a server more than it can do, and looks what becomes of it. */
import { type BusyRestaurants, questionsTo } from './busy-restaurants.ts';
import { type Clients, clientsOf, type Hit, quantile, type Shot } from './load.ts';

export interface Strain {
  /** Requests a second that the server answers when as many are offered as it can do. */
  readonly capacity: number;
  /** Each with its result. */
  readonly hits: readonly Hit[];
  /** The share of requests to book that were answered with 201 or 409. */
  readonly bookingsAnswered: number;
  /** From the last answer of the load until a client finds the server as it was; null when it does not. */
  readonly recoveredAfterMs: number | null;
}

/** The connections of a proxy to one server. */
const CONNECTIONS = 600;
const PATIENCE_MS = 4000;
const WARM_MS = 1000;
const CAPACITY_MS = 2000;
const LOAD_MS = 3000;
const RECOVERY_MS = 5000;

/** @param times how many times its capacity is offered */
export async function strain(port: number, restaurants: BusyRestaurants, times: number): Promise<Strain> {
  const next = questionsTo(restaurants);
  const clients = clientsOf(port, CONNECTIONS, PATIENCE_MS);
  await clients.connect(CONNECTIONS);
  await clients.closedLoop(32, WARM_MS, next);
  const calmMs = await latency(clients, next);
  const done = await clients.closedLoop(32, CAPACITY_MS, next);
  const capacity = done.filter(isAnswered).length / (CAPACITY_MS / 1000);
  const hits = await clients.openLoop(capacity * times, LOAD_MS, next);
  const recoveredAfterMs = await recovery(() => latency(clients, next), calmMs);
  clients.end();
  const creates = hits.filter(({ kind }) => kind === 'create');
  return {
    capacity,
    hits,
    recoveredAfterMs,
    bookingsAnswered: creates.filter(isAnswered).length / creates.length,
  };
}

/** How long a day or a booking takes a single client; endless where one is not answered. */
async function latency(clients: Clients, next: () => Shot): Promise<number> {
  const light = (): Shot => {
    for (;;) {
      const shot = next();
      if (shot.kind !== 'batch') return shot;
    }
  };
  const answers = await clients.closedLoop(1, 300, light);
  return answers.every(isAnswered)
    ? quantile(
        answers.map(({ ms }) => ms),
        0.5,
      )
    : Infinity;
}

async function recovery(now: () => Promise<number>, calmMs: number): Promise<number | null> {
  const startedMs = performance.now();
  for (;;) {
    const isCalm = (await now()) < calmMs * 4 + 50;
    const passedMs = performance.now() - startedMs;
    if (passedMs > RECOVERY_MS) return null;
    if (isCalm) return passedMs;
  }
}

/** 201, 200 or 409: the server has done what it was asked for. */
function isAnswered({ status }: Hit): boolean {
  return status === 200 || status === 201 || status === 409;
}
