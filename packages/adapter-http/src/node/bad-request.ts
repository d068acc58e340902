import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from '../api/errors.ts';
import { requestIdOf } from '../api/exchange.ts';
import { REQUEST_UNREADABLE } from '../api/messages.ts';

/** Says 400 on connections whose next request is none, and ends them. */
export interface BadRequestSender {
  /** To be told of each request when it begins. */
  begun(res: ServerResponse): void;
  /** For what cannot become a request, or has broken off: answers in its turn, after the requests before it. */
  badRequest(socket: Duplex): void;
  /** Refuses a request that has a response, which Node sends in its turn. */
  sendBadRequest(res: ServerResponse): void;
}

/** @param onBadRequest hears of each refusal the id that its answer carries */
export function createBadRequestSender(onBadRequest: (requestId: string) => void): BadRequestSender {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();

  function sendBadRequest(res: ServerResponse): void {
    const given = res.req.headers['x-request-id'];
    const id = requestIdOf({ get: () => (typeof given === 'string' ? given : null) });
    onBadRequest(id);
    res.writeHead(400, headersWith(id).flat()).end(BODY);
  }

  function sayBadRequest(socket: Duplex): void {
    if (!socket.writable) return void socket.destroy();
    const id = requestIdOf({ get: () => null });
    onBadRequest(id);
    const head = headersWith(id).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 400 Bad Request\r\n${head.join('')}\r\n${BODY}`, () => socket.destroy());
  }

  return {
    begun: (res) => void latest.set(res.req.socket, res),
    sendBadRequest,
    badRequest(socket) {
      if (refused.has(socket)) return; // what comes after is no better
      refused.add(socket);
      const last = latest.get(socket);
      if (!last || last.req.complete) afterwards(last, () => sayBadRequest(socket));
      else if (last.headersSent) afterwards(last, () => void socket.destroy());
      else sendBadRequest(last);
    },
  };
}

function afterwards(res: ServerResponse | undefined, then: () => void): void {
  if (!res || res.writableFinished || res.destroyed) then();
  else res.once('close', then);
}

const BODY = JSON.stringify(errorBody(400, REQUEST_UNREADABLE));

function headersWith(requestId: string): [name: string, value: string][] {
  return [
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', `${Buffer.byteLength(BODY)}`],
    ['x-request-id', requestId],
    ['connection', 'close'],
  ];
}
