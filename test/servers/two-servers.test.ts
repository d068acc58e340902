/** `bord serve` twice on one PostgreSQL. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migratedDatabase } from '../support/migrated-database.ts';
import type { FreshDatabase } from '../support/postgres.ts';
import { ask, Bord, book, type BordServer, dayAhead, demoAt, until } from './bord-process.ts';

let database: FreshDatabase;
let bord: Bord;

beforeEach(async () => {
  database = await migratedDatabase();
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
