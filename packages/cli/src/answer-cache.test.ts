import { expect, test, vi } from 'vitest';
import { answerCache } from './answer-cache.ts';

test('an answer is handed out as it was put in, until its time is up', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const cache = answerCache();
  const answer = [{ startMs: 1, available: true }];
  await cache.set('availability:1:2', answer, 8);
  expect(await cache.get('availability:1:2')).toBe(answer);
  expect(await cache.get('availability:1:3')).toBeNull();
  vi.advanceTimersByTime(7_999);
  expect(await cache.get('availability:1:2')).toBe(answer);
  vi.advanceTimersByTime(1);
  expect(await cache.get('availability:1:2')).toBeNull();
  vi.useRealTimers();
});

test('it does not grow without limit', async () => {
  const cache = answerCache();
  await Promise.all(Array.from({ length: 10_001 }, (_, i) => cache.set(`availability:${i}`, i, 60)));
  expect(await cache.get('availability:0')).toBeNull();
  expect(await cache.get('availability:10000')).toBe(10_000);
});
