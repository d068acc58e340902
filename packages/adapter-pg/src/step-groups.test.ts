/** How many steps share a transaction, by a clock that the steps advance. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Amendment, DiaryScope, Location, Storage } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { emptyDatabase, type FreshDatabase } from '../../../test/support/postgres.ts';
import { openDatabase, type OpenDatabase } from '../test-support/database.ts';
import { LastingSnapshots } from './lasting-snapshots.ts';
import { limitsOf } from './timeouts.ts';
import { openPool } from './transaction.ts';
import { stepGroups } from './step-groups.ts';
import { pgStorage } from './storage.ts';

const { aBooking, aLocation, aScope, FRIDAY_MS, LOCATION_ID, OTHER_LOCATION_ID, save, resultOf } = fixtures;

let here: OpenDatabase;
let database: FreshDatabase;
let storage: Storage;
let location: Location;

beforeAll(async () => {
  here = await openDatabase();
  ({ database, storage } = here);
});

beforeEach(async () => {
  await emptyDatabase(database.url);
  location = await aLocation(storage);
});

afterAll(() => here.end());

/** Groups of steps that each take a given time by the clock; records the steps and turns of each transaction. */
function timed() {
  const pool = openPool(database, 10, limitsOf());
  onTestFinished(() => pool.end());
  let nowMs = 0;
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  onTestFinished(() => void (isOver = true));
  const transactions: number[][] = [];
  let decided: number[] = [];
  const turns: number[] = [];
  const groupSizes: number[] = [];
  const steps = stepGroups(
    {
      ...pool,
      async connect() {
        const connection = await pool.connect();
        return {
          ...connection,
          release(isBroken) {
            transactions.push(decided);
            decided = [];
            connection.release(isBroken);
          },
        };
      },
    },
    new LastingSnapshots(),
    (scopes) => groupSizes.push(scopes.length),
    () => nowMs,
  );
  const step = (
    i: number,
    lengthMs: number,
    target = location,
    given: Partial<DiaryScope> = {},
  ): Promise<number> =>
    resultOf(
      steps.run<Amendment<number>>({
        scope: aScope(target, given),
        rule: () => {
          nowMs += lengthMs;
          decided.push(i);
          turns.push(turn);
          const booking = aBooking(`bk_${target.id}_${i}`, { tables: [`T${i}`], locationId: target.id });
          return { result: i, booking };
        },
      }),
    );
  return { step, transactions, turns, groupSizes };
}

test('a group commits after 10 ms of deciding, and the rest is taken next, in order', async () => {
  const { step, transactions, groupSizes } = timed();
  const numbers = Array.from({ length: 10 }, (_, i) => i);
  expect(await Promise.all(numbers.map((i) => step(i, 4)))).toEqual(numbers);
  expect(transactions).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
    [8, 9],
  ]);
  expect(groupSizes).toEqual([2, 2, 2, 2, 2]); // listeners are called after the change
  expect(await storage.bookings.list(LOCATION_ID)).toHaveLength(10);
});

test('steps that take no time share a transaction, and one turn', async () => {
  const { step, transactions, turns } = timed();
  await Promise.all(Array.from({ length: 200 }, (_, i) => step(i, 0)));
  expect(transactions.map((group) => group.length)).toEqual([200]);
  expect(new Set(turns).size).toBe(1);
});

test('steps on several days share a transaction, even if the first of them is empty', async () => {
  const { step, transactions } = timed();
  await step(0, 0);
  const before = { startMs: FRIDAY_MS - 1000, endMs: FRIDAY_MS };
  await Promise.all([step(1, 0, location, { interval: before }), step(2, 0)]);
  expect(transactions).toEqual([[0], [1, 2]]);
});

test('after 5 ms of deciding other work gets a turn', async () => {
  const { step, transactions, turns } = timed();
  await Promise.all(Array.from({ length: 10 }, (_, i) => step(i, 1)));
  expect(transactions).toHaveLength(1);
  expect(new Set(turns.slice(0, 5)).size).toBe(1);
  expect(turns[5]).toBeGreaterThan(turns[4]!);
});

test('a step that exceeds the whole time is taken alone, and the ones behind it next', async () => {
  const { step, transactions } = timed();
  await Promise.all([step(0, 1), step(1, 60_000), step(2, 1), step(3, 1)]);
  expect(transactions).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test('a group grows again when its steps are short again', async () => {
  const { step, transactions } = timed();
  await Promise.all(Array.from({ length: 40 }, (_, i) => step(i, i < 3 ? 15 : 0)));
  expect(transactions.map((group) => group.length)).toEqual([1, 1, 1, 1, 2, 4, 8, 16, 6]);
  expect(transactions.flat()).toEqual(Array.from({ length: 40 }, (_, i) => i));
});

test('a long queue of one location does not block others', async () => {
  const { step } = timed();
  const other = await aLocation(storage, {}, OTHER_LOCATION_ID);
  let isThereDone = false;
  let count = 0;
  // Forty wait here at any time, so the queue never becomes empty on its own, even on a slow machine.
  const waiting = Array.from({ length: 40 }, async () => {
    while (!isThereDone && count < 2000) await step(count++, 15);
  });
  await step(0, 15, other);
  isThereDone = true;
  await Promise.all(waiting);
  expect(count).toBeLessThan(2000);
});

test('D10 an error in a conflicting group is isolated without losing or repeating a step', async () => {
  const pool = openPool(database, 10, limitsOf());
  onTestFinished(() => pool.end());
  let nowMs = 0;
  const steps = stepGroups(
    pool,
    new LastingSnapshots(),
    () => undefined,
    () => nowMs,
  );
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, i) =>
      steps.run<number>({
        scope: aScope(location),
        rule: () => {
          nowMs += 6;
          // The 8th does not check, and wants the table of the 2nd.
          return { result: i, booking: aBooking(`bk_${i}`, { tables: [i === 7 ? 'T1' : `T${i}`] }) };
        },
      }),
    ),
  );
  expect(outcomes.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []))).toEqual([7]);
  expect(await storage.bookings.list(LOCATION_ID)).toHaveLength(11);
});

test("hundreds of slow concurrent steps never exceed the server's idle limit", async () => {
  // In one transaction they would exceed the idle limit of the server.
  const impatient = pgStorage({ url: database.url, limits: { idleMs: 1000 } });
  onTestFinished(() => impatient.close());
  const rule = (i: number) => () => {
    const untilMs = performance.now() + 5;
    while (performance.now() < untilMs);
    return save({ booking: aBooking(`bk_${i}`, { tables: [`T${i}`] }), result: i })({
      bookings: [],
      named: null,
      endpoints: [],
    });
  };
  await pause(0);
  const results = await Promise.all(
    Array.from({ length: 300 }, (_, i) => impatient.bookings.amend(aScope(location), rule(i))),
  );
  expect(results).toHaveLength(300);
  expect(await storage.bookings.list(LOCATION_ID)).toHaveLength(300);
});

test('closing a storage waits for the running step and for the steps behind it', async () => {
  const closing = pgStorage({ url: database.url });
  let rest: readonly Promise<unknown>[] = [];
  const step = (i: number, during: () => void = () => undefined): Promise<number> =>
    resultOf(
      closing.bookings.amend(aScope(location), () => {
        during();
        return { result: i, booking: aBooking(`bk_${i}`, { tables: [`T${i}`] }) };
      }),
    );
  await step(0, () => (rest = [step(1), closing.close()]));
  expect(await Promise.all(rest)).toEqual([1, undefined]);
  expect(await storage.bookings.list(LOCATION_ID)).toHaveLength(2);
});
