import { afterEach, expect, test, vi } from 'vitest';
import { wholeClock } from './clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the default clock follows a system clock that is replaced after it was made', () => {
  const clock = wholeClock();
  vi.useFakeTimers({ now: 1_900_000_000_000, toFake: ['Date'] });
  expect(clock.nowMs()).toBe(1_900_000_000_000);
});
