/** Sends webhooks to receivers on the internet, safely (D25). Public as `@bord/adapter-http/webhooks`. */
import type { WebhookSender } from '@bord/engine';
import { lazily } from '../http/lazily.ts';
import { NoAnswerError } from './no-answer.ts';
import type { Way } from './open-connection.ts';
import { webhookUrlCheck } from './webhook-url.ts';

/** Permitted receivers, timeouts and connections. */
export interface WebhookSenderOptions {
  /** Milliseconds for a whole attempt, from the lookup of the name to the last byte. Defaults to 5,000 (§6.5). */
  readonly timeoutMs?: number;
  /** Allows http, and IP addresses that are not public (D25): for development, or receivers in a private network. Defaults to false. */
  readonly allowPrivate?: boolean;
  /** Concurrent connections to one origin; more posts wait. Defaults to 32. */
  readonly connectionsPerOrigin?: number;
  /** Finds the IP addresses of a name. Defaults to DNS; if private addresses are allowed, to the system resolver, which knows local names. */
  readonly findAddresses?: Way['findAddresses'];
  /** How sockets are connected: `connect` of `node:net` by default. */
  readonly connect?: Way['connect'];
  /** Certificates to trust, in PEM, instead of Node's defaults. */
  readonly ca?: string;
}

/** Bun replaces undici with a client whose requests are never sent. */
const ON_BUN = 'pass a custom WebhookSender, as examples/own-delivery does';

/**
 * Sends webhooks with undici, only by https to public IP addresses unless `allowPrivate` (D25). Redirects are not followed (D23); answers are not
 * decompressed, and at most 1 KiB is read. A connection stays open for 4 s after a request. If the receiver closed it, the request is sent again once
 * on a new connection, so a receiver can get it twice within one attempt. The HTTP client is loaded for the first webhook.
 *
 * @throws Error on Bun, which replaces undici
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { bun } = process.versions;
  if (bun) throw new Error(`createWebhookSender needs Node.js or Deno, and this is Bun ${bun}: ${ON_BUN}`);
  const { allowPrivate = false } = options;
  const checkUrl = webhookUrlCheck(allowPrivate);
  let isOpen = false;
  const poster = lazily(async () => {
    const { createPoster } = await import('./poster.ts');
    isOpen = true;
    return createPoster(options);
  });
  return {
    checkUrl,

    async post(request) {
      const problem = checkUrl(request.url);
      if (problem !== null) return new NoAnswerError('forbidden_address', problem).outcome;
      return (await poster()).post(request);
    },

    close: async () => (isOpen ? (await poster()).close() : undefined),
  };
}
