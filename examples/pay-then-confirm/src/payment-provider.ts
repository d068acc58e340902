/** A pretended payment provider: a small server that takes payments, refunds them, and tells by webhook what has become of one. No money moves. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A payment as the provider returns it. */
export interface Payment {
  readonly id: string;
  /** The shop's own number: the same one is the same payment. */
  readonly reference: string;
  readonly status: 'pending' | 'paid' | 'refused' | 'refunded';
}

/** The provider, and the hands on the other side: the guest's, and those of bad luck. */
export interface PaymentProvider {
  readonly url: string;
  /** The guest pays, or the bank declines. The shop's webhook is called `webhooks` times. */
  decide(reference: string, status: 'paid' | 'refused', webhooks?: number): Promise<void>;
  /** The answer to the next request is lost: what was asked for is done. */
  loseNextAnswer(): void;
  payment(reference: string): Payment | undefined;
  close(): Promise<void>;
}

/** Opens it on a free port. It calls `webhookUrl` with `{"reference"}`; the shop must then read the payment. */
export async function openPaymentProvider(webhookUrl: string): Promise<PaymentProvider> {
  const payments = new Map<string, Payment>();
  let isLost = false;
  const server = createServer((request, response) => {
    void serve(request, response);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const payment = await answer(request);
    if (isLost) request.socket.destroy();
    else response.writeHead(payment ? 200 : 404).end(JSON.stringify(payment ?? {}));
    isLost = false;
  }

  /** `POST /payments`, `GET /payments/{reference}`, `POST /payments/{reference}/refund` */
  async function answer(request: IncomingMessage): Promise<Payment | undefined> {
    const [, , named = '', action] = (request.url ?? '').split('/');
    if (request.method === 'GET') return payments.get(named);
    const { reference = named } = action ? {} : ((await json(request)) as { reference: string });
    const known = payments.get(reference);
    if (action === 'refund' && known?.status === 'paid')
      payments.set(reference, { ...known, status: 'refunded' });
    else if (!known)
      payments.set(reference, { id: `pay_${payments.size + 1}`, reference, status: 'pending' });
    return payments.get(reference);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async decide(reference, status, webhooks = 1) {
      payments.set(reference, { ...payments.get(reference)!, status });
      const body = JSON.stringify({ reference });
      for (let i = 0; i < webhooks; i++) await fetch(webhookUrl, { method: 'POST', body });
    },
    loseNextAnswer() {
      isLost = true;
    },
    payment: (reference) => payments.get(reference),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => undefined);
    },
  };
}
