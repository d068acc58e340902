import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type NamedWebhookEvents,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
} from '@bord/engine/webhooks';

/** The events of an endpoint: changes of bookings, and the types that it names. */
export type Heard<Named extends keyof NamedWebhookEvents> = WebhookEvent | NamedWebhookEvents[Named];

export interface ReceiverOptions<Named extends keyof NamedWebhookEvents> {
  /** `whsec_…`; several while it is being rotated. */
  readonly secrets: readonly string[];
  /** Called once for each event. If it throws, Bord delivers the event again. */
  readonly onEvent: (event: Heard<Named>) => Promise<void> | void;
  /** The named types in addition to those of bookings; default: empty. */
  readonly named?: readonly Named[];
  /** The handled event ids. In production: a table with a unique column, written in the transaction of `onEvent`. */
  readonly handled?: Pick<Set<string>, 'has' | 'add'>;
}

/** Larger than any event. */
const BODY_MAX = 64 * 1024;

/** A receiver as the contract asks for it: it checks the raw body, acts on each event once, and answers quickly. */
export function createReceiver<Named extends keyof NamedWebhookEvents = never>({
  secrets,
  onEvent,
  named = [],
  handled = new Set(),
}: ReceiverOptions<Named>): Server {
  const underWay = new Map<string, Promise<void>>();

  async function handle(event: Heard<Named>): Promise<void> {
    if (handled.has(event.id)) return;
    await onEvent(event);
    handled.add(event.id);
  }

  /** Two deliveries of one event may arrive concurrently: the second waits for the first. */
  function handleOnce(event: Heard<Named>): Promise<void> {
    const running = underWay.get(event.id);
    if (running) return running;
    const handling = handle(event).finally(() => underWay.delete(event.id));
    underWay.set(event.id, handling);
    return handling;
  }

  async function receive(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405;
    const rawBody = await readRaw(request);
    if (rawBody === null) return 413;
    const signature = request.headers['x-partner-signature'];
    if (typeof signature !== 'string') return 400;
    let event: Heard<Named>;
    try {
      event = verifyWebhook({ secret: secrets, signature, rawBody, named });
    } catch (error) {
      if (error instanceof WebhookError) return 400;
      throw error;
    }
    await handleOnce(event);
    return 204;
  }

  return createServer((request: IncomingMessage, response: ServerResponse) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      (error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
  });
}

/** The raw body: the signature covers its bytes, so it must be verified before any JSON parser. */
async function readRaw(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
