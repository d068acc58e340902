import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBusyWatch } from './busy.ts';

function work(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;);
}

test('a server is busy while its event loop works, or somebody waits for a connection; not while all wait for the database', async () => {
  let waiting = 0;
  const isBusy = createBusyWatch(() => waiting);
  expect(isBusy()).toBe(false);
  work(60);
  expect(isBusy()).toBe(true);
  await pause(300);
  expect(isBusy()).toBe(false);
  waiting = 1;
  expect(isBusy()).toBe(true);
});
