import type { WatchListener } from '@bord/engine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeStream } from './change-stream.ts';
import { createStreamCounter } from './stream-counter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [FRIDAY, SATURDAY] = ['2026-12-04', '2026-12-05'];

/** A stream of a restaurant with changes by the test. */
function aStream(mayStay: () => Promise<boolean> = async () => true) {
  const listeners = new Set<WatchListener>();
  const onAccess = new Set<() => void>();
  const leaving = new AbortController();
  const onEnd = vi.fn<() => void>();
  const stream = changeStream({
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    mayStay,
    watchAccess(listener) {
      onAccess.add(listener);
      return () => void onAccess.delete(listener);
    },
    leaving: leaving.signal,
    onEnd,
  });
  const change = (...dates: string[]): void => {
    for (const listener of listeners) listener(dates);
  };
  const next = async (): Promise<string | null> => {
    const { done, value } = await stream.next();
    return done ? null : Buffer.from(value).toString();
  };
  return { stream, change, next, leaving, onEnd, listeners, onAccess };
}

const changed = (...dates: string[]): string => `event: changed\ndata: ${JSON.stringify({ dates })}\n\n`;

test('a reader gets the retry time, then each change when it happens', async () => {
  const { change, next } = aStream();
  expect(await next()).toMatch(/^retry: [12]\d{3}\n\n$/);
  const pending = next();
  change(FRIDAY);
  expect(await pending).toBe(changed(FRIDAY));
  change(SATURDAY);
  expect(await next()).toBe(changed(SATURDAY));
});

test('changes that are not read become one event, so they do not accumulate for a slow reader', async () => {
  const { change, next } = aStream();
  await next();
  for (let i = 0; i < 1000; i++) change(i % 2 ? FRIDAY : SATURDAY);
  vi.advanceTimersByTime(45_000);
  expect(await next()).toBe(`: \n\n${changed(FRIDAY, SATURDAY)}`);
  change(FRIDAY);
  change();
  change(SATURDAY);
  expect(await next()).toBe(changed());
});

test('a silent stream sends a heartbeat every 15 seconds', async () => {
  const { next } = aStream();
  await next();
  const pending = next();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await pending).toBe(': \n\n');
});

test.each([
  ['as soon as that is known', 0],
  ['within seconds where nobody has told it', 5000],
])('D44 a reader whose session has ended gets that event %s, and no others', async (_, afterMs) => {
  let isIn = true;
  const { change, next, onEnd, listeners, onAccess } = aStream(async () => isIn);
  await next();
  isIn = false;
  const pending = next();
  if (afterMs > 0) await vi.advanceTimersByTimeAsync(afterMs);
  else for (const listener of onAccess) listener();
  expect(await pending).toBe('event: ended\ndata: {}\n\n');
  change(FRIDAY);
  expect(await next()).toBeNull();
  expect(onEnd).toHaveBeenCalledOnce();
  expect([listeners.size, onAccess.size, vi.getTimerCount()]).toEqual([0, 0, 0]);
});

test('an unavailable database is reported once, and afterwards that any date might have changed', async () => {
  let isAway = true;
  const { next } = aStream(async () => {
    if (isAway) throw new Error('away');
    return true;
  });
  await next();
  const pending = next();
  await vi.advanceTimersByTimeAsync(6000);
  expect(await pending).toBe('event: away\ndata: {}\n\n');
  isAway = false;
  const back = next();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await back).toBe(changed());
});

test('the stream ends when the server shuts down, when the reader disconnects, and when it reads no more', async () => {
  const [left, gone, forgotten] = [aStream(), aStream(), aStream()];
  const waiting = [left, gone].map(async ({ next }) => [await next(), await next()][1]);
  await vi.advanceTimersByTimeAsync(0);
  left.leaving.abort();
  await gone.stream.return!();
  expect(await Promise.all(waiting)).toEqual([null, null]);
  await forgotten.next();
  await vi.advanceTimersByTimeAsync(66_000);
  for (const { onEnd, listeners } of [left, gone, forgotten]) {
    expect(onEnd).toHaveBeenCalledOnce();
    expect(listeners.size).toBe(0);
  }
  // Timers that an earlier test left expire; one of the stream would be renewed.
  await vi.advanceTimersByTimeAsync(300_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('each owner has a share of the streams, and an ended stream frees its place', () => {
  const counter = createStreamCounter(4);
  const open = (session: string, member: string) => counter.open([session, 2], [member, 3]);
  const [first, second] = [open('a1', 'a'), open('a1', 'a')];
  expect(open('a1', 'a'), 'the session has its share').toBeNull();
  expect([first, second, open('a2', 'a')]).not.toContain(null);
  expect(open('a3', 'a'), 'the member has its share').toBeNull();
  const other = open('b1', 'b');
  expect(other).not.toBeNull();
  expect(open('c1', 'c'), 'the total is used up').toBeNull();
  first!();
  first!();
  expect(open('c1', 'c')).not.toBeNull();
  expect(open('b1', 'b')).toBeNull();
});
