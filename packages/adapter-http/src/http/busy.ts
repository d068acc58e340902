/** The share of time that the event loop works from which requests delay each other. */
const BUSY = 0.5;
const SAMPLE_MS = 50;

/** How long the event loop has worked. Bun does not measure that, so there it is the CPU time, which includes other threads. */
function workedMs(): number {
  const { eventLoopUtilization } = performance as Partial<typeof performance>;
  if (eventLoopUtilization) return eventLoopUtilization().active;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Returns whether requests delay each other at this time. The event loop was mostly busy just now, or a request waits for a database connection. A
 * server that waits for a remote database has capacity left.
 * @param connectionsWaitedFor number of requests that wait for a connection to the database
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
