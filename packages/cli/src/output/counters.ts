import { Counter, type Registry } from './prometheus.ts';

/** Counts one more, or `by` more, of the kind. */
export type Count = (kind: string, by?: number) => void;

/** A counter with one label. Of the kinds that are known beforehand it shows 0 from the start. */
export function counter(
  registry: InstanceType<typeof Registry>,
  name: string,
  help: string,
  label: string,
  kinds: readonly string[],
): Count {
  const counts = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const kind of kinds) counts.labels(kind).inc(0);
  return (kind, by = 1) => counts.inc({ [label]: kind }, by);
}

/** Without a label. */
export function plainCounter(
  registry: InstanceType<typeof Registry>,
  name: string,
  help: string,
): (by: number) => void {
  const counts = new Counter({ name, help, registers: [registry] });
  return (by) => counts.inc(by);
}

/** From a cached answer to one that nobody waits for. */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
