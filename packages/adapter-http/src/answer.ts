import type { Exchange } from './exchange.ts';

/** What an operation answers: bytes are JSON already. */
export interface Answer {
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer> | object;
  readonly headers?: Headers;
}

/** Names and values in turn, the form that Node sends fastest. */
export type Headers = readonly string[];

/** An answer that is ready to be sent, whether through Node or as a web response. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The answer with the headers that every answer carries, and those of the caller's stand once it is known (D17). */
export function replyOf(answer: Answer, exchange: Exchange, isLast: boolean): Reply {
  const { status, body } = answer;
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  const headers = [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    `${bytes.byteLength}`,
  ];
  headers.push('cache-control', 'no-store', 'x-content-type-options', 'nosniff');
  headers.push('x-request-id', exchange.requestId);
  const { caller, rate } = exchange;
  if (caller && rate) {
    headers.push('ratelimit-limit', `${caller.rateLimit}`);
    headers.push('ratelimit-remaining', `${rate.remaining}`);
    headers.push('ratelimit-reset', `${wholeSeconds(rate.resetMs)}`);
  }
  if (answer.headers) headers.push(...answer.headers);
  if (isLast) headers.push('connection', 'close');
  return { status, headers, body: bytes };
}

/** Rounded up, so that whoever waits so long has waited long enough. */
export function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}
