/** An engine that sends webhooks to receivers on this machine, on the storage of a world. */
import { createWebhookSender } from '@bord/adapter-http/webhooks';
import {
  createEngine,
  type Endpoint,
  type Engine,
  type EngineOptions,
  type Observer,
  type EndpointRequest,
} from '@bord/engine';

const SECRET_KEY = new Uint8Array(32).fill(42);

export interface WebhookRuntime {
  readonly engine: Engine;
  /** Registers an endpoint of `acme`. */
  endpoint(url: string, given?: Partial<EndpointRequest>): Promise<{ endpoint: Endpoint; secret: string }>;
  close(): Promise<void>;
}

export function webhookRuntime(
  { storage, clock }: Required<Pick<EngineOptions, 'storage' | 'clock'>>,
  options: Partial<EngineOptions> & { readonly timeoutMs?: number } = {},
): WebhookRuntime {
  const { timeoutMs = 5000, ...given } = options;
  const webhooks = createWebhookSender({ allowPrivate: true, timeoutMs });
  const faults: unknown[] = [];
  const observer: Observer = (fact) => void (fact.kind === 'fault' && faults.push(fact.error));
  const engine = createEngine({ storage, clock, webhooks, observer, secretKeys: [SECRET_KEY], ...given });
  return {
    engine,
    endpoint: (url, terms = {}) => engine.operator.webhooks.add({ partner: 'acme', url, ...terms }),
    async close() {
      engine.detach();
      await webhooks.close();
      if (faults.length > 0) throw faults[0];
    },
  };
}
