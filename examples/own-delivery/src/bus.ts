/** A custom transport for webhooks: partners in the same process receive events without HTTP. */
import type { WebhookAnswer, WebhookSender } from '@bord/engine';
import { verifyWebhook, type WebhookEvent } from '@bord/engine/webhooks';

/** Receives each event at least once. If it throws, Bord delivers the event again later. */
export type Subscriber = (event: WebhookEvent) => Promise<void> | void;

export interface Bus {
  /** The sender for the engine. */
  readonly webhooks: WebhookSender;
  /** Listens at `bus:NAME`, with the secret of the endpoint that was added for this address. */
  subscribe(name: string, secret: string, subscriber: Subscriber): void;
}

/**
 * A transport tells the engine which URLs it serves, and resolves with the result of one attempt; it never rejects. The engine does the rest:
 * the queue, retries, and disabling an endpoint.
 */
export function createBus(): Bus {
  const subscribers = new Map<string, (signature: string | undefined, body: string) => Promise<void>>();
  return {
    webhooks: {
      checkUrl: (url) => (/^bus:[a-z-]+$/.test(url) ? null : 'an address here looks like bus:hotel-nord'),
      async post({ url, headers, body }): Promise<WebhookAnswer> {
        const deliver = subscribers.get(url);
        if (!deliver) return { kind: 'failed', why: 'unreachable', detail: 'nobody listens there' };
        try {
          await deliver(headers['x-partner-signature'], body);
          return { kind: 'answered', status: 204, start: '' };
        } catch (error) {
          return { kind: 'answered', status: 500, start: String(error) };
        }
      },
      close: async () => undefined,
    },
    subscribe(name, secret, subscriber) {
      subscribers.set(`bus:${name}`, async (signature, rawBody) =>
        subscriber(verifyWebhook({ secret, signature, rawBody })),
      );
    },
  };
}
