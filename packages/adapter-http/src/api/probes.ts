/** What those ask who watch over a server: `/healthz`, `/readyz` and `/metrics`. */
import type { Engine } from '@bord/engine';
import type { Answer } from './answer.ts';
import { errorAnswer } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { NOT_READY } from './messages.ts';

/** The metrics of a process at this moment, as Prometheus reads them. */
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
  /** Without it there is no `/metrics`. */
  readonly metrics?: (() => Promise<MetricsText>) | undefined;
}

/** Answers a probe. None is ever shed: whoever watches must see most when most goes on. */
export type Probe = (exchange: Exchange) => Promise<Answer>;

const RETRY_READY_SECONDS = '5';

/** The probes, by their path. */
export function probesOf({ engine, isDraining, onError, metrics }: ProbeOptions): ReadonlyMap<string, Probe> {
  const probes = new Map<string, Probe>();
  probes.set('/healthz', async () => ({ status: 200, body: { status: 'ok' } }));
  probes.set('/readyz', async ({ requestId }) => {
    const isReady = !isDraining() && (await isSound(engine, (error) => onError(error, requestId)));
    const writesTo = engine.health.primary();
    if (isReady) return { status: 200, body: { status: 'ready', ...(writesTo !== null && { writesTo }) } };
    return errorAnswer(503, NOT_READY, ['retry-after', RETRY_READY_SECONDS]);
  });
  if (metrics) {
    probes.set('/metrics', async () => {
      const { type, text } = await metrics();
      return { status: 200, body: text, type };
    });
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
