import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from './errors.ts';
import { requestIdOf } from './exchange.ts';
import { REQUEST_LATE, REQUEST_UNREADABLE } from './messages.ts';

/** Says 400 on connections whose next request is none, and 503 where it took too long to arrive; and ends them. */
export interface BadRequestSender {
  /** To be told of each request when it begins. */
  begun(res: ServerResponse): void;
  /**
   * For what cannot become a request, or has broken off: answers in its turn, after the requests before it.
   *
   * @param isLate it may still have become one
   */
  badRequest(socket: Duplex, isLate: boolean): void;
  /** Refuses a request that has a response, which Node sends in its turn. */
  sendBadRequest(res: ServerResponse): void;
}

/**
 * @param onBadRequest hears of each refusal the id that its answer carries
 * @param always headers of every answer, names and values in turn
 */
export function createBadRequestSender(
  onBadRequest: (requestId: string, status: number) => void,
  always: readonly string[],
): BadRequestSender {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();

  function sendBadRequest(res: ServerResponse, refusal = UNREADABLE): void {
    const given = res.req.headers['x-request-id'];
    const id = requestIdOf({ get: () => (typeof given === 'string' ? given : null) });
    onBadRequest(id, refusal.status);
    res.writeHead(refusal.status, [...headersWith(id, refusal).flat(), ...always]).end(refusal.body);
  }

  function sayBadRequest(socket: Duplex, refusal: Refusal): void {
    if (!socket.writable) return void socket.destroy();
    const id = requestIdOf({ get: () => null });
    onBadRequest(id, refusal.status);
    const head = headersWith(id, refusal).map(([name, value]) => `${name}: ${value}\r\n`);
    for (let at = 0; at < always.length; at += 2) head.push(`${always[at]}: ${always[at + 1]}\r\n`);
    const { status, body } = refusal;
    const line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    socket.end(`${line}${head.join('')}\r\n${body}`, () => socket.destroy());
  }

  return {
    begun: (res) => void latest.set(res.req.socket, res),
    sendBadRequest: (res) => sendBadRequest(res),
    badRequest(socket, isLate) {
      if (refused.has(socket)) return; // what comes after is no better
      refused.add(socket);
      const refusal = isLate ? LATE : UNREADABLE;
      const last = latest.get(socket);
      if (!last || last.req.complete) afterwards(last, () => sayBadRequest(socket, refusal));
      else if (last.headersSent) afterwards(last, () => void socket.destroy());
      else sendBadRequest(last, refusal);
    },
  };
}

function afterwards(res: ServerResponse | undefined, then: () => void): void {
  if (!res || res.writableFinished || res.destroyed) then();
  else res.once('close', then);
}

/** An answer that is the same each time. */
interface Refusal {
  readonly status: number;
  readonly body: string;
  readonly headers: readonly [name: string, value: string][];
}

const UNREADABLE: Refusal = {
  status: 400,
  body: JSON.stringify(errorBody(400, REQUEST_UNREADABLE)),
  headers: [],
};
const LATE: Refusal = {
  status: 503,
  body: JSON.stringify(errorBody(503, REQUEST_LATE)),
  headers: [['retry-after', '1']],
};

function headersWith(requestId: string, { body, headers }: Refusal): [name: string, value: string][] {
  return [
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', `${Buffer.byteLength(body)}`],
    ...headers,
    ['x-request-id', requestId],
    ['connection', 'close'],
  ];
}
