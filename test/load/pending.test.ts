/** Holds and the waitlist in races of four processes whose clocks are ten minutes apart; on the storage in memory, of four engines. */
import { HOUR_MS } from '@bord/engine';
import type { DiaryRow } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inFull } from '../support/long.ts';
import { type Ground, grounds, PROCESSES, race, type Race } from './pending-ground.ts';
import type { PendingOrder, PendingReply } from './pending-orders.ts';

const ROUNDS = inFull(150, 6);
const MOVES = inFull(200, 12);
const [tableA, tableB] = [fixtures.aTable('A'), fixtures.aTable('B')];

const book = (startMs: number): PendingOrder => ({ kind: 'book', startMs, partySize: 2 });
const hold = (startMs: number, seconds = 900): PendingOrder => ({
  kind: 'hold',
  startMs,
  partySize: 2,
  seconds,
});

/** The same for every rival, so many times. */
const everybody = (...orders: readonly PendingOrder[]): PendingOrder[][] =>
  Array.from({ length: PROCESSES }, () => [...orders]);

const ended = (replies: readonly PendingReply[], end: string): readonly PendingReply[] =>
  replies.filter((reply) => reply.end === end);

/** Rows at a start that hold tables; no two of them hold one. */
async function holding({ storage, locationId }: Race, startMs: number): Promise<readonly DiaryRow[]> {
  const rows = (await storage.bookings.list(locationId)).filter(
    (row) => row.status === 'confirmed' && row.tables.length > 0 && row.startMs === startMs,
  );
  const tables = rows.flatMap((row) => row.tables);
  expect(new Set(tables).size, 'no table is held twice').toBe(tables.length);
  return rows;
}

