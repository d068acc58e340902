/** Five times the work that a server can do. Time is counted and not measured: work advances the clock, as on a dedicated processor. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Load, NO_LIMITS, type Overload } from './load.ts';
import { createOverload } from './overload.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const busyFor = (ms: number): void => void vi.advanceTimersByTime(ms);

/** CPU time of a request in milliseconds per turn, and its number of turns of the event loop. */
const COSTS = {
  booking: { turnMs: 1, turns: 2 }, // with a flush to disk between
  reading: { turnMs: 3, turns: 1 },
  batch: { turnMs: 4, turns: 10 },
} as const;
type Kind = keyof typeof COSTS;
/** To read a request and reject it. */
const REFUSAL_MS = 0.1;

/** Of ten requests one books, three read ranges, six read days. */
const TEN: readonly Kind[] = [
  'booking',
  'batch',
  'reading',
  'reading',
  'batch',
  'reading',
  'reading',
  'batch',
  'reading',
  'reading',
];
const costOf = (kind: Kind): number => COSTS[kind].turnMs * COSTS[kind].turns;
const MEAN_MS = TEN.reduce((sum, kind) => sum + costOf(kind), 0) / TEN.length;

interface Outcome {
  readonly kind: Kind;
  readonly isDone: boolean;
  readonly waitedMs: number;
}

interface Strain {
  readonly outcomes: readonly Outcome[];
  /** The longest time without an answer. */
  readonly longestTurnMs: number;
}

/** Offers `requests` at a multiple of the capacity; returns their outcomes in the order in which they ended. */
async function strain(overload: Overload, times: number, requests: number): Promise<Strain> {
  const outcomes: Outcome[] = [];
  const everyMs = MEAN_MS / times;
  const beginMs = performance.now();
  const ask = async (kind: Kind, dueMs: number): Promise<void> => {
    busyFor(REFUSAL_MS);
    const done = overload.run(kind satisfies Load, null, async () => {
      for (let turn = 0; turn < COSTS[kind].turns; turn++) {
        if (turn > 0) await nextTurn();
        busyFor(COSTS[kind].turnMs);
      }
      return true;
    });
    const isDone = (await done.catch(() => null)) === true;
    outcomes.push({ kind, isDone, waitedMs: performance.now() - dueMs });
  };
  let longestTurnMs = 0;
  for (let count = 0; outcomes.length < requests;) {
    const turnMs = performance.now();
    const before = outcomes.length;
    for (; count < requests && beginMs + count * everyMs <= performance.now(); count++)
      void ask(TEN[count % TEN.length]!, beginMs + count * everyMs);
    await nextTurn();
    longestTurnMs = Math.max(longestTurnMs, performance.now() - turnMs);
    if (outcomes.length === before) busyFor(0.1); // lets time pass when the server is idle
  }
  return { outcomes, longestTurnMs };
}

/** A client gives up after this time. */
const PATIENCE_MS = 4000;

function fulfilledOf(outcomes: readonly Outcome[], kind: Kind): number {
  const all = outcomes.filter((outcome) => outcome.kind === kind);
  return all.filter(({ isDone, waitedMs }) => isDone && waitedMs <= PATIENCE_MS).length / all.length;
}

/** The longest turn in counted milliseconds: `turnMs` and the half of a turn in `overload.ts`. */
const LONGEST = 50;

test.each([5, 15])(
  'at %i times its capacity a server completes 99 of 100 bookings, and sheds ranges before reads',
  async (times) => {
    const overload = createOverload();
    const { outcomes, longestTurnMs } = await strain(overload, times, 5000);
    expect(longestTurnMs).toBeLessThan(LONGEST);
    expect(fulfilledOf(outcomes, 'booking')).toBeGreaterThanOrEqual(0.99);
    const doneOf = (kind: Kind): number => {
      const all = outcomes.filter((outcome) => outcome.kind === kind);
      return all.filter(({ isDone }) => isDone).length / all.length;
    };
    expect(doneOf('booking')).toBe(1);
    expect(doneOf('batch')).toBeGreaterThan(0);
    expect(doneOf('batch')).toBeLessThan(0.5);
    expect(doneOf('reading')).toBeGreaterThan(doneOf('batch'));
    // A waiting request is not processed after its client has given up.
    expect(outcomes.filter(({ isDone, waitedMs }) => isDone && waitedMs > 2 * PATIENCE_MS)).toEqual([]);
    for (const load of Object.values(overload.stats()))
      expect(load).toMatchObject({ running: 0, waiting: 0 });
  },
);

test('at its capacity a server sheds no requests', async () => {
  const { outcomes } = await strain(createOverload(), 0.8, 2000);
  expect(outcomes.filter(({ isDone }) => !isDone)).toEqual([]);
});

test('control: a server without limits loses bookings', async () => {
  const { outcomes, longestTurnMs } = await strain(NO_LIMITS, 5, 5000);
  expect(fulfilledOf(outcomes, 'booking')).toBeLessThan(0.9);
  expect(longestTurnMs).toBeGreaterThan(10 * LONGEST);
});
