/** How much of the time the event loop works, from which on one request is in the way of another. */
const BUSY = 0.5;
const SAMPLE_MS = 50;

/** How long the event loop has worked. Bun does not measure that: there it is the processor's time, which includes other threads. */
function workedMs(): number {
  const { eventLoopUtilization } = performance as Partial<typeof performance>;
  if (eventLoopUtilization) return eventLoopUtilization().active;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Tells whether requests are in each other's way at this time: the event loop has worked for most of the last moments, or somebody waits for a connection
 * to the database. While a server waits for a database that is far away, it has room for all.
 *
 * @param connectionsWaitedFor how many wait for a connection to the database
 */
export function createBusyWatch(connectionsWaitedFor: () => number): () => boolean {
  let sampled = { atMs: performance.now(), workedMs: workedMs() };
  let isLoopBusy = false;
  return () => {
    const sinceMs = performance.now() - sampled.atMs;
    if (sinceMs >= SAMPLE_MS) {
      const before = sampled;
      sampled = { atMs: before.atMs + sinceMs, workedMs: workedMs() };
      isLoopBusy = sampled.workedMs - before.workedMs >= BUSY * sinceMs;
    }
    return isLoopBusy || connectionsWaitedFor() > 0;
  };
}
