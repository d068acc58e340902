import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BookingAction, Exchange } from './exchange.ts';
import { ignoredFieldsHeader } from './ignored-fields.ts';

/** What is answered, before it has the headers that every answer has. */
export interface Answer {
  /** HTTP status. */
  readonly status: number;
  /** Bytes, text, pieces and what goes on are sent as they stand; an object as JSON. */
  readonly body: Uint8Array<ArrayBuffer> | string | Pieces | Endless | object;
  /** `content-type`. Defaults to JSON. */
  readonly type?: string;
  /** `cache-control`. Defaults to `no-store`. */
  readonly cacheControl?: string;
  /** Names and values in turn. */
  readonly headers?: Headers;
  /** What was done about a booking, and where: for the log and the metrics. */
  readonly about?: {
    /** The location that the request was about. */
    readonly locationId?: string;
    /** What was done. */
    readonly action?: BookingAction;
  };
}

/** A body too large to be had at once: each piece is made when the one before it has been sent, and none for a reader who has gone. */
export class Pieces {
  readonly each: Iterable<Uint8Array<ArrayBuffer>>;

  constructor(each: Iterable<Uint8Array<ArrayBuffer>>) {
    this.each = each;
  }

  /** The pieces, each in a turn of its own: others are served in between. */
  async *inTurns(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    for (const piece of this.each) {
      yield piece;
      await nextTurn();
    }
  }
}

/** An endless body, pulled part by part, so that nothing piles up for a slow reader. `return` is called in the end, even while a part is awaited. */
export class Endless {
  readonly open: (leaving: AbortSignal) => AsyncIterator<Uint8Array<ArrayBuffer>, void>;

  /** @param open begins it; called once there is a reader. `leaving` says that the server is about to leave: it has to end soon */
  constructor(open: Endless['open']) {
    this.open = open;
  }
}

/** Names and values in turn, the form that Node sends fastest. */
export type Headers = readonly string[];

/** An answer that is ready to be sent, whether by Node or as a web response. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | Pieces | Endless;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The answer with the headers that every answer carries, `always` of this server, and those of the caller's stand once it is known (D17). */
export function replyOf(answer: Answer, exchange: Exchange, isLast: boolean, always: Headers): Reply {
  const { status, type = JSON_TYPE, cacheControl = 'no-store' } = answer;
  const body = bytesOf(answer.body);
  const headers = ['content-type', type];
  if (body instanceof Uint8Array && status !== 304) headers.push('content-length', `${body.byteLength}`);
  headers.push('cache-control', cacheControl, 'x-content-type-options', 'nosniff', ...always);
  headers.push('x-request-id', exchange.requestId);
  const { caller, rate } = exchange;
  if (caller && rate) {
    headers.push('ratelimit-limit', `${caller.rateLimit}`);
    headers.push('ratelimit-remaining', `${rate.remaining}`);
    headers.push('ratelimit-reset', `${wholeSeconds(rate.resetMs)}`);
  }
  if (exchange.ignoredFields.length > 0)
    headers.push('ignored-fields', ignoredFieldsHeader(exchange.ignoredFields));
  if (answer.headers) headers.push(...answer.headers);
  if (isLast) headers.push('connection', 'close');
  return { status, headers, body };
}

function bytesOf(body: Answer['body']): Reply['body'] {
  if (body instanceof Uint8Array || body instanceof Pieces || body instanceof Endless) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Rounded up, so that whoever waits so long has waited long enough. */
export function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}
