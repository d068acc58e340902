/** More clients than a server has capacity for, all of which continue to ask. */
import { type BusyRestaurants, questionsTo } from './busy-restaurants.ts';
import { clientsOf, type Hit } from './load.ts';

export interface Crowd {
  /** The requests to book, with their results. */
  readonly creates: readonly Hit[];
  /** The number of shed questions. */
  readonly shed: number;
  /** The statuses of a booking, a day and a range, asked when the crowd has gone. */
  readonly afterwards: readonly number[];
}

const CLIENTS = 300;
/** Clients never give up: durations are not checked. */
const PATIENCE_MS = 100_000;

/** @param bookings the crowd goes when so many have been asked for */
export async function crowd(port: number, restaurants: BusyRestaurants, bookings: number): Promise<Crowd> {
  const next = questionsTo(restaurants);
  const clients = clientsOf(port, CLIENTS, PATIENCE_MS);
  await clients.connect(CLIENTS);
  const creates: Hit[] = [];
  let [created, shed] = [0, 0];
  const one = async (): Promise<void> => {
    while (created < bookings) {
      const shot = next();
      if (shot.kind === 'create') created += 1;
      const hit = await clients.ask(shot);
      if (shot.kind === 'create') creates.push(hit);
      else if (hit.status === 503) shed += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, one));
  const afterwards: number[] = [];
  for (const kind of ['create', 'day', 'batch']) {
    let shot = next();
    while (shot.kind !== kind) shot = next();
    afterwards.push((await clients.ask(shot)).status);
  }
  clients.end();
  return { creates, shed, afterwards };
}
