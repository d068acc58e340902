/** Partners that book, read and cancel while servers are restarted, and the check of the database afterwards. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '../support/postgres.ts';
import { DEMO_ID } from '../support/world.ts';
import { dayAhead, until } from './bord-process.ts';

/** The results of the partners, which repeat no request. */
export interface Seen {
  readonly requests: number;
  /** Ids of bookings. */
  readonly acknowledged: readonly string[];
  readonly cancelled: readonly string[];
  /** Statuses other than 200, 201 or 409, and missing answers. */
  readonly failures: readonly string[];
  readonly slowestMs: number;
}

let count = 0;

/**
 * Books, reads and cancels through the balancer during the work; returns the results.
 *
 * @param work receives a function that waits until a number of further bookings has been made
 */
export async function underLoad(
  url: string,
  key: string,
  work: (more: (count: number) => Promise<void>) => Promise<void>,
  clients = 4,
): Promise<Seen> {
  let isOver = false;
  let requests = 0;
  let slowestMs = 0;
  const acknowledged: string[] = [];
  const cancelled: string[] = [];
  const failures: string[] = [];
  const api = `${url}/v1/partner-api`;
  const headers = { 'x-partner-key': key, 'content-type': 'application/json' };

  // Not held against the OpenAPI document: the servers need the processor more.
  async function ask(path: string, order?: object): Promise<{ status: number; id: string }> {
    const startedMs = performance.now();
    const method = order ? { method: 'POST', body: JSON.stringify(order) } : {};
    requests += 1;
    try {
      const answer = await fetch(api + path, { headers, ...method });
      const { id } = (await answer.json()) as { id: string };
      if (![200, 201, 409].includes(answer.status)) failures.push(`${answer.status} of ${path}`);
      return { status: answer.status, id };
    } catch (error) {
      failures.push(`${String((error as Error).cause ?? error)} of ${path}`);
      return { status: 0, id: '' };
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    }
  }

  const client = async (): Promise<void> => {
    while (!isOver) {
      const i = (count += 1);
      const date = dayAhead(3 + (i % 300));
      const order = {
        startsAt: `${date}T${12 + ((i + Math.floor(i / 300)) % 6)}:00:00Z`,
        partySize: 1 + (i % 6),
      };
      const guest = { name: 'Alva', email: 'alva@example.com', idempotencyKey: `k-${i}` };
      if (i % 3 === 0) await ask(`/locations/${DEMO_ID}/availability?date=${date}&partySize=2`);
      else {
        const { status, id } = await ask(`/locations/${DEMO_ID}/bookings`, { ...order, ...guest });
        if (status === 201) acknowledged.push(id);
        if (status === 201 && i % 4 === 0) await ask(`/bookings/${id}`);
        if (status === 201 && i % 5 === 0 && (await ask(`/bookings/${id}/cancel`, {})).status === 200)
          cancelled.push(id);
      }
      await pause(5); // leaves time for the servers to start
    }
  };
  const load = Promise.all(Array.from({ length: clients }, client));
  async function more(wanted: number): Promise<void> {
    const enough = acknowledged.length + wanted;
    await until('bookings are made', async () => acknowledged.length >= enough);
  }
  await more(20);
  await work(more).finally(() => (isOver = true));
  await load;
  return { requests, acknowledged, cancelled, failures, slowestMs };
}

/** Bookings that the database has otherwise than the partners were answered, if no request has failed. */
export async function differencesOf(
  databaseUrl: string,
  seen: readonly Pick<Seen, 'acknowledged' | 'cancelled'>[],
): Promise<string[]> {
  const answered = new Map<string, string>();
  for (const { acknowledged, cancelled } of seen) {
    for (const id of acknowledged) answered.set(id, 'confirmed');
    for (const id of cancelled) answered.set(id, 'cancelled');
  }
  const rows = await sql<{ id: string; status: string }>(
    databaseUrl,
    'SELECT id, status FROM bookings WHERE location_id = $1',
    [DEMO_ID],
  );
  const stored = new Map(rows.map(({ id, status }) => [id, status]));
  const ids = new Set([...answered.keys(), ...stored.keys()]);
  return [...ids]
    .filter((id) => answered.get(id) !== stored.get(id))
    .map((id) => `${id}: acknowledged as ${answered.get(id)}, stored as ${stored.get(id)}`);
}
