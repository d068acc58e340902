/** `bord serve` killed with -9 in the midst of booking and delivering: every event of a booking that was acknowledged arrives. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { Bord, book, type BordServer, dayAhead, until } from '../servers/bord-process.ts';
import { inFull } from '../support/long.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { sql } from '../support/postgres.ts';
import { eventOf, openReceiver } from '../support/receiver.ts';
import { seed } from '../support/seed.ts';
import { chanceOf } from '../proof/seating/random.ts';

interface Ground {
  readonly name: string;
  open(): Promise<{
    url: string;
    /** As if the time of all leases were up. */ endLeases(): Promise<void>;
    close(): Promise<void>;
  }>;
}

const grounds: readonly Ground[] = [
  {
    name: 'sqlite',
    async open() {
      const folder = await mkdtemp(join(tmpdir(), 'bord-killed-'));
      const path = join(folder, 'bord.db');
      return {
        url: `sqlite:${path}`,
        async endLeases() {
          const database = new Database(path);
          database
            .prepare(
              "UPDATE deliveries SET due_ms = 0, leased_until_ms = NULL WHERE state = 'waiting' AND lane != 'mail'",
            )
            .run();
          database.close();
        },
        close: () => rm(folder, { recursive: true }),
      };
    },
  },
  {
    name: 'postgres',
    async open() {
      const { url, drop } = await migratedDatabase();
      return {
        url,
        endLeases: async () =>
          void (await sql(
            url,
            "UPDATE deliveries SET due_at = now(), leased_until = NULL WHERE state = 'waiting' AND lane <> 'mail'",
          )),
        close: drop,
      };
    },
  },
];

/** The server is killed so often. */
const ROUNDS = inFull(4, 2);

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

for (const { name, open } of grounds) {
  test(`D23 killed between change and delivery, and during delivery: no event is lost [${name}]`, async () => {
    const ground = await open();
    closers.push(() => ground.close());
    const receiver = await openReceiver();
    closers.push(() => receiver.close());
    const bord = new Bord(ground.url, { BORD_WEBHOOK_ALLOW_PRIVATE: '1' });
    closers.push(() => bord.end());

    let server = await bord.serve();
    const { key } = await bord.key();
    await bord.run('webhooks', 'add', '--partner', 'acme', '--url', receiver.url);
    const acknowledged = new Set<string>();
    console.log(`seed ${seed}`);
    const dice = chanceOf(seed);
    for (let round = 0; round < ROUNDS; round++) {
      // Some deliveries are answered late, some never: they are under way when the process dies.
      receiver.answer = (response) => {
        const roll = dice();
        if (roll < 0.5) response.writeHead(204).end();
        else if (roll < 0.8) setTimeout(() => response.writeHead(204).end(), 300);
      };
      const booking = bookMany(server, key!, round, acknowledged);
      const enough = (round + 1) * 5;
      while (acknowledged.size < enough) await pause(5);
      await pause(dice() * 100);
      server.process.kill('SIGKILL');
      await once(server.process, 'exit');
      await booking;
      server = await bord.serve();
    }
    receiver.answer = 204;
    const heard = (): Set<string> =>
      new Set(receiver.received.map((delivery) => String(eventOf(delivery).data['bookingId'])));
    const answered = (): boolean => [...acknowledged].every((id) => heard().has(id));
    // Whatever was under way when a process died is due again when its lease ends.
    await until('all is heard', async () => {
      if (!answered()) await ground.endLeases();
      return answered();
    });
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * 5);
    expect([...acknowledged].filter((id) => !heard().has(id))).toEqual([]);
    expect(await server.stop()).toBe(0);
  });
}

/** Books on until the server is gone; the ids that it has acknowledged. */
async function bookMany(
  server: BordServer,
  key: string,
  round: number,
  acknowledged: Set<string>,
): Promise<void> {
  const date = dayAhead(10 + round);
  const starts = Array.from(
    { length: 36 },
    (_, i) =>
      `${date}T${String(11 + Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}:00Z`,
  );
  await Promise.all(
    starts.map(async (startsAt, i) => {
      await pause(i * 20);
      try {
        const answer = await book(server, key, {
          startsAt,
          partySize: 1 + (i % 4),
          idempotencyKey: `${round}-${i}`,
        });
        if (answer.status === 201) acknowledged.add(((await answer.json()) as { id: string }).id);
      } catch {
        // the server is gone: the change was not acknowledged
      }
    }),
  );
}

test('D23 a change by a command without a running server is delivered by bord deliver, which stops on a signal', async () => {
  const ground = await grounds[0]!.open();
  closers.push(() => ground.close());
  const receiver = await openReceiver();
  closers.push(() => receiver.close());
  const bord = new Bord(ground.url, { BORD_WEBHOOK_ALLOW_PRIVATE: '1' });
  closers.push(() => bord.end());
  const server = await bord.serve();
  const { key } = await bord.key();
  await bord.run('webhooks', 'add', '--partner', 'acme', '--url', receiver.url);
  const made = async (date: string): Promise<string> => {
    const order = { startsAt: `${date}T18:00:00Z`, partySize: 2, idempotencyKey: date };
    return ((await (await book(server, key!, order)).json()) as { id: string }).id;
  };
  const ids = [await made(dayAhead(10)), await made(dayAhead(11))] as const;
  await receiver.arrived(2);
  await server.stop();
  await bord.run('bookings', 'cancel', ids[0], '--yes');
  const delivering = bord.start(['deliver'], { BORD_LOG: 'fatal' });
  await receiver.arrived(3);
  // It is notified of changes by other processes.
  await bord.run('bookings', 'cancel', ids[1], '--yes');
  const received = await receiver.arrived(4);
  expect(received.slice(2).map((one) => [eventOf(one).type, eventOf(one).data['bookingId']])).toEqual(
    ids.map((id) => ['booking.cancelled', id]),
  );
  delivering.kill('SIGTERM');
  const [code] = (await once(delivering, 'exit')) as [number | null];
  expect(code).toBe(0);
});