describe.each(Object.keys(grounds))('%s', (kind) => {
  let ground: Ground;
  beforeAll(async () => void (ground = await grounds[kind]!()));
  afterAll(() => ground.close());

  test('D35 §4.3.1 16 creates and 16 holds for the last table: one succeeds, and a hold that has expired on no clock is kept and confirmed', async () => {
    await race(ground, [tableA], async (all) => {
      const { round, startOf } = all;
      for (let i = 0; i < ROUNDS; i++) {
        const startMs = startOf(i);
        const replies = await round(
          everybody(...Array.from({ length: 4 }, () => [book(startMs), hold(startMs)]).flat()),
        );
        const winners = [...ended(replies, 'booked'), ...ended(replies, 'held')];
        expect(winners.length).toBe(1);
        expect(ended(replies, 'refused').length).toBe(replies.length - 1);
        const [winner] = winners;
        expect((await holding(all, startMs)).map(({ id }) => id)).toEqual([winner!.id]);
        if (winner!.end !== 'held') continue;
        // Held for 15 minutes by whichever clock, which no other has reached: everybody else is refused, and it is confirmed once.
        const confirm = { kind: 'confirm', holdId: winner!.id! } as const;
        const next = await round(everybody(book(startMs), confirm, hold(startMs), confirm));
        expect(ended(next, 'booked').map(({ order }) => order.kind)).toEqual(['confirm']);
        expect(ended(next, 'replayed').length).toBe(2 * PROCESSES - 1);
        const ids = [...ended(next, 'booked'), ...ended(next, 'replayed')].map(({ id }) => id);
        expect(new Set(ids).size).toBe(1);
        expect((await holding(all, startMs)).map(({ id }) => id)).toEqual([ids[0]]);
      }
    });
  });

  test('D35 a hold that has expired on some clocks only is evicted or confirmed, never both, and a confirmed booking stays', async () => {
    await race(ground, [tableA, tableB], async (all) => {
      const { round, startOf } = all;
      const seen = new Set<string>();
      for (let i = 0; i < ROUNDS; i++) {
        const startMs = startOf(i);
        // Held for a minute by the clock that is five minutes behind: expired for the three others.
        const none: PendingOrder[] = [];
        const [held, second] = await round([[hold(startMs, 60), hold(startMs, 60)], none, none, none]);
        const confirms = [held!, second!].map(({ id }) => ({ kind: 'confirm', holdId: id! }) as const);
        const replies = await round([
          [confirms[0]!],
          [book(startMs), hold(startMs)],
          [confirms[1]!],
          [book(startMs), hold(startMs)],
        ]);
        const done = [...ended(replies, 'booked'), ...ended(replies, 'held')];
        const rows = await holding(all, startMs);
        expect(done.length, 'two tables, and nobody is refused while one is free').toBe(2);
        expect(rows.map(({ id }) => id).toSorted()).toEqual(done.map(({ id }) => id!).toSorted());
        seen.add(
          done
            .map(({ order, end }) => `${order.kind} ${end}`)
            .toSorted()
            .join(', '),
        );
        // A confirmed hold stays confirmed; an evicted one stays evicted.
        const again = await round([confirms, none, confirms, none]);
        for (const { order, end } of again) {
          const won = done.some(
            (one) =>
              one.order.kind === 'confirm' && one.order.holdId === (order as { holdId: string }).holdId,
          );
          expect(end).toBe(won ? 'replayed' : 'refused');
        }
      }
      console.log(kind, [...seen]);
    });
  });

  test('D36 a table is released while 24 want it, and goes to a waiting party: as a booking, or held as an offer', async () => {
    await race(ground, [tableA], async (all) => {
      const { engine, round, startOf, dice, locationId } = all;
      for (let i = 0; i < ROUNDS; i++) {
        const startMs = startOf(i);
        const [first] = await round([[book(startMs)], [], [], []]);
        const mode = dice.once(2) ? 'book' : 'offer';
        const joins = (name: string) =>
          engine.partner(fixtures.aCaller({ locationIds: [locationId] })).joinWaitlist(locationId, {
            date: new Date(startMs).toISOString().slice(0, 10),
            fromMs: startMs,
            toMs: startMs,
            partySize: 2,
            mode,
            guest: { name, email: `${name}@example.com` },
          });
        const [one, two] = [await joins('one'), await joins('two')];
        const wants = everybody(...Array.from({ length: 3 }, () => [book(startMs), hold(startMs)]).flat());
        wants[dice.roll(PROCESSES)]!.splice(dice.roll(6), 0, { kind: 'cancel', bookingId: first!.id! });
        const replies = await round(wants);
        expect(ended(replies, 'cancelled').length).toBe(1);
        expect(ended(replies, 'refused').length, 'nobody comes in between').toBe(24);
        const states = await Promise.all(
          [one, two].map(async ({ id }) => (await engine.operator.waitlist.read(id)).state),
        );
        expect(states).toEqual([mode === 'book' ? 'booked' : 'offered', 'waiting']);
        expect(await holding(all, startMs)).toHaveLength(1);
        if (mode !== 'offer') continue;
        const { offer } = await engine.operator.waitlist.read(one.id);
        const accepted = await round(everybody({ kind: 'confirm', holdId: offer!.id }, book(startMs)));
        expect(ended(accepted, 'booked').length + ended(accepted, 'replayed').length).toBe(PROCESSES);
        expect(await holding(all, startMs)).toHaveLength(1);
      }
    });
  });

  test('D32 §4.3.1 the last table of a time for 8 moves of a booking and 8 creates: one gets it, an unmoved booking stays', async () => {
    await race(ground, [tableA], async (all) => {
      for (let i = 0; i < MOVES; i++) {
        const [fromMs, toMs] = [all.startOf(i) - 3 * HOUR_MS, all.startOf(i)];
        const [first] = await all.round([[book(fromMs)], [], [], []]);
        const bookingId = first!.id!;
        const move: PendingOrder = { kind: 'move', bookingId, to: { startMs: toMs } };
        const replies = await all.round(everybody(move, book(toMs), book(toMs), move));
        const has = [...ended(replies, 'changed'), ...ended(replies, 'booked')];
        expect(has.length).toBe(1);
        const isMoved = has[0]!.end === 'changed';
        expect(ended(replies, 'unchanged').length).toBe(isMoved ? 2 * PROCESSES - 1 : 0);
        expect((await holding(all, toMs)).map(({ id }) => id)).toEqual([has[0]!.id]);
        expect((await holding(all, fromMs)).map(({ id }) => id)).toEqual(isMoved ? [] : [bookingId]);
      }
    });
  });
});
