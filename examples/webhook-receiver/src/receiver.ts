import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type NamedWebhookEvents,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
} from '@bord/engine/webhooks';

/** What an endpoint hears: changes of bookings, and what it has named beside them. */
export type Heard<Named extends keyof NamedWebhookEvents> = WebhookEvent | NamedWebhookEvents[Named];

export interface ReceiverOptions<Named extends keyof NamedWebhookEvents> {
  /** `whsec_…`; several while it is being rotated. */
  readonly secrets: readonly string[];
  /** Called once for each event. What it throws makes Bord deliver the event again. */
  readonly onEvent: (event: Heard<Named>) => Promise<void> | void;
  /** The types that the endpoint has named beside those of bookings; none when left out. */
  readonly named?: readonly Named[];
  /** Remembers which events have been handled. A real one is a table with a unique column, written in one transaction with what `onEvent` does. */
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

  /** Two deliveries of one event may arrive at once: the second waits for the first. */
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

/** The body byte for byte: a framework that parses JSON first would leave nothing to check the signature on. */
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
