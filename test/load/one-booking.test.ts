/**
 * Fifty who change one booking at the same time: partner, guest and operator, through several engines on each storage, through processes,
 * and over sockets. Every call is answered by its outcome, and no change is lost. A longer run, of 200 rounds:
 *
 *     BORD_TEST_LONG=1 npx vitest run test/load/one-booking.test.ts
 */
import type { Engine, Storage } from '@bord/engine';
import { fixtures, memoryStorage, steps } from '@bord/engine/testing';
import { describe, expect, test } from 'vitest';
import { type Dice, diceOf } from '../proof/simulation/turns.ts';
import { inFull } from '../support/long.ts';
import { seed } from '../support/seed.ts';
import { storages } from '../support/storages.ts';
import { DEMO_ID, demoPlan } from '../support/world.ts';
import {
  book,
  carryOut,
  type Change,
  type BookingAction,
  engineOn,
  randomChange,
  type State,
  stateOf,
  type Subject,
  type Outcome,
} from './one-booking.ts';
import { PROCESSES, race } from './race.ts';
import { serialOrder } from './serial-order.ts';

const CHANGES = 52;
const DAY_MS = 86_400_000;
const ROUNDS = inFull(200, 5);
const clock = { nowMs: () => Date.UTC(2026, 11, 1, 8) };

/** Target times: 12:00 and 18:00 on four dates in Stockholm, and a time at which the restaurant is closed. */
const starts = [3, 4, 5, 24].flatMap((day) => [11, 17].map((hour) => Date.UTC(2026, 11, day, hour)));
const closed = Date.UTC(2026, 11, 4, 2);
const isClosed = (startMs: number): boolean => startMs === closed;

const partner = fixtures.aCaller({ locationIds: [DEMO_ID] });

/** The endpoint that receives every change. */
const listener = fixtures.anEndpoint();

async function openDemo(engine: Engine, storage: Storage): Promise<void> {
  await engine.operator.locations.apply(demoPlan, DEMO_ID);
  await storage.records.amend(steps.insertion('endpoints', listener));
}

const changesOf = (dice: Dice, round: number): Change[] =>
  Array.from({ length: CHANGES }, () => randomChange(dice, [...starts, closed], round % 3 === 0));

/** Throws unless the outcomes, the events, and the state of the booking match a serial order. */
async function check(
  engine: Engine,
  storage: Storage,
  { id, first }: Subject & { readonly first: State },
  actions: readonly BookingAction[],
  closedMs = closed,
): Promise<readonly State[]> {
  expect(actions.filter(({ outcome }) => outcome.kind === 'fault')).toEqual([]);
  const states = serialOrder(first, actions, (startMs) => startMs === closedMs);
  const last = states.at(-1)!;
  const now = stateOf(await engine.operator.bookings.read(id));
  expect({ ...now, updated: last.updated }).toEqual(last);
  const sent = await storage.outbox.ofQueue(listener.id, 200);
  const events = sent
    .filter(({ bookingId }) => bookingId === id)
    .map(({ body }) => JSON.parse(body) as Event);
  const updates = events.filter(({ type }) => type === 'booking.updated');
  expect(updates.toSorted((a, b) => a.created - b.created).map(factsOf)).toEqual(
    states.filter(({ updated }, i) => i > 0 && updated !== states[i - 1]!.updated).map(factsOfState),
  );
  const cancellations = events.filter(({ type }) => type === 'booking.cancelled');
  expect(cancellations).toHaveLength(last.status === 'cancelled' ? 1 : 0);
  return states;
}

interface Event {
  readonly type: string;
  readonly created: number;
  readonly data: { readonly startsAt: string; readonly partySize: number; readonly status: State['status'] };
}

function factsOf({ data: { startsAt, partySize, status } }: Event): object {
  return { startMs: Date.parse(startsAt), partySize, status };
}

function factsOfState({ startMs, partySize, status }: State): object {
  return { startMs, partySize, status };
}

/** Cancels the booking, so that the next round has all tables. */
async function leave(engine: Engine, id: string): Promise<void> {
  if ((await engine.operator.bookings.read(id)).status === 'confirmed')
    await engine.operator.bookings.cancel(id);
}

