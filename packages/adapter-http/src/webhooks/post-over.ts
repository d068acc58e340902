import type { WebhookAnswer } from '@bord/engine';
import type { Dispatcher } from 'undici';
import type { Connection, Exchange } from './connections.ts';
import { exchangeFault, isBreak, NoAnswerError } from './no-answer.ts';

/** The number of body bytes that are kept. */
const START_BYTES_MAX = 1024;
/** Only the status counts, so a slow body is not awaited. */
const START_MS_MAX = 250;

export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts; never rejects. After the status, the start of the body is read: up to 1 KiB, 250 ms, or the abort. */
export function postOver(
  { client }: Connection,
  post: Post,
  signal: AbortSignal,
): Promise<Exchange<WebhookAnswer>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let status: number | undefined;
    let begun = false;
    let patience: NodeJS.Timeout | undefined;

    const settle = (connection: Exchange<never>['connection'], fault?: unknown): void => {
      clearTimeout(patience);
      signal.removeEventListener('abort', giveUp);
      resolve({
        connection,
        outcome: status === undefined ? exchangeFault(fault, begun).outcome : answered(status, chunks),
      });
    };
    const giveUp = (): void =>
      settle('spent', new NoAnswerError('timeout', 'connected, and no answer came in time'));

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStarted: () => void (begun = true),
      onResponseStart(_controller, code) {
        if (code < 200) return; // an interim response
        status = code;
        patience = setTimeout(settle, START_MS_MAX, 'spent');
      },
      onResponseData(_controller, chunk) {
        if (size > START_BYTES_MAX) return;
        chunks.push(chunk.subarray(0, START_BYTES_MAX - size));
        size += chunk.length;
        // After the bytes that were received already: if the body ended with them, the connection can be reused.
        if (size > START_BYTES_MAX) queueMicrotask(() => settle('spent'));
      },
      onResponseEnd: () => settle('sound'),
      onResponseError: (_controller, error) => settle(!begun && isBreak(error) ? 'dead' : 'spent', error),
    };
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    client.dispatch({ ...post, method: 'POST' }, handler);
  });
}

function answered(status: number, chunks: readonly Buffer[]): WebhookAnswer {
  // Decoded as a stream, so that an incomplete last character is dropped.
  const start = new TextDecoder().decode(Buffer.concat(chunks), { stream: true });
  return { kind: 'answered', status, start };
}
