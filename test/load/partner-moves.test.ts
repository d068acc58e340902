/**
 * A partner's move (D32) against all that may come at the same moment: another move of the booking, the guest's, a cancellation, who books or holds the last
 * table, and re-seatings on both dates. Four processes whose clocks are ten minutes apart; each answer has to be that of some serial order.
 */
import { type Engine, HOUR_MS, type Storage } from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inFull } from '../support/long.ts';
import { type Ground, grounds, type Orders, PROCESSES, race, type Race } from './pending-ground.ts';
import { engineOff, obey, type PendingOrder, type PendingReply } from './pending-orders.ts';
import { explain, type Party, type Tables } from './serial-evening.ts';

const ROUNDS = inFull(200, 12);
/** A party of three or four fits at one table only, whoever else has to move for it. */
const TABLES: Tables['tables'] = [
  fixtures.aTable('A', { seatsMax: 2 }),
  fixtures.aTable('B', { seatsMin: 1 }),
];
const floorPlan: Tables = { tables: TABLES, combinations: [], wastedSeatsMax: null };

/** Who holds a table on a date, no two of them the same one. */
async function parties(
  { storage, locationId }: Pick<Race, 'storage' | 'locationId'>,
  dayMs: number,
): Promise<readonly Party[]> {
  const rows = (await storage.bookings.list(locationId)).filter(
    ({ status, startMs }) => status === 'confirmed' && Math.abs(startMs - dayMs) < 12 * HOUR_MS,
  );
  for (const [i, row] of rows.entries()) {
    const rival = rows
      .slice(i + 1)
      .find(
        (other) =>
          other.startMs < row.blockedUntilMs &&
          row.startMs < other.blockedUntilMs &&
          other.tables.some((table) => row.tables.includes(table)),
      );
    expect([row.id, rival?.id], 'no table is held twice').toEqual([row.id, undefined]);
  }
  return rows.map(({ id, startMs, partySize }) => ({ id, startMs, partySize }));
}

type Prepared = Pick<Race, 'storage' | 'locationId' | 'dice'> & { readonly engine: Engine };

/** A booking or two on an evening, and what everybody wants of it at once: moves above all. */
async function drawn({ engine, locationId, dice }: Prepared, sevenMs: number): Promise<Orders> {
  const partner = engine.partner(fixtures.aCaller({ locationIds: [locationId] }));
  const starts = [sevenMs - 2 * HOUR_MS, sevenMs, sevenMs + HOUR_MS];
  const ids: string[] = [];
  for (let i = 0; i < 2; i++) {
    const request = { ...fixtures.aRequest(dice.pick(starts)), partySize: 1 + dice.roll(3) };
    const made = await partner.createBooking(locationId, request);
    if (made.kind === 'booked') ids.push(made.booking.id);
  }
  const order = (): PendingOrder => {
    const [startMs, partySize, bookingId] = [dice.pick(starts), 1 + dice.roll(4), dice.pick(ids)];
    const by = dice.pick(['partner', 'partner', 'guest'] as const);
    const to = dice.pick([{ startMs }, { partySize }, { startMs, partySize }]);
    return dice.pick<PendingOrder>([
      { kind: 'move', by, bookingId, to },
      { kind: 'move', by, bookingId, to },
      { kind: 'move', by, bookingId, to },
      { kind: 'book', startMs, partySize },
      { kind: 'hold', startMs, partySize, seconds: 900 },
      { kind: 'cancel', bookingId },
    ]);
  };
  return Array.from({ length: PROCESSES }, () => [order(), order()]);
}

/** Throws unless the answers of a round are those of some serial order. */
async function assertSerial(
  all: Prepared,
  sevenMs: number,
  round: (orders: Orders) => Promise<readonly PendingReply[]>,
): Promise<readonly PendingReply[]> {
  const orders = await drawn(all, sevenMs);
  const before = await parties(all, sevenMs);
  const replies = await round(orders);
  explain(floorPlan, { before, after: await parties(all, sevenMs) }, replies);
  return replies;
}

