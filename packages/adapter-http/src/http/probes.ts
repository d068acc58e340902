/** The routes for monitoring: `/healthz`, `/readyz` and `/metrics`. */
import type { Engine } from '@bord/engine';
import type { Answer } from './answer.ts';
import { errorAnswer } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { Admission, Load } from './load.ts';
import { sharedFor } from './shared-for.ts';

/** The current metrics of a process in Prometheus' format. */
export interface MetricsText {
  /** Its `content-type`. */
  readonly type: string;
  /** The exposition, in Prometheus' text format. */
  readonly text: string;
}

export interface ProbeOptions {
  readonly engine: Engine;
  readonly isDraining: () => boolean;
  readonly onError: (error: unknown, requestId: string) => void;
  /** Without it `/metrics` does not exist. */
  readonly metrics?: (() => Promise<MetricsText>) | undefined;
}

export interface Probe {
  /** `/healthz` and `/readyz` are never shed: a load balancer would treat the server as dead. `/metrics` is shed last. */
  readonly load: Load | null;
  readonly answer: (exchange: Exchange, outside: Admission['outside']) => Promise<Answer>;
}

/** One answer of `/metrics` is shared for this long, in milliseconds. */
const METRICS_MS = 1000;

const RETRY_READY_SECONDS = '5';

export function probesOf({ engine, isDraining, onError, metrics }: ProbeOptions): ReadonlyMap<string, Probe> {
  const probes = new Map<string, Probe>();
  probes.set('/healthz', { load: null, answer: async () => ({ status: 200, body: { status: 'ok' } }) });
  probes.set('/readyz', {
    load: null,
    async answer({ requestId }) {
      const isReady = !isDraining() && (await isSound(engine, (error) => onError(error, requestId)));
      const writesTo = engine.health.primary();
      if (isReady) return { status: 200, body: { status: 'ready', ...(writesTo !== null && { writesTo }) } };
      return errorAnswer('not_ready', ['retry-after', RETRY_READY_SECONDS]);
    },
  });
  if (metrics) {
    const shared = sharedFor(METRICS_MS, async (): Promise<Answer> => {
      const { type, text } = await metrics();
      return { status: 200, body: Buffer.from(text), type };
    });
    // It reports the number of running requests and does not count as one.
    probes.set('/metrics', { load: 'booking', answer: (_, outside) => outside(shared) });
  }
  return probes;
}

async function isSound(engine: Engine, report: (error: unknown) => void): Promise<boolean> {
  try {
    await engine.health.check();
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}
