/**
 * Runs something for which as much time passes while it works as it looks at the stopwatch, a millisecond each time: the nightly work rests for longer
 * after what took long, and whoever waits for a moment has to see it end.
 */
export async function withoutStopwatch<R>(run: () => Promise<R>): Promise<R> {
  const stopwatch = performance.now;
  let ms = 0;
  performance.now = () => ++ms;
  try {
    return await run();
  } finally {
    performance.now = stopwatch;
  }
}