describe.each(Object.keys(grounds))('%s', (kind) => {
  let ground: Ground;
  beforeAll(async () => void (ground = await grounds[kind]!()));
  afterAll(() => ground.close());

  test('D32 D9 moves of partners and guests, bookings, holds and cancellations of one evening at once: each is told what some serial order tells', async () => {
    await race(ground, TABLES, async (all) => {
      const counts: Record<string, number> = {};
      for (let i = 0; i < ROUNDS; i++) {
        for (const { order, end } of await assertSerial(all, all.startOf(i), all.round))
          counts[`${order.kind} ${end}`] = (counts[`${order.kind} ${end}`] ?? 0) + 1;
      }
      console.log(kind, counts);
      expect(counts['move changed']).toBeGreaterThan(0);
    });
  });

  test('D32 §4.3.1 the last table of a time for 8 moves of one booking and 8 who book it: one has it, and who does not move stays', async () => {
    await race(ground, TABLES.slice(1), async (all) => {
      const ends = new Set<string>();
      for (let i = 0; i < ROUNDS; i++) {
        const [fromMs, toMs] = [all.startOf(i) - 3 * HOUR_MS, all.startOf(i)];
        const [first] = await all.round([[{ kind: 'book', startMs: fromMs, partySize: 2 }], [], [], []]);
        const bookingId = first!.id!;
        const move: PendingOrder = { kind: 'move', by: 'partner', bookingId, to: { startMs: toMs } };
        const book: PendingOrder = { kind: 'book', startMs: toMs, partySize: 2 };
        const replies = await all.round(Array.from({ length: PROCESSES }, () => [move, book, book, move]));
        const has = replies.filter(({ end }) => end === 'changed' || end === 'booked');
        expect(has.length).toBe(1);
        const isMoved = has[0]!.end === 'changed';
        expect(replies.filter(({ end }) => end === 'unchanged').length).toBe(isMoved ? 2 * PROCESSES - 1 : 0);
        const now = await parties(all, toMs);
        expect(now.find(({ id }) => id === bookingId)?.startMs).toBe(isMoved ? toMs : fromMs);
        expect(now.filter(({ startMs }) => startMs === toMs).map(({ id }) => id)).toEqual([has[0]!.id]);
        ends.add(has[0]!.end);
      }
      console.log(kind, [...ends]);
    });
  });
});

/** A storage that shows a step what was read before its lock. */
function withoutLock(sound: Storage): Storage {
  const amend: Storage['bookings']['amend'] = async (scope, rule) => {
    const { result: read } = await sound.bookings.amend(scope, (snapshot) => ({ result: snapshot }));
    await new Promise(setImmediate);
    const amendment = rule(read);
    return sound.bookings.amend(scope, () => amendment);
  };
  return { ...sound, bookings: { ...sound.bookings, amend } };
}

test('D32 control: where steps decide on what was read before their lock, no order explains the answers, or the storage’s own guard is hit', async () => {
  const storage = withoutLock(memoryStorage());
  const engine = engineOff(storage, 0);
  const rounds = race(
    { storage, round: roundOf(engine), close: async () => undefined },
    TABLES,
    async (all) => {
      for (let i = 0; i < 20; i++) await assertSerial(all, all.startOf(i), all.round);
    },
  );
  await expect(rounds).rejects.toThrow(/no order explains|table given twice/);
  engine.detach();
});

function roundOf(engine: Engine): Ground['round'] {
  return async (locationId, orders) =>
    (await Promise.all(orders.map((one, i) => obey(engine, { locationId, orders: one }, i)))).flat();
}

test('D32 control: a move of the size that forgets a move of the time, and a booking at a full table, have no order', () => {
  const before: Party[] = [{ id: 'one', startMs: 0, partySize: 2 }];
  const move = (to: object, end = 'changed'): PendingReply => ({
    order: { kind: 'move', by: 'partner', bookingId: 'one', to },
    end,
    id: 'one',
    rival: 0,
  });
  const later = 5 * HOUR_MS;
  const both = [move({ startMs: later }), move({ partySize: 4 })];
  const is = (startMs: number, partySize: number): Party[] => [{ id: 'one', startMs, partySize }];
  expect(() => explain(floorPlan, { before, after: is(0, 4) }, both)).toThrow(/no order explains/);
  explain(floorPlan, { before, after: is(later, 4) }, both);
  const booked: PendingReply = {
    order: { kind: 'book', startMs: later, partySize: 3 },
    end: 'booked',
    id: 'two',
    rival: 1,
  };
  const two: Party = { id: 'two', startMs: later, partySize: 3 };
  expect(() => explain(floorPlan, { before, after: [...is(later, 4), two] }, [...both, booked])).toThrow(
    /no order/,
  );
  const refused = { ...booked, end: 'refused', id: null };
  explain(floorPlan, { before, after: is(later, 4) }, [...both, refused]);
});
