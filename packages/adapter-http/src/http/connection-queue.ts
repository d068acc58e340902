/** Pipelined requests: each connection has one request in flight, those behind it wait, and what has not been read yet stays unread (D57). */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that were parsed while another of their connection was in flight. */
interface Queue {
  readonly waiting: (() => void)[];
  isBusy: boolean;
  /** Begins the next request. */
  readonly next: () => void;
}

const queues = new WeakMap<Socket, Queue>();

/**
 * Node parses each read of up to 64 KiB completely, which can be 2,000 requests of 2.6 kB of memory each. When so many requests of one connection
 * wait, and for a minute after, every connection is parsed in slices, and only as far as no request waits. That costs some microseconds for
 * each read, so not before.
 */
const PIPELINED_FROM = 16;
const SLICED_MS = 60_000;
const SLICE_BYTES = 1024;
let slicedUntilMs = -Infinity;

/** Connections that Node parses itself. */
const unsliced = new Set<Socket>();

/** To be called for each new connection of a server of ours. */
export function limitReadAhead(socket: Socket): void {
  if (performance.now() < slicedUntilMs) return parseInSlices(socket);
  unsliced.add(socket);
  socket.once('close', () => unsliced.delete(socket));
}

/**
 * Begins the work for a request when all earlier requests of its connection are answered. A connection that closes drops its waiting requests.
 *
 * @param begin returns null when the request belongs to other code of the process, which is responsible for its answer
 */
export function inTurn(response: ServerResponse, begin: () => Promise<void> | null): Promise<void> {
  const { socket } = response.req;
  const queue = queues.get(socket) ?? open(socket);
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

function open(socket: Socket): Queue {
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

/** The one that is being parsed at this moment is not switched: it is paused, and has its turn with the next request of another. */
function sliceOthers(current: Socket): void {
  slicedUntilMs = performance.now() + SLICED_MS;
  for (const socket of unsliced) {
    if (socket === current) continue;
    unsliced.delete(socket);
    parseInSlices(socket);
  }
}

/** A listener for `data` takes the connection from Node's parser, which then gets its bytes from here. */
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
  // A paused connection was stopped by the parser, which starts it no more.
  socket._read(0); // oxlint-disable-line no-underscore-dangle -- the stream takes itself for reading, and would not call it
}
