import { expect, test, vi } from 'vitest';
import { createBusyWatch } from './busy.ts';

function work(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;);
}

test('a server is busy while its event loop works or a request waits for a connection, not while all wait for the database', async () => {
  let waiting = 0;
  const isBusy = createBusyWatch(() => waiting);
  // The machine can be busy with other processes, and the event loop with deferred work.
  const rested = (): Promise<void> =>
    vi.waitFor(() => expect(isBusy()).toBe(false), { timeout: 60_000, interval: 300 });
  work(200);
  expect(isBusy()).toBe(true);
  await rested();
  waiting = 1;
  expect(isBusy()).toBe(true);
});