describe.each(storages)('$name', ({ open }) => {
  test('D12 D32 fifty concurrent changes of one booking through three engines: each is answered with its outcome and applied', async () => {
    console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
    const dice = diceOf(seed);
    const opened = await open(clock);
    const all = [opened.storage, await opened.reopen(), await opened.reopen()];
    const engines = all.map((storage) => engineOn(storage, clock));
    await openDemo(engines[0]!, opened.storage);
    let changes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const subject = await book(engines[0]!, partner, DEMO_ID, starts[0]!);
      const actions = await Promise.all(
        changesOf(dice, round).map(async (change, i) => ({
          change,
          outcome: await carryOut(engines[i % 3]!, subject, change),
        })),
      );
      changes += (await check(engines[0]!, opened.storage, subject, actions)).length - 1;
      await leave(engines[0]!, subject.id);
    }
    expect(changes).toBeGreaterThan(ROUNDS * 3);
    for (const engine of engines) engine.detach();
    await opened.close();
  });
});

describe.each(['sqlite', 'postgres'])('%s', (kind) => {
  test('D12 D32 the same in four processes', async () => {
    console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
    const dice = diceOf(seed);
    await race(kind, 'none', async ({ engine: operator, storage, round }) => {
      const engine = engineOn(storage);
      const days = [3, 4, 5, 24].map((ahead) =>
        new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10),
      );
      const open = days
        .flatMap((day) => [`${day}T11:00:00Z`, `${day}T17:00:00Z`])
        .map((at) => Date.parse(at));
      const night = Date.parse(`${days[1]}T02:00:00Z`);
      for (let done = 0; done < inFull(200, 3); done++) {
        const subject = await book(engine, fixtures.aCaller({ locationIds: [DEMO_ID] }), DEMO_ID, open[0]!);
        const orders = Array.from({ length: PROCESSES }, () => ({
          requests: Array.from({ length: CHANGES / PROCESSES }, () => ({
            method: 'CHANGE' as const,
            path: subject.id,
            body: randomChange(dice, [...open, night], done % 3 === 0),
          })),
        }));
        const replies = await round(orders);
        const requested = orders.flatMap(({ requests }) => requests);
        const actions = replies.map(({ text }, i) => ({
          change: requested[i]!.body,
          outcome: JSON.parse(text) as Outcome,
        }));
        await check(operator, storage, subject, actions, night);
        await leave(operator, subject.id);
      }
      engine.detach();
    });
  });
});

test('D12 control: a step that decides on reads from before its lock loses a change, which is detected', async () => {
  const dice = diceOf(1);
  const storage = memoryStorage(clock);
  const amend: Storage['bookings']['amend'] = async (scope, rule) => {
    const { result: page } = await storage.bookings.amend(scope, (read) => ({ result: read }));
    await new Promise(setImmediate);
    const amendment = rule(page);
    return storage.bookings.amend(scope, () => amendment);
  };
  const engine = engineOn({ ...storage, bookings: { ...storage.bookings, amend } }, clock);
  await openDemo(engine, storage);
  const subject = await book(engine, partner, DEMO_ID, starts[0]!);
  const changes = changesOf(dice, 1);
  const actions = await Promise.all(
    changes.map(async (change) => ({ change, outcome: await carryOut(engine, subject, change) })),
  );
  await expect(check(engine, storage, subject, actions)).rejects.toThrow(/no order explains/);
  engine.detach();
});

test('D32 control: a time and a size that are both acknowledged, and one of them lost, have no order', () => {
  const first: State = { startMs: 1, partySize: 2, status: 'confirmed', pinned: false, updated: 0 };
  const moved: BookingAction = {
    change: { by: 'operator', kind: 'move', startMs: 5 },
    outcome: { kind: 'changed', state: { ...first, startMs: 5, updated: 7 } },
  };
  const resized = (state: State): BookingAction => ({
    change: { by: 'guest', kind: 'move', partySize: 3 },
    outcome: { kind: 'changed', state },
  });
  const lost = resized({ ...first, partySize: 3, updated: 8 });
  expect(() => serialOrder(first, [lost, moved], isClosed)).toThrow(/no order explains/);
  const unmoved = resized({ ...first, startMs: 5, partySize: 3, updated: 8 });
  expect(serialOrder(first, [unmoved, moved], isClosed)).toHaveLength(3);
});
