/**
 * Rivals in four processes on one database, over the whole stack. The controls run the same race against a store without a
 * lock and without the database's own guard, and against one that looks a key up too early: both must be caught.
 */
import { MAIL_QUEUE } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { describe, expect, test } from 'vitest';
import { diceOf } from '../proof/simulation/turns.ts';
import { inFull } from '../support/long.ts';
import { seed } from '../support/seed.ts';
import { aRequest, bookingsPath, demoPlan } from '../support/world.ts';
import { PROCESSES, race } from './race.ts';
import type { Order, Reply } from './rival.ts';

const CLIENTS = 12;
const ROUNDS = inFull(60, 8);
const REPEATED = inFull(30, 6);
const DRAWN = inFull(500, 40);
const MIXED = inFull(5000, 900);

/** Another day part for each round: two on each of many days. */
function startOf(round: number): string {
  const day = new Date(Date.now() + (2 + Math.floor(round / 2)) * 86_400_000).toISOString().slice(0, 10);
  return `${day}T${12 + (round % 2) * 4}:00:00Z`;
}

const book = (round: number, given: Record<string, unknown>): Order['requests'][number] => ({
  method: 'POST',
  path: bookingsPath,
  body: aRequest({ startsAt: startOf(round), partySize: 6, ...given }),
});

const everybody = (request: Order['requests'][number], clients = CLIENTS): Order[] =>
  Array.from({ length: PROCESSES }, () => ({ requests: Array.from({ length: clients }, () => request) }));

const having = (replies: readonly Reply[], status: number): readonly Reply[] =>
  replies.filter((reply) => reply.status === status);

