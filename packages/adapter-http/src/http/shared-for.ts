/** Calls `ask` at most once in `ms` milliseconds: all callers of that time share its result, a rejection too. */
export function sharedFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let latest: { readonly result: Promise<T>; readonly startedMs: number } | undefined;
  return () => {
    const startedMs = performance.now();
    if (!latest || startedMs > latest.startedMs + ms) latest = { result: ask(), startedMs };
    return latest.result;
  };
}
