/** How much of the time the event loop works, from which on one request is in the way of another. */
const BUSY = 0.5;
const SAMPLE_MS = 50;

/**
 * Tells whether requests are in each other's way at this time: the event loop has worked for most of the last moments, or somebody waits for a connection
 * to the database. While a server waits for a database that is far away, it has room for all.
 *
 * @param connectionsWaitedFor how many wait for a connection to the database
 */
export function createBusyWatch(connectionsWaitedFor: () => number): () => boolean {
  let since = performance.eventLoopUtilization();
  let sampledMs = performance.now();
  let isLoopBusy = false;
  return () => {
    const nowMs = performance.now();
    if (nowMs - sampledMs >= SAMPLE_MS) {
      const now = performance.eventLoopUtilization();
      isLoopBusy = performance.eventLoopUtilization(now, since).utilization >= BUSY;
      since = now;
      sampledMs = nowMs;
    }
    return isLoopBusy || connectionsWaitedFor() > 0;
  };
}
