/**
 * Five times as much work as a server can do, in a time that is counted and not measured: what is done lets it pass, as it would on a
 * processor of its own.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Load, NO_LIMITS, type Overload } from './load.ts';
import { createOverload } from './overload.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const busyFor = (ms: number): void => void vi.advanceTimersByTime(ms);

/** What a request costs the processor, in milliseconds, and in how many turns of the event loop it does so. */
const COSTS = {
  booking: { turnMs: 1, turns: 2 }, // with a flush to disk between
  reading: { turnMs: 3, turns: 1 },
  batch: { turnMs: 4, turns: 10 },
} as const;
type Kind = keyof typeof COSTS;
/** To read a request and to say no. */
const REFUSAL_MS = 0.1;

/** Of ten requests one books, three ask for ranges, six for days. */
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
  /** For so long nobody outside was heard. */
  readonly longestTurnMs: number;
}

/** Offers `requests`, so many times as fast as they can be done; what became of each, in the order of their ends. */
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
    if (outcomes.length === before) busyFor(0.1); // so that time passes also when nobody is at work
  }
  return { outcomes, longestTurnMs };
}

/** A client gives up after so long. */
const PATIENCE_MS = 4000;

function fulfilledOf(outcomes: readonly Outcome[], kind: Kind): number {
  const all = outcomes.filter((outcome) => outcome.kind === kind);
  return all.filter(({ isDone, waitedMs }) => isDone && waitedMs <= PATIENCE_MS).length / all.length;
}

/** A turn, in counted milliseconds: see `turnMs` and the half of a turn in `overload.ts`. */
const LONGEST = 50;

test.each([5, 15])(
  'at %i times what it can do a server keeps 99 of 100 bookings, and turns ranges away rather than what is read',
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
    // Of those that wait none is done when nobody wants it any more.
    expect(outcomes.filter(({ isDone, waitedMs }) => isDone && waitedMs > 2 * PATIENCE_MS)).toEqual([]);
    for (const load of Object.values(overload.stats()))
      expect(load).toMatchObject({ running: 0, waiting: 0 });
  },
);

test('at its capacity a server turns nobody away', async () => {
  const { outcomes } = await strain(createOverload(), 0.8, 2000);
  expect(outcomes.filter(({ isDone }) => !isDone)).toEqual([]);
});

test('control: one that takes on whatever comes loses them', async () => {
  const { outcomes, longestTurnMs } = await strain(NO_LIMITS, 5, 5000);
  expect(fulfilledOf(outcomes, 'booking')).toBeLessThan(0.9);
  expect(longestTurnMs).toBeGreaterThan(10 * LONGEST);
});
