import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Endless, type Headers, Pieces, type Reply } from './answer.ts';
import { inTurn } from './connection-queue.ts';
import { type HttpRequest, nodeRequest } from './http-request.ts';
import { BODY_BYTES_MAX } from './read-body.ts';

/**
 * A request listener of `node:http`, or Connect and Express middleware: what is not its own it leaves to `next`, untouched. The promise
 * never rejects.
 */
export type NodeListener = (
  req: IncomingMessage,
  res: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<void>;

export interface Replying {
  /** Asked first: the reply to some requests of ours, null for all others. */
  readonly fastPath: (request: HttpRequest) => Promise<Reply> | null;
  /** The reply to a request, or null when it is none of ours. */
  readonly reply: (request: HttpRequest) => Promise<Reply> | null;
  /** The reply to a request that is nobody's. */
  readonly unknown: (request: HttpRequest) => Promise<Reply>;
  /** Told of what could not be sent. */
  readonly onError: (error: unknown, request: HttpRequest) => void;
  /** The server is about to leave. */
  readonly leaving: AbortSignal;
}

/** How much of an unwanted body is thrown away, for how long in all and in silence, before the connection is cut. */
const DISCARD_BYTES_MAX = 64 * 1024 * 1024;
const DISCARD_MS_MAX = 8_000;
const DISCARD_SILENCE_MS_MAX = 2_000;

/** Answers Node's requests by Node's own means. */
export function nodeListener({ fastPath, reply, unknown, onError, leaving }: Replying): NodeListener {
  return (req, res, next) => {
    const request = nodeRequest(req, res);
    return inTurn(res, () => {
      const pending = fastPath(request) ?? reply(request) ?? (next ? null : unknown(request));
      if (!pending) return (next?.(), null);
      return pending
        .then((ready) => send(req, res, ready, leaving))
        .catch((error: unknown) => {
          res.destroy();
          onError(error, request);
        });
    });
  };
}

async function send(
  req: IncomingMessage,
  res: ServerResponse,
  reply: Reply,
  leaving: AbortSignal,
): Promise<void> {
  if (res.writableEnded || res.closed) return; // its body broke off, and it has been refused; or its connection has closed
  const { status, headers, body } = reply;
  if (body instanceof Pieces) return sendParts(res, status, headers, () => body.inTurns());
  if (body instanceof Endless) return sendParts(res, status, headers, () => partsOf(body, leaving));
  if (!isWorthReadingOn(req)) return sendAndClose(req, res, { status, headers, body });
  res.writeHead(status, headers as string[]).end(body);
}

/** As fast as they are read. Who goes away while reading is no fault of ours. */
async function sendParts(
  res: ServerResponse,
  status: number,
  headers: Headers,
  open: () => AsyncIterable<Uint8Array>,
): Promise<void> {
  res.writeHead(status, headers as string[]);
  if (res.req.method === 'HEAD') return void res.end();
  await pipeline(Readable.from(open(), { objectMode: false, highWaterMark: 1 }), res).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    },
  );
}

function partsOf(body: Endless, leaving: AbortSignal): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => body.open(leaving) };
}

/** Nothing more will come, or so little that Node may read it away and keep the connection. */
function isWorthReadingOn(req: IncomingMessage): boolean {
  if (req.complete) {
    req.resume(); // what nobody has read must not hold up the next request
    return true;
  }
  return Number(req.headers['content-length'] ?? Infinity) <= BODY_BYTES_MAX;
}

/** Many senders read an answer only when they have sent all, and a closed socket would discard it: so the rest is read and dropped. */
function sendAndClose(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: Reply & { readonly body: Uint8Array },
): void {
  const length = ['content-length', `${body.length}`];
  res.writeHead(status, [...without(headers, ENDING), ...length, 'connection', 'close']);
  res.write(body);
  let left = DISCARD_BYTES_MAX;
  const close = (): void => {
    clearTimeout(timer);
    clearTimeout(silence);
    req.off('data', discard).off('end', close).off('close', close);
    res.end();
  };
  const discard = (chunk: Buffer): void => {
    silence.refresh();
    left -= chunk.length;
    if (left < 0) close();
  };
  const timer = setTimeout(close, DISCARD_MS_MAX);
  const silence = setTimeout(close, DISCARD_SILENCE_MS_MAX);
  req.on('data', discard).on('end', close).on('close', close).resume();
}

const ENDING = /^(?:content-length|connection)$/i;

/** The headers but for those of these names. */
function without(headers: Headers, names: RegExp): string[] {
  return headers.filter((_, i) => !names.test(headers[i - (i % 2)]!));
}
