/** A transport for webhooks of one's own: partners that live in the same process hear of their bookings without HTTP. */
import type { WebhookAnswer, WebhookSender } from '@bord/engine';
import { verifyWebhook, type WebhookEvent } from '@bord/engine/webhooks';

/** Hears each event at least once. What it throws makes Bord deliver the event again, later. */
export type Subscriber = (event: WebhookEvent) => Promise<void> | void;

export interface Bus {
  /** What the engine sends through. */
  readonly webhooks: WebhookSender;
  /** Listens at `bus:NAME`, with the secret of the endpoint that was added for this address. */
  subscribe(name: string, secret: string, subscriber: Subscriber): void;
}

/**
 * The engine asks two things of a transport: which addresses it goes to, and to resolve, whatever happens, to what became of one attempt. All
 * the rest stays the engine's: what waits, when it is tried again, when an endpoint is disabled.
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
