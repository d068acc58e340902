/**
 * The first SIGINT or SIGTERM stops what listens to `stop`, so that it can end well; the second ends the process as it is, with 130.
 *
 * @param onFirst says so, before anything stops
 * @returns forgets the signals again
 */
export function stopOnSignals(stop: AbortController, onFirst: () => void = () => undefined): () => void {
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(130);
    onFirst();
    stop.abort();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}
