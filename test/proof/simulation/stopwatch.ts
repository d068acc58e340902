/** Runs something for which no time passes while it works, as far as it measures: the nightly work rests for longer after what took long. */
export async function withoutStopwatch<R>(run: () => Promise<R>): Promise<R> {
  const stopwatch = performance.now;
  performance.now = () => 0;
  try {
    return await run();
  } finally {
    performance.now = stopwatch;
  }
}
