/** How long a result is shared, in milliseconds. */
const CACHE_MS = 1000;

/**
 * A check that runs at most once concurrently: callers during it, or within a second after its end, share its result, good or bad. So a storage
 * can check thoroughly at any frequency of calls.
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
