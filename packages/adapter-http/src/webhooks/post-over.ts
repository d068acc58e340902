import type { WebhookAnswer } from '@bord/engine';
import type { Dispatcher } from 'undici';
import type { Connection, Exchange } from './connections.ts';
import { exchangeFault, isBreak, NoAnswerError } from './no-answer.ts';

/** So much of an answer's body is kept. */
const START_BYTES_MAX = 1024;
/** The status is all that counts, so a body that comes slowly is not waited for. */
const START_MS_MAX = 250;

export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts; never rejects. After a status the start of the body is read: up to 1 KiB, a quarter of a second, or the abort. */
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
        outcome: status === undefined ? failed(fault, begun) : answered(status, chunks),
      });
    };
    const giveUp = (): void =>
      settle('spent', new NoAnswerError('timeout', 'connected, and no answer came in time'));

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStarted: () => void (begun = true),
      onResponseStart(_controller, code) {
        if (code < 200) return; // more will follow
        status = code;
        patience = setTimeout(settle, START_MS_MAX, 'spent');
      },
      onResponseData(_controller, chunk) {
        if (size > START_BYTES_MAX) return;
        chunks.push(chunk.subarray(0, START_BYTES_MAX - size));
        size += chunk.length;
        // After what has been received already: if that was all of it, the connection is still good.
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
  // As a stream, so that a character that was cut in two is left out.
  const start = new TextDecoder().decode(Buffer.concat(chunks), { stream: true });
  return { kind: 'answered', status, start };
}

function failed(fault: unknown, begun: boolean): WebhookAnswer {
  const { why, message } = exchangeFault(fault, begun);
  return { kind: 'failed', why, detail: message };
}
