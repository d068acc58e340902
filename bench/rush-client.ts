/**
 * The rush of `rush.ts`, in a separate thread: clients of one server, each of which books, cancels, and asks for the day, as fast as it is answered. The
 * thread has a low priority, so that the cost of clients does not slow the server.
 */
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { fixtures } from '@bord/engine/testing';
import { type Connection, connectTo, requestOf } from './server.ts';

const { FRIDAY, FRIDAY_MS } = fixtures;
const SLOT_MS = 15 * 60_000;
const OPENS_MS = 10 * 60 * 60_000;
const SLOTS = 30;

/** The target of a rush; clients are spread evenly over the locations. */
export interface RushOrder {
  readonly port: number;
  readonly key: string;
  readonly locationIds: readonly string[];
  readonly clients: number;
}

/** Two numbers that both threads read at any moment: how many answers the rush has had, and 1 when it is to end. */
export type RushState = Int32Array<SharedArrayBuffer>;

const { order, state } = workerData as { readonly order: RushOrder; readonly state: RushState };
let bookings = 0;

/** Waits for `Retry-After` when a request is shed, as a partner does; any other status makes the rush fail. */
async function ask(connection: Connection, request: string, ...statuses: readonly number[]) {
  const { status, head, body } = await connection.ask(request);
  if (status === 503) await sleep(1000 * Number(/\nretry-after: (\d+)/i.exec(head)?.[1] ?? 1));
  else if (!statuses.includes(status)) throw new Error(`the rush was answered ${status}: ${body.toString()}`);
  else Atomics.add(state, 0, 1);
  return { status, body };
}

async function rushAt({ port, key }: RushOrder, locationId: string): Promise<void> {
  const connection = await connectTo({ port });
  const location = `/v1/partner-api/locations/${locationId}`;
  const day = requestOf('GET', `${location}/availability?date=${FRIDAY}&partySize=2`, key);
  while (Atomics.load(state, 1) === 0) {
    const nth = bookings++;
    const startsAt = new Date(FRIDAY_MS + OPENS_MS + (nth % SLOTS) * SLOT_MS).toISOString();
    const idempotencyKey = `rush ${process.hrtime.bigint()}`;
    const guest = { name: 'Alva Lind', email: 'alva@example.com', idempotencyKey };
    const wanted = requestOf('POST', `${location}/bookings`, key, { startsAt, partySize: 2, ...guest });
    const booked = await ask(connection, wanted, 201, 409);
    if (booked.status === 201) {
      const { id } = JSON.parse(booked.body.toString()) as { id: string };
      await ask(connection, requestOf('POST', `/v1/partner-api/bookings/${id}/cancel`, key, {}), 200);
    }
    await ask(connection, day, 200);
  }
  connection.end();
}

setPriority(10); // of this thread alone
const { locationIds, clients } = order;
for (let nth = 0; nth < clients; nth++) void rushAt(order, locationIds[nth % locationIds.length]!);
