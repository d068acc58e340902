/** The page of metrics, from the metrics that a server registers. */
import { createMetrics } from '../../packages/cli/src/output/metrics.ts';
import { Registry } from '../../packages/cli/src/output/prometheus.ts';
import { anchor, code, noteOf, page, table } from './markdown.ts';

/** A metric as prom-client keeps it. */
interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames: readonly string[];
  get(): Promise<{ readonly values: readonly { readonly labels: Readonly<Record<string, unknown>> }[] }>;
}

export function allMetrics(): readonly Metric[] {
  const registry = new Registry();
  createMetrics('', registry);
  return registry.getMetricsAsArray() as unknown as readonly Metric[];
}

export async function metricsPage(): Promise<string> {
  const rows = await Promise.all(
    allMetrics().map(async (metric) => [
      `${anchor(metric.name)}${code(metric.name)}`,
      metric.type,
      await labelsOf(metric),
      metric.help,
    ]),
  );
  return page([
    noteOf('packages/cli/src/output/metrics.ts and gauges.ts'),
    '# Metrics',
    'This page lists the metrics of `GET /metrics`, for operators. [Monitor](../operate/monitor.md#metrics) describes how to use them.',
    'Values of a label are listed if a server shows them from its start.',
    table(['metric', 'type', 'labels', 'meaning'], rows),
    'A server also has the `process_*` and `nodejs_*` metrics of `prom-client`: memory, CPU, garbage collection and event loop delay.',
  ]);
}

/** `load` (`booking`, `reading`) */
async function labelsOf(metric: Metric): Promise<string> {
  const { values } = await metric.get();
  const labels = metric.labelNames.map((label) => {
    const known = new Set(
      values.map((one) => one.labels[label]).filter((value) => value !== undefined && value !== ''),
    );
    return known.size === 0
      ? code(label)
      : `${code(label)} (${[...known].map((value) => code(String(value))).join(', ')})`;
  });
  return labels.join(', ');
}
