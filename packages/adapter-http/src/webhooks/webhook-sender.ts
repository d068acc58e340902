/** Sends webhooks to receivers on the internet, safely (D25). Public as `@bord/adapter-http/webhooks`. */
import type { WebhookAnswer, WebhookSender } from '@bord/engine';
import { connect } from 'node:net';
import { createConnections } from './connections.ts';
import { addressesInDns, addressesOfSystem } from './find-addresses.ts';
import { NoAnswerError } from './no-answer.ts';
import { openConnection, type Way } from './open-connection.ts';
import { postOver } from './post-over.ts';
import { checkWebhookUrl } from './webhook-url.ts';

/** Where webhooks may go, and how long a receiver has. */
export interface WebhookSenderOptions {
  /** For a whole attempt, from the lookup of the name to the last byte that is read. Defaults to 5 s (§6.5). */
  readonly timeoutMs?: number;
  /** Allows http, and addresses that are not public (D25): for development, or receivers in one's own network. Defaults to false. */
  readonly allowPrivate?: boolean;
  /** Connections to one origin at a time; more posts wait. Defaults to 32. */
  readonly connectionsPerOrigin?: number;
  /**
   * How the addresses of a name are found. Defaults to a question to DNS; if private addresses are allowed, to the system's own
   * way, which knows the names of its network.
   */
  readonly findAddresses?: Way['findAddresses'];
  /** How sockets are connected: `connect` of `node:net` by default. */
  readonly connect?: Way['connect'];
  /** Certificates to trust, in PEM, instead of those that Node trusts. */
  readonly ca?: string;
}

const USER_AGENT = 'Bord-Webhooks/1';

/**
 * Posts webhooks with undici: https to public addresses only, unless `allowPrivate` (D25). Answers are neither followed (D23),
 * unpacked nor read beyond 1 KiB. Connections are kept for 4 s for the next post; one that was ended meanwhile is replaced and the
 * request sent again, once, so that a receiver can get it twice within one attempt.
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { timeoutMs = 5_000, allowPrivate = false, connectionsPerOrigin = 32 } = options;
  const way: Way = {
    allowPrivate,
    findAddresses: options.findAddresses ?? (allowPrivate ? addressesOfSystem : addressesInDns()),
    connect: options.connect ?? connect,
    ca: options.ca,
  };
  const connections = createConnections(
    (url, signal) => openConnection(url, way, signal),
    connectionsPerOrigin,
  );

  return {
    checkUrl: (url) => checkWebhookUrl(url, allowPrivate),

    async post({ url: text, headers, body }): Promise<WebhookAnswer> {
      const problem = checkWebhookUrl(text, allowPrivate);
      if (problem !== null) return failed(new NoAnswerError('forbidden_address', problem));
      const url = new URL(text);
      const post = {
        path: url.pathname + url.search,
        headers: { 'user-agent': USER_AGENT, ...headers },
        body,
      };
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), timeoutMs);
      try {
        return await connections.exchange(url, deadline.signal, (connection) =>
          postOver(connection, post, deadline.signal),
        );
      } catch (error) {
        return failed(error);
      } finally {
        clearTimeout(timer);
      }
    },

    close: () => connections.close(),
  };
}

function failed(error: unknown): WebhookAnswer {
  const { why, message } =
    error instanceof NoAnswerError ? error : new NoAnswerError('unreachable', String(error));
  return { kind: 'failed', why, detail: message };
}
