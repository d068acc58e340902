import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerCache } from './answer-cache.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  vi.advanceTimersByTime(1); // to the cache, an entry that was made at 0 has no age
});
afterEach(() => void vi.useRealTimers());

/** An answer with so many slots. */
function slots(count: number): object[] {
  return Array.from({ length: count }, (_, i) => ({
    startMs: i,
    available: true,
    remainingCovers: 4,
    reason: null,
  }));
}

test('§4.1 an answer is handed out as it was put in, until its time is up', async () => {
  const cache = answerCache();
  const answer = slots(1);
  await cache.set('availability:1:2', answer, 8);
  expect(await cache.get('availability:1:2')).toBe(answer);
  expect(await cache.get('availability:1:3')).toBeNull();
  vi.advanceTimersByTime(7_999);
  expect(await cache.get('availability:1:2')).toBe(answer);
  vi.advanceTimersByTime(1);
  expect(await cache.get('availability:1:2')).toBeNull();
});

test('an empty answer is not kept', async () => {
  const cache = answerCache();
  await cache.set('availability:1:2', [], 8);
  expect(await cache.get('availability:1:2')).toBeNull();
});

test('many small answers are kept, of large ones as many as 32 MB hold: the latest', async () => {
  const keptOf = async (count: number, size: number): Promise<number[]> => {
    const cache = answerCache();
    const answer = slots(size);
    for (let i = 0; i < count; i++) await cache.set(`availability:${i}`, answer, 8);
    const found = await Promise.all(Array.from({ length: count }, (_, i) => cache.get(`availability:${i}`)));
    return found.flatMap((value, i) => (value === null ? [] : [i]));
  };
  expect(await keptOf(20_000, 1)).toHaveLength(20_000);
  const large = await keptOf(1_000, 1_440);
  expect(large.length * 1_440 * 200).toBeLessThan(32 * 1024 * 1024);
  expect(large.length).toBeGreaterThan(100);
  expect(large[0]).toBe(1_000 - large.length);
});

test('answers are let go when their time is up, though nobody asks for them', async () => {
  const cache = answerCache();
  const forgotten = new WeakRef(slots(10));
  await cache.set('availability:1:2', forgotten.deref(), 8);
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(17_000);
  expect(vi.getTimerCount()).toBe(0); // nothing is left that would have to be swept
});
