/**
 * One benchmark in a separate process, so that it does not affect the next. `run.ts` starts it, and receives the figures. Alone it prints the figures as
 * JSON, for a profile:
 *
 *     node --conditions=@bord/source --cpu-prof bench/one.ts webhooks
 */
import { BENCHMARKS } from './benchmarks.ts';
import type { Figure } from './figure.ts';
import type { Curve } from './plot.ts';

/** The results of a benchmark. */
export interface Findings {
  readonly figures: readonly Figure[];
  readonly curves: readonly Curve[];
}

const [name = '', ...rest] = process.argv.slice(2);
const benchmark = BENCHMARKS[name];
if (!benchmark) throw new Error(`there is no benchmark ${name}`);
const findings: Findings = {
  figures: await benchmark.run(),
  curves: rest.includes('--curves') ? ((await benchmark.curves?.()) ?? []) : [],
};
if (process.send) process.send(findings, () => process.exit(0));
else console.log(JSON.stringify(findings.figures));
