import type { WebhookAnswer, WebhookRequest } from '@bord/engine';
import { connect } from 'node:net';
import { createConnections } from './connections.ts';
import { addressesInDns, addressesOfSystem } from './find-addresses.ts';
import { NoAnswerError } from './no-answer.ts';
import { openConnection, type Way } from './open-connection.ts';
import { postOver } from './post-over.ts';
import type { WebhookSenderOptions } from './webhook-sender.ts';

const USER_AGENT = 'Bord-Webhooks/1';

/** Posts to checked addresses over pooled connections. */
export interface Poster {
  /** Posts once; never rejects. */
  post(request: WebhookRequest): Promise<WebhookAnswer>;
  close(): Promise<void>;
}

export function createPoster(options: WebhookSenderOptions): Poster {
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
    async post({ url: text, headers, body }) {
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
        const known = error instanceof NoAnswerError;
        return (known ? error : new NoAnswerError('unreachable', String(error))).outcome;
      } finally {
        clearTimeout(timer);
      }
    },

    close: () => connections.close(),
  };
}
