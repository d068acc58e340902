/** An answer is given to whoever asks within so long, in milliseconds. */
const CACHE_MS = 1000;

/**
 * A check of which one at most is under way: who asks meanwhile, or within a second after it has ended, shares its answer, good or bad.
 * So a storage may look closely however often it is asked.
 *
 * @param nowMs a clock that is never set back; defaults to `performance.now`
 */
export function sharedCheck(
  check: () => Promise<void>,
  nowMs: () => number = () => performance.now(),
): () => Promise<void> {
  let latest: Promise<void> | undefined;
  let cachedUntilMs = Infinity;
  return () => {
    if (latest && nowMs() < cachedUntilMs) return latest;
    cachedUntilMs = Infinity;
    const checking = (latest = check());
    const keep = (): void => void (cachedUntilMs = nowMs() + CACHE_MS);
    checking.then(keep, keep);
    return checking;
  };
}
