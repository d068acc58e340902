/** Careful partners who book, hold and cancel without a pause, and ask again, under the same key, until they know. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Chance, pick } from '../seating/random.ts';
import { dayAhead } from '../../servers/bord-process.ts';
import { DEMO_ID } from '../../support/world.ts';

/** The time limit of the client: a request without an answer by then hangs. */
const CLIENT_PATIENCE_MS = 60_000;

/** An acknowledged booking. */
interface Acknowledged {
  readonly id: string;
  readonly email: string;
  status: 'confirmed' | 'cancelled';
}

/** A request that changes something, as its sender saw it. */
interface Attempt {
  readonly server: string;
  readonly startedMs: number;
  readonly endedMs: number;
  /** 0 when the connection broke, or after {@link CLIENT_PATIENCE_MS}. */
  readonly status: number;
}

export interface Partners {
  /** The acknowledged bookings by id. */
  readonly bookings: ReadonlyMap<string, Acknowledged>;
  /** Since they began to work. */
  readonly attempts: readonly Attempt[];
  /** Unexpected answers since the start. */
  readonly oddities: readonly string[];
  work(): void;
  /** A booking is from now on expected as it is; one that is not there is expected no more. */
  accept(id: string, status: Acknowledged['status'] | null): void;
  /** No new orders; resolves when every order that was begun has come to an end. */
  rest(): Promise<void>;
  /** As {@link rest}, without repeating requests. */
  abandon(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: { readonly id: string };
}

/** @param servers where their partner API is; each client stays with one */
export function partnersAt(servers: readonly string[], key: string, chance: Chance, clients = 6): Partners {
  const bookings = new Map<string, Acknowledged>();
  let attempts: Attempt[] = [];
  let oddities: string[] = [];
  let isOver = true;
  let isAbandoned = false;
  let load: Promise<unknown> = Promise.resolve();
  let orders = 0;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

  async function askOnce(server: string, path: string, order: unknown): Promise<Answer> {
    const startedMs = Date.now();
    const [status, text] = await fetch(server + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(order),
      signal: AbortSignal.timeout(CLIENT_PATIENCE_MS),
    }).then(
      async (answer): Promise<[number, string]> => [answer.status, await answer.text()],
      (error: unknown): [number, string] => [0, JSON.stringify({ error: String(error) })],
    );
    attempts.push({ server, startedMs, endedMs: Date.now(), status });
    return { status, body: JSON.parse(text) as { id: string } };
  }

  /** Until it is known what became of it. */
  async function ask(server: string, path: string, order: unknown): Promise<Answer> {
    for (;;) {
      const answer = await askOnce(server, path, order);
      if (isAbandoned || (answer.status !== 503 && answer.status !== 0)) return answer;
      await pause(100);
    }
  }

  /** Records an acknowledged booking; a rejection for lack of a table is ignored, any other answer is unexpected. */
  function take(what: string, { status, body }: Answer, email: string): void {
    if (status === 201) bookings.set(body.id, { id: body.id, email, status: 'confirmed' });
    else if (status !== 409) oddities.push(`${what}: ${status} ${JSON.stringify(body)}`);
  }

  async function runOrder(server: string): Promise<void> {
    const number = (orders += 1);
    const email = `guest-${number}@example.com`;
    const startsAt = `${dayAhead(3 + (number % 300))}T${12 + (number % 6)}:00:00Z`;
    const wish = { startsAt, partySize: 1 + (number % 6), idempotencyKey: `order-${number}` };
    const guest = { name: 'Alva', email };
    if (chance() < 0.75) {
      const answer = await ask(server, `/locations/${DEMO_ID}/bookings`, { ...wish, ...guest });
      return take('create', answer, email);
    }
    const hold = await ask(server, `/locations/${DEMO_ID}/holds`, wish);
    if (hold.status === 409) return;
    if (hold.status !== 201) return void oddities.push(`hold: ${hold.status} ${JSON.stringify(hold.body)}`);
    take('confirm', await ask(server, `/holds/${hold.body.id}/confirm`, guest), email);
  }

  async function cancel(server: string, own: Acknowledged[]): Promise<void> {
    const booking = pick(chance, own);
    const { status, body } = await ask(server, `/bookings/${booking.id}/cancel`, {});
    if (status === 200) booking.status = 'cancelled';
    else oddities.push(`cancel: ${status} ${JSON.stringify(body)}`);
  }

  async function client(number: number): Promise<void> {
    const server = servers[number % servers.length]!;
    while (!isOver) {
      const standing = [...bookings.values()].slice(-20).filter(({ status }) => status === 'confirmed');
      if (standing.length > 10 && chance() < 0.15) await cancel(server, standing);
      else await runOrder(server);
      await pause(15); // leaves time for the databases
    }
  }

  return {
    bookings,
    get attempts() {
      return attempts;
    },
    get oddities() {
      return oddities;
    },
    work() {
      [attempts, oddities, isOver] = [[], [], false];
      load = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
    },
    accept(id, status) {
      if (status === null) bookings.delete(id);
      else bookings.get(id)!.status = status;
    },
    async abandon() {
      isAbandoned = true;
      await this.rest();
    },
    async rest() {
      isOver = true;
      await load;
    },
  };
}
