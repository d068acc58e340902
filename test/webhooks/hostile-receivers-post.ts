/** Posts to slow, broken or hostile receivers, and their results. */
import { setTimeout as delay } from 'node:timers/promises';
import { createWebhookSender, type WebhookSenderOptions } from '@bord/adapter-http/webhooks';
import { expect, onTestFinished } from 'vitest';
import type { Receiver } from './hostile-receivers-server.ts';
import { AUTHORITY } from './hostile-receivers-tls.ts';

/** For a receiver that is to be given up. Those that answer are waited for, however busy the machine is. */
export const SHORT: WebhookSenderOptions = { timeoutMs: 500 };
/** No test measures time; this only tells an end from a hang. */
export const HANG_MS = 60_000;
/** Beyond that, so that it is not the deadline that ends what ends. */
const TIMEOUT_MS = 2 * HANG_MS;

/** A sender that knows the receivers' name and trusts their certificates, closed when the test is over. */
export function senderFor(options: WebhookSenderOptions = {}) {
  const sender = createWebhookSender({
    allowPrivate: true,
    timeoutMs: TIMEOUT_MS,
    findAddresses: async () => ['127.0.0.1'],
    ca: AUTHORITY,
    ...options,
  });
  onTestFinished(() => sender.close());
  return sender;
}

/** Fails with `hangs` where something takes longer. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = new AbortController();
  const hang = delay(ms, undefined, { signal: late.signal }).then(() => expect.fail('hangs'));
  try {
    return await Promise.race([promise, hang]);
  } finally {
    late.abort();
    await hang.catch(() => undefined);
  }
}

/** Posts once; the connection must be gone afterwards, unless it may be kept. */
export async function post(
  to: Receiver,
  {
    body = '{}',
    staysOpen = false,
    ...options
  }: WebhookSenderOptions & { body?: string; staysOpen?: boolean } = {},
) {
  const sender = senderFor(options);
  const answer = await within(HANG_MS, sender.post({ url: `${to.url}/hook`, headers: {}, body }));
  for (const socket of to.open) socket.resume(); // or it does not notice
  if (!staysOpen) await expect.poll(() => to.open.size, { timeout: HANG_MS }).toBe(0);
  return answer;
}

/** The result of a failed or answered post. */
export const failed = (why: string, detail = /./) => ({
  kind: 'failed',
  why,
  detail: expect.stringMatching(detail),
});
export const answered = (status: number, start: unknown) => ({ kind: 'answered', status, start });

/** The head of an answer that says no length yet, and an answer whole. */
export const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';
export const OK = `${HEAD}content-length: 2\r\n\r\nok`;

/** The head of an answer of 1 GB, and a part of its body. */
export const GIGABYTE = `${HEAD}content-length: 1000000000\r\n\r\n`;
export const PAGE = Buffer.alloc(64 * 1024, 'x');
