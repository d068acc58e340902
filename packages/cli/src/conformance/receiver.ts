import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Failure } from '../output/failure.ts';
import type { Settings, WebhookSettings } from './settings.ts';

export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
  readonly json: unknown;
  readonly arrivedMs: number;
}

export interface Receiver {
  readonly deliveries: readonly Delivery[];
  close(): Promise<void>;
}

/** An event has about a kilobyte. */
const BODY_BYTES_MAX = 1024 * 1024;

export interface Receivers {
  readonly receiver: Receiver | null;
  /** Of an endpoint that names `availability.changed` and `waitlist.offered`. */
  readonly namedReceiver: Receiver | null;
  close(): Promise<void>;
}

export async function openReceivers({ webhook, namedWebhook }: Settings): Promise<Receivers> {
  const receiver = webhook && (await openReceiver(webhook, 1));
  const namedReceiver = namedWebhook && (await openReceiver(namedWebhook, 0));
  return {
    receiver,
    namedReceiver,
    async close() {
      await receiver?.close();
      await namedReceiver?.close();
    },
  };
}

/** Listens for events. It answers so many with 500, so that a repetition can be seen, and the others with 200. */
async function openReceiver(
  { host, port }: Pick<WebhookSettings, 'host' | 'port'>,
  refused: number,
): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
      else req.destroy();
    });
    req.on('end', () => {
      const rawBody = Buffer.concat(chunks);
      deliveries.push({ headers: req.headers, rawBody, json: parsed(rawBody), arrivedMs: Date.now() });
      res.writeHead(deliveries.length <= refused ? 500 : 200).end();
    });
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw new Failure(
      `events cannot be received at ${host}:${port}: ${(error as Error).message}. Choose another port`,
    );
  }
  return {
    deliveries,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}
