/** Lets other requests be answered: a range of full days is many questions. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
