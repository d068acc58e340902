/**
 * The parts of prom-client that count. The whole of it also brings gateways and clusters, which a server has no use for: 20 ms of its start and 9 MiB,
 * against 4 ms and less than one.
 */
import { createRequire } from 'node:module';
import type * as whole from 'prom-client';

const part = createRequire(import.meta.url);

export const Counter = part('prom-client/lib/counter.js') as typeof whole.Counter;
export const Gauge = part('prom-client/lib/gauge.js') as typeof whole.Gauge;
export const Histogram = part('prom-client/lib/histogram.js') as typeof whole.Histogram;
export const Registry = part('prom-client/lib/registry.js') as typeof whole.Registry;

/** Adds what Node knows of the process itself. Loads the rest of the library. */
export async function addProcessMetrics(register: whole.Registry): Promise<void> {
  const { collectDefaultMetrics } = await import('prom-client');
  collectDefaultMetrics({ register });
}
