/** A receiver of webhooks on a real socket, which answers as a test wants it to. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery as it arrived. */
export interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Byte for byte. */
  readonly rawBody: Buffer;
  /** The receiver's clock. */
  readonly atMs: number;
}

export interface Receiver {
  readonly url: string;
  /** In the order of their arrival. */
  readonly received: readonly Received[];
  /** How it answers from now on: a status, or whatever the function does. */
  answer: number | ((response: ServerResponse, delivery: Received) => void);
  /** Resolves when so many deliveries have arrived; rejects after two minutes. */
  arrived(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

/** @param port 0 picks a free one */
export async function openReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const delivery = {
        url: request.url ?? '',
        headers: request.headers,
        rawBody: Buffer.concat(chunks),
        atMs: Date.now(),
      };
      received.push(delivery);
      const { answer } = receiver;
      if (typeof answer === 'function') answer(response, delivery);
      else response.writeHead(answer).end();
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: 204,
    arrived: (count) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`${received.length} of ${count} deliveries have arrived`));
        }, 120_000);
        const look = (): void => {
          if (received.length < count) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return receiver;
}

/** The id of an event and its type. */
export function eventOf({ rawBody }: Received): {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
} {
  return JSON.parse(rawBody.toString()) as ReturnType<typeof eventOf>;
}