describe.each(['sqlite', 'postgres'])('%s', (kind) => {
  test('§4.3.1 §8 48 rivals in 4 processes for the last table: one 201 and 47 times 409, each round', async () => {
    await race(kind, 'none', async ({ round, query, overlaps }) => {
      for (let i = 0; i < ROUNDS; i++) {
        const replies = await round(everybody(book(i, {})));
        expect(having(replies, 201)).toHaveLength(1);
        expect(having(replies, 409)).toHaveLength(PROCESSES * CLIENTS - 1);
      }
      expect(await overlaps()).toEqual([]);
      expect(await query('SELECT id FROM bookings')).toHaveLength(ROUNDS);
      if (kind === 'postgres') {
        // Counted by the server itself, for this database.
        const [counted] = await query<{ deadlocks: string }>(
          'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
        );
        expect(Number(counted!.deadlocks)).toBe(0);
      }
    });
  });

  test('§4.3.1 control: without a lock, and without the database’s own guard, the same race books the table twice', async () => {
    await race(kind, 'no lock', async ({ round, overlaps }) => {
      for (let i = 0; i < 5; i++) await round(everybody(book(i, {})));
      expect(await overlaps()).not.toEqual([]);
    });
  });

  test('§4.3.5 48 requests and 2 retries with one key, concurrently, for the last table: each gets 201 and the same booking, with one event and one e-mail', async () => {
    await race(kind, 'none', async ({ round, query }) => {
      for (let i = 0; i < REPEATED; i++) {
        const isPair = i % 2 === 1;
        const orders = everybody(book(i, { idempotencyKey: `k${i}` })).map((order, at) =>
          isPair ? { requests: at < 2 ? order.requests.slice(0, 1) : [] } : order,
        );
        const replies = await round(orders);
        expect(having(replies, 201)).toHaveLength(isPair ? 2 : PROCESSES * CLIENTS);
        expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
        expect(replies.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
      }
      expect(await query('SELECT id FROM bookings')).toHaveLength(REPEATED);
      expect(await query(`SELECT id FROM deliveries WHERE lane <> '${MAIL_QUEUE}'`)).toHaveLength(REPEATED);
      const isConfirmation = `lane = '${MAIL_QUEUE}' AND event_id LIKE '%:mail.confirmation:%'`;
      expect(await query(`SELECT id FROM deliveries WHERE ${isConfirmation}`)).toHaveLength(REPEATED);
    });
  });

  test('§4.3.5 control: with the key looked up before the lock only, the same race does not give every caller the booking', async () => {
    await race(kind, 'key looked up early', async ({ round }) => {
      const answers: Reply[] = [];
      for (let i = 0; i < 5; i++)
        answers.push(...(await round(everybody(book(i, { idempotencyKey: `k${i}` })))));
      expect(having(answers, 201).length).toBeLessThan(answers.length);
    });
  });

  test('§4.3.1 K free tables and N requests: exactly as many are booked as there are tables', async () => {
    console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
    const dice = diceOf(seed);
    const tables = Array.from({ length: 8 }, (_, i) => fixtures.aTable(`T${i}`, { seatsMax: 2 }));
    const plan = { ...demoPlan, floorPlan: { ...demoPlan.floorPlan, tables } };
    const run = async ({ round }: Parameters<Parameters<typeof race>[2]>[0]): Promise<void> => {
      for (let i = 0; i < DRAWN; i++) {
        const before = dice.roll(8);
        const [first = { requests: [] }, ...idle] = everybody(book(i, { partySize: 2 }), before);
        if (before > 0) await round([first, ...idle.map(() => ({ requests: [] }))]);
        const orders = Array.from({ length: PROCESSES }, () => ({
          requests: Array.from({ length: dice.roll(5) }, () => book(i, { partySize: 2 })),
        }));
        const requested = orders.flatMap(({ requests }) => requests).length;
        const replies = await round(orders);
        expect(having(replies, 201)).toHaveLength(Math.min(8 - before, requested));
        expect(having(replies, 409)).toHaveLength(requested - Math.min(8 - before, requested));
      }
    };
    await race(kind, 'none', run, plan);
  });

  test('D9 D12 mixed operations, moves and re-seatings in 4 processes: no table held twice, no 5xx, each change with its event', async () => {
    console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
    const dice = diceOf(seed);
    await race(kind, 'none', async ({ round, overlaps, query }) => {
      const ids: string[] = [];
      const statuses = new Map<number, number>();
      let moves = 0;
      const operation = (): Order['requests'][number] => {
        const chosen = dice.roll(10);
        const id = ids.length > 0 ? dice.pick(ids) : 'bk_none';
        if (chosen < 5)
          return book(0, {
            partySize: 1 + dice.roll(6),
            startsAt: `${startOf(dice.roll(24)).slice(0, 11)}${10 + dice.roll(8)}:00:00Z`,
          });
        if (chosen < 6) return { method: 'POST', path: `/bookings/${id}/cancel` };
        if (chosen < 8) {
          const startMs = Date.parse(`${startOf(dice.roll(24)).slice(0, 11)}${10 + dice.roll(8)}:00:00Z`);
          return { method: 'MOVE', path: id, body: { startMs, partySize: 1 + dice.roll(6) } };
        }
        if (chosen < 9) return { method: 'GET', path: `/bookings/${id}` };
        const path = bookingsPath.replace(
          'bookings',
          `availability?date=${startOf(dice.roll(24)).slice(0, 10)}&partySize=2`,
        );
        return { method: 'GET', path };
      };
      for (let done = 0; done < MIXED; done += PROCESSES * 25) {
        const orders = Array.from({ length: PROCESSES }, () => ({
          requests: Array.from({ length: 25 }, operation),
        }));
        const requested = orders.flatMap(({ requests }) => requests);
        for (const [at, { status, id }] of (await round(orders)).entries()) {
          if (requested[at]!.method === 'MOVE' && status === 200) moves += 1;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status === 201) ids.push(id!);
        }
      }
      console.log({ ...Object.fromEntries(statuses), moves });
      expect([...statuses.keys()].filter((status) => ![200, 201, 204, 404, 409].includes(status))).toEqual(
        [],
      );
      expect(await overlaps()).toEqual([]);
      const events = await query(`SELECT id FROM deliveries WHERE lane <> '${MAIL_QUEUE}'`);
      const cancelled = await query("SELECT id FROM bookings WHERE status = 'cancelled'");
      expect(events).toHaveLength(statuses.get(201)! + cancelled.length + moves);
    });
  });
});

test('a race in which a process dies fails immediately, during an answer and at the next question', async () => {
  const ended = /a rival has ended: SIGKILL/;
  const raced = race('sqlite', 'none', async ({ round, kill }) => {
    const underWay = expect(round(everybody(book(0, {})))).rejects.toThrow(ended);
    await kill(1);
    await underWay;
    await round(everybody(book(0, {})));
  });
  await expect(raced).rejects.toThrow(ended);
});
