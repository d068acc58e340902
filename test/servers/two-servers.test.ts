/** `bord serve` twice on one PostgreSQL, with a balancer in front of it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase, sql } from '../support/postgres.ts';
import { ask, Bord, book, type BordServer, dayAhead, demoAt, until } from './bord-process.ts';

let database: FreshDatabase;
let bord: Bord;

beforeEach(async () => {
  database = await freshDatabase();
  bord = new Bord(database.url);
});

afterEach(async () => {
  await bord.end();
  await database.drop();
});

/** Whether the demo location's largest table is free at six in the evening, UTC. */
async function isFree(server: BordServer, key: string, date: string): Promise<boolean> {
  const answer = await ask(`${demoAt(server)}/availability?date=${date}&partySize=6`, {
    headers: { 'x-partner-key': key },
  });
  const { slots } = (await answer.json()) as { slots: { slot: string; available: boolean }[] };
  return slots.find(({ slot }) => slot === `${date}T18:00:00Z`)!.available;
}

test('D7 D17 D19 what one server does the other knows: bookings, limits, revoked keys, the service switch', async () => {
  const [one, other] = [await bord.serve(), await bord.serve()];
  const { id, key } = await bord.key();
  const date = dayAhead(2);
  const table = { startsAt: `${date}T18:00:00Z`, partySize: 6 };
  expect(await isFree(other, key!, date)).toBe(true);
  const made = await book(one, key!, { ...table, idempotencyKey: 'a' });
  expect(made.status).toBe(201);
  await until('the other server shows the table as taken', async () => !(await isFree(other, key!, date)));
  expect((await book(other, key!, { ...table, idempotencyKey: 'b' })).status).toBe(409);
  const replay = await book(other, key!, { ...table, idempotencyKey: 'a' });
  expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(await replay.json()).toEqual(await made.json());

  const { key: narrow } = await bord.key(10);
  const menu = async (server: BordServer, by = key!): Promise<number> => {
    const answer = await ask(`${demoAt(server)}/menu`, { headers: { 'x-partner-key': by } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const statuses = await Promise.all(Array.from({ length: 40 }, (_, i) => menu(i % 2 ? one : other, narrow)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);

  await bord.run('service', 'disable', '--yes');
  for (const server of [one, other]) await until('both answer 503', async () => (await menu(server)) === 503);
  await bord.run('service', 'enable');
  for (const server of [one, other])
    await until('both answer again', async () => (await menu(server)) === 200);
  await bord.run('keys', 'revoke', id!, '--yes');
  for (const server of [one, other])
    await until('both refuse the key', async () => (await menu(server)) === 401);
});

test('a rolling restart under load: no request fails, no booking is lost or made twice', async () => {
  let servers = [await bord.serve(), await bord.serve()];
  const { key } = await bord.key();
  let leaving: BordServer | undefined;
  /** Requests that a server has not answered yet. */
  const underWay = new Map<BordServer, number>();
  const count = (server: BordServer, by: number): void =>
    void underWay.set(server, (underWay.get(server) ?? 0) + by);
  let isOver = false;
  const acknowledged: string[] = [];
  const failures: string[] = [];

  const client = async (number: number): Promise<void> => {
    for (let i = 0; !isOver; i++) {
      // As a balancer does: whoever says that it is about to leave gets nothing new.
      const ready = servers.filter((server) => server !== leaving);
      const startsAt = `${dayAhead(3 + ((number * 97 + i) % 300))}T${12 + (i % 6)}:00:00Z`;
      const server = ready[(number + i) % ready.length]!;
      count(server, 1);
      try {
        const order = { startsAt, idempotencyKey: `${number}-${i}`, partySize: 1 + (i % 6) };
        const answer = await book(server, key!, order);
        const body = (await answer.json()) as { id: string };
        if (answer.status === 201) acknowledged.push(body.id);
        else if (answer.status !== 409) failures.push(`${answer.status} ${JSON.stringify(body)}`);
      } catch (error) {
        failures.push(String((error as Error).cause ?? error));
      } finally {
        count(server, -1);
      }
    }
  };
  const load = Promise.all(Array.from({ length: 8 }, (_, number) => client(number)));
  for (let restart = 0; restart < 4; restart++) {
    const enough = acknowledged.length + 30;
    await until('both are at work', async () => acknowledged.length >= enough);
    const [oldest, ...rest] = servers as [BordServer, ...BordServer[]];
    leaving = oldest;
    await until('who had chosen it has been answered', async () => underWay.get(oldest) === 0);
    expect(await oldest.stop()).toBe(0);
    servers = [...rest, await bord.serve()];
    leaving = undefined;
  }
  isOver = true;
  await load;

  expect(failures).toEqual([]);
  const kept = await sql<{ id: string }>(database.url, 'SELECT id FROM bookings');
  expect(kept.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
});
