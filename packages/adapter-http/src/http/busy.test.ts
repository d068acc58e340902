import { expect, test, vi } from 'vitest';
import { createBusyWatch } from './busy.ts';

function work(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;);
}

test('a server is busy while its event loop works, or somebody waits for a connection; not while all wait for the database', async () => {
  let waiting = 0;
  const isBusy = createBusyWatch(() => waiting);
  // Nothing is done in between; but the machine may be busy with others, and the loop with what it has put off.
  const rested = (): Promise<void> =>
    vi.waitFor(() => expect(isBusy()).toBe(false), { timeout: 60_000, interval: 300 });
  work(200);
  expect(isBusy()).toBe(true);
  await rested();
  waiting = 1;
  expect(isBusy()).toBe(true);
});
