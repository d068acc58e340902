/** Lets other requests run during long computations. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
