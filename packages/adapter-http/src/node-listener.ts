import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import type { Headers, Reply } from './answer.ts';
import { BODY_BYTES_MAX } from './read-body.ts';
import type { Shortcut } from './shortcut.ts';

/** A request listener of `node:http`. The promise never rejects. */
export type NodeListener = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** How much of an unwanted body is thrown away, and for how long, before the connection is cut. */
const DISCARD_BYTES_MAX = 1024 * 1024;
const DISCARD_MS_MAX = 2_000;

/** Answers Node's requests by the first of `shortcuts` that takes them, else through a web handler. */
export function nodeListener(
  fetch: (request: Request) => Promise<Response>,
  shortcuts: readonly Shortcut[],
): NodeListener {
  return async (req, res) => {
    try {
      for (const shortcut of shortcuts) {
        const short = shortcut(req, res);
        if (short) return send(req, res, await short);
      }
      const response = await fetch(new NodeRequest({ req, res }));
      if (res.writableEnded) return; // its body broke off, and it has been refused
      if (isWorthReadingOn(req)) await sendNodeResponse(res, response);
      else sendAndClose(req, res, await replyFrom(response));
    } catch {
      res.destroy();
    }
  };
}

function send(req: IncomingMessage, res: ServerResponse, reply: Reply): void {
  if (res.writableEnded) return;
  if (!req.complete && !isWorthReadingOn(req)) return sendAndClose(req, res, reply);
  res.writeHead(reply.status, reply.headers as string[]).end(reply.body);
}

async function replyFrom(response: Response): Promise<Reply> {
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: [...response.headers].flat(), body };
}

/** Nothing more will come, or so little that Node may read it away and keep the connection. */
function isWorthReadingOn(req: IncomingMessage): boolean {
  if (req.complete) {
    req.resume(); // what nobody has read must not hold up the next request
    return true;
  }
  return Number(req.headers['content-length'] ?? Infinity) <= BODY_BYTES_MAX;
}

/**
 * Answers while a body is still coming in. A socket that is closed on a sender who has not finished throws the answer away with
 * it, so the rest is read and dropped for a while; the sender has the answer by then.
 */
function sendAndClose(req: IncomingMessage, res: ServerResponse, { status, headers, body }: Reply): void {
  const length = ['content-length', `${body.length}`];
  res.writeHead(status, [...without(headers, ENDING), ...length, 'connection', 'close']);
  res.write(body);
  let left = DISCARD_BYTES_MAX;
  const close = (): void => {
    clearTimeout(timer);
    req.off('data', discard).off('end', close).off('close', close);
    res.end();
  };
  const discard = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) close();
  };
  const timer = setTimeout(close, DISCARD_MS_MAX);
  req.on('data', discard).on('end', close).on('close', close).resume();
}

const ENDING = /^(?:content-length|connection)$/i;

/** The headers but for those of these names. */
function without(headers: Headers, names: RegExp): string[] {
  return headers.filter((_, i) => !names.test(headers[i - (i % 2)]!));
}
