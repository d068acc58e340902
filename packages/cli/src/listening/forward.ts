import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { FetchedEvent } from './event-source.ts';

export type Forwarded =
  | { readonly kind: 'answered'; readonly status: number; readonly ms: number }
  /** There was a connection, and no answer. */
  | { readonly kind: 'unanswered'; readonly why: string; readonly ms: number }
  | { readonly kind: 'unreachable'; readonly why: string };

/** Longer than a webhook waits for its receiver: somebody may look at it in a debugger. */
const TIMEOUT_MS = 30_000;

/** Posts an event as a webhook would have done. Never rejects. */
export function forward(
  url: string,
  { headers, body }: FetchedEvent,
  signal: AbortSignal,
): Promise<Forwarded> {
  return new Promise((resolve) => {
    const isSecure = url.startsWith('https:');
    const startedMs = performance.now();
    const ms = (): number => Math.round(performance.now() - startedMs);
    let isConnected = false;
    const fail = (why: string): void =>
      resolve(isConnected ? { kind: 'unanswered', why, ms: ms() } : { kind: 'unreachable', why });
    try {
      const post = (isSecure ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      post.on('socket', (socket) => {
        socket.once(isSecure ? 'secureConnect' : 'connect', () => (isConnected = true));
      });
      post.on('response', (response) => {
        resolve({ kind: 'answered', status: response.statusCode ?? 0, ms: ms() });
        response.on('error', () => undefined).resume();
      });
      post.on('error', (error) => fail(formatFault(error)));
      post.end(body);
    } catch (error) {
      resolve({ kind: 'unanswered', why: formatFault(error), ms: 0 }); // a header that cannot be sent
    }
  });
}

/** The system's cause of a failed connection in a word, because `fetch failed` has no information. */
export function formatFault(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = (cause ?? {}) as { readonly code?: string; readonly message?: string };
  return code || message || 'the connection failed';
}
