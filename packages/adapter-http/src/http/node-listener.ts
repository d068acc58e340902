/**
 * Answers requests of `node:http` directly. Pipelined requests: each connection has one request in flight, later ones wait, and unread bytes stay
 * unread (D57).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Endless, type Headers, Pieces, type Reply } from './answer.ts';
import { type HttpRequest, NodeRequest } from './http-request.ts';
import { BODY_BYTES_MAX } from './read-body.ts';
import type { Router } from './router.ts';

/**
 * A request listener of `node:http`, or Connect and Express middleware: unknown paths are passed to `next` unchanged. The promise never rejects.
 */
export type NodeListener = (
  req: IncomingMessage,
  res: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<void>;

export interface Replying {
  /** The reply to some GET requests, tried before the router; null for all others. */
  readonly fastPath: (request: HttpRequest) => Promise<Reply> | null;
  readonly router: Pick<Router, 'reply'>;
  /** The reply to a request without a route. */
  readonly unknown: (request: HttpRequest) => Promise<Reply>;
  /** Called when an answer cannot be sent. */
  readonly onError: (error: unknown, request: HttpRequest) => void;
  /** Aborted when the server shuts down. */
  readonly leaving: AbortSignal;
}

/** How much of an unwanted body is discarded, for how long in total and without bytes, before the connection is cut. */
const DISCARD_BYTES_MAX = 64 * 1024 * 1024;
const DISCARD_MS_MAX = 8_000;
const DISCARD_SILENCE_MS_MAX = 2_000;

export function nodeListener({ fastPath, router, unknown, onError, leaving }: Replying): NodeListener {
  return (req, res, next) => {
    const request = new NodeRequest(req, res);
    return inTurn(res, () => {
      const fast = req.method === 'GET' ? fastPath(request) : null;
      const pending = fast ?? router.reply(request) ?? (next ? null : unknown(request));
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
  if (res.writableEnded || res.closed) return; // the body broke off and was rejected, or the connection has closed
  const { status, headers, body } = reply;
  if (body instanceof Pieces) return sendParts(res, status, headers, () => body.inTurns());
  if (body instanceof Endless) return sendParts(res, status, headers, () => partsOf(body, leaving));
  if (req.complete) req.resume(); // an unread body must not delay the next request
  else if (Number(req.headers['content-length'] ?? Infinity) > BODY_BYTES_MAX)
    return sendAndClose(req, res, { status, headers, body }); // the rest is more than Node should read to keep the connection
  res.writeHead(status, headers as string[]).end(body);
}

/** Sends parts as fast as the client reads. A client that disconnects is not an error. */
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

/** Many clients read an answer only after they have sent everything, and a closed socket would discard it. So the rest is read and dropped. */
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

function without(headers: Headers, names: RegExp): string[] {
  return headers.filter((_, i) => !names.test(headers[i - (i % 2)]!));
}

/** Requests that were parsed while another one of the connection was in flight. */
interface Queue {
  readonly waiting: (() => void)[];
  isBusy: boolean;
  readonly next: () => void;
}

const queues = new WeakMap<Socket, Queue>();

/**
 * Node parses each read of up to 64 KiB completely, which can be 2,000 requests of 2.6 kB of memory each. When `PIPELINED_FROM` requests of one
 * connection wait, and for a minute after, every connection is parsed in slices, and only while no request waits. Slicing costs some microseconds
 * per read, so it is off by default.
 */
const PIPELINED_FROM = 16;
const SLICED_MS = 60_000;
const SLICE_BYTES = 1024;
let slicedUntilMs = -Infinity;

/** Connections that Node parses itself. */
const unsliced = new Set<Socket>();

/** Must be called for each new connection of a server. */
export function limitReadAhead(socket: Socket): void {
  if (performance.now() < slicedUntilMs) return parseInSlices(socket);
  unsliced.add(socket);
  socket.once('close', () => unsliced.delete(socket));
}

/**
 * Starts the work for a request when all earlier requests of its connection are answered. A connection that closes drops its waiting requests.
 * @param begin returns null when the request belongs to other code of the process, which is responsible for its answer
 */
function inTurn(response: ServerResponse, begin: () => Promise<void> | null): Promise<void> {
  const { socket } = response.req;
  const queue = queues.get(socket) ?? openQueue(socket);
  if (!queue.isBusy) return start(queue, response, begin);
  socket.pause();
  if (queue.waiting.length >= PIPELINED_FROM) sliceOthers(socket);
  return new Promise((resolve) => queue.waiting.push(() => resolve(start(queue, response, begin))));
}

/** Whether further requests of this connection were read and wait for their answers. */
export function isFollowed({ req }: ServerResponse): boolean {
  return isHeld(req.socket);
}

function isHeld(socket: Socket): boolean {
  return (queues.get(socket)?.waiting.length ?? 0) > 0;
}

function start(queue: Queue, response: ServerResponse, begin: () => Promise<void> | null): Promise<void> {
  queue.isBusy = true;
  response.once('close', queue.next);
  const begun = begin();
  if (begun) return begun;
  response.off('close', queue.next);
  queue.next();
  return Promise.resolve();
}

function openQueue(socket: Socket): Queue {
  const waiting: Queue['waiting'] = [];
  const next = (): void => {
    queue.isBusy = false;
    if (socket.destroyed || waiting.length === 0) return;
    const first = waiting.shift();
    if (waiting.length === 0) socket.resume();
    first!();
  };
  const queue: Queue = { waiting, isBusy: false, next };
  queues.set(socket, queue);
  socket.on('resume', () => {
    if (waiting.length > 0) socket.pause(); // Node resumes after each complete message
  });
  socket.once('close', () => (waiting.length = 0));
  return queue;
}

/** The connection that is being parsed is not switched: it is paused, and is switched with the next request of another one. */
function sliceOthers(current: Socket): void {
  slicedUntilMs = performance.now() + SLICED_MS;
  for (const socket of unsliced) {
    if (socket === current) continue;
    unsliced.delete(socket);
    parseInSlices(socket);
  }
}

/** A `data` listener takes the connection from Node's parser, which then gets its bytes from here. */
function parseInSlices(socket: Socket): void {
  const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
  if (!parse) return;
  socket.off('data', parse);
  socket.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length && !socket.destroyed; at += SLICE_BYTES) {
      if (isHeld(socket) || socket.isPaused()) {
        socket.pause();
        socket.unshift(bytes.subarray(at));
        return;
      }
      parse(bytes.subarray(at, at + SLICE_BYTES));
    }
  });
  // The parser stopped a paused connection and does not restart it.
  socket._read(0); // oxlint-disable-line no-underscore-dangle -- the stream takes itself for reading, and would not call it
}
