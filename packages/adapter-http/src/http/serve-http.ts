import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { errorBody } from './errors.ts';
import { limitReadAhead } from './node-listener.ts';
import type { PartnerApi } from './partner-api.ts';
import { requestIdOf } from './pipeline.ts';

/** The API to serve, the port and host, and the grace period of a shutdown. */
export interface ServeOptions {
  /** The API to serve. */
  readonly api: Pick<PartnerApi, 'listener' | 'drain' | 'unreadable' | 'always'>;
  /** Defaults to `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: a free port. */
  readonly port?: number;
  /**
   * Milliseconds at the start of `close` in which connections are still accepted while `/readyz` fails, so that a load balancer can stop sending
   * requests. Defaults to 0.
   */
  readonly graceMs?: number;
  /** The time limits for a request to arrive, in milliseconds. Defaults to 10,000 for its headers and 15,000 in total, checked each second. */
  readonly limits?: Partial<
    Pick<typeof LIMITS, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>
  >;
}

/** A server that is listening. */
export interface HttpServer {
  /** The address it listens on. */
  readonly host: string;
  /** The port it listens on. */
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
  /** The server underneath. */
  readonly node: Server;
  /**
   * Drains (D57): `/readyz` fails, and answers have `Connection: close`. Connections are accepted until 250 ms passed without a new one, at most 2
   * s. Then the listener closes, idle connections end, and each connection whose request was read completely ends with its answer. All remaining
   * connections are cut off after `deadlineMs`, 10 s by default. A second call with 0 cuts immediately.
   */
  close(deadlineMs?: number): Promise<void>;
}

/** Limits for each connection of a public server. Node's defaults are minutes, or unlimited. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  /** How often both timeouts are checked. */
  connectionsCheckingInterval: 1_000,
  /** Longer than load balancers keep idle connections, which is usually one minute. */
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  /** The listener rejects a request without `Host`: its 400 has a body. */
  requireHostHeader: false,
};

/** A proxy might read it differently: HTTP other than 1.0 and 1.1, no or two `Host` (RFC 9112, 3.2), or a transfer coding other than `chunked`. */
function isAmbiguous({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return true;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts += 1;
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1');
}

/** Without a byte in either direction for this long during a request, the connection is cut. */
const STALLED_MS = 60_000;
const DEADLINE_MS = 10_000;
const SWEEP_MS = 100;
/** The listener stays open until this time passed without a new connection: a client that connected just before is answered. */
const QUIET_MS = 250;
const QUIET_WITHIN_MS = 2000;

/** Serves the API on `node:http`; resolves when it listens. Rejects when it cannot listen, for example because the port is taken. */
export async function serveHttp(options: ServeOptions): Promise<HttpServer> {
  const { api, host = '127.0.0.1', port = 0, graceMs = 0 } = options;
  /** Connections without a request so far: Node does not count them as idle. */
  const fresh = new Set<Socket>();
  let connections = 0;
  const badRequests = createBadRequestSender(api.unreadable, api.always);

  const server = createServer({ ...LIMITS, ...options.limits }, answer);
  server.setTimeout(STALLED_MS);
  server.on('checkExpectation', answer); // unknown expectations are ignored
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    // Once the body is read. The client of an earlier rejected request never sends it.
    req.once('resume', () => void (res.headersSent || res.writeContinue()));
    answer(req, res);
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    limitReadAhead(socket);
    fresh.add(socket);
    socket.once('close', () => fresh.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else badRequests.badRequest(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT');
  });
  await once(server.listen(port, host), 'listening');

  function answer(req: IncomingMessage, res: ServerResponse): void {
    fresh.delete(req.socket);
    badRequests.latest.set(req.socket, res);
    if (isAmbiguous(req)) badRequests.sendBadRequest(res);
    else void api.listener(req, res);
  }

  const hurry = new AbortController();
  let closed: Promise<void> | undefined;

  async function drain(): Promise<void> {
    api.drain();
    if (graceMs > 0) await delay(graceMs, undefined, { signal: hurry.signal }).catch(() => undefined);
    await untilQuiet();
    const ended = new Promise<void>((resolve) => void server.close(() => resolve()));
    for (const socket of fresh) if (socket.bytesRead === 0) socket.destroy();
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS); // connections that became idle later
    await ended;
    clearInterval(sweep);
  }

  async function untilQuiet(): Promise<void> {
    const startedMs = performance.now();
    for (let seen = -1; seen !== connections && performance.now() - startedMs < QUIET_WITHIN_MS;) {
      seen = connections;
      await delay(QUIET_MS, undefined, { signal: hurry.signal }).catch(() => undefined);
      if (hurry.signal.aborted) return;
      for (let turn = 0; turn < 2; turn++) await nextTurn(); // lets a busy process accept waiting connections
    }
  }

  async function close(deadlineMs = DEADLINE_MS): Promise<void> {
    closed ??= drain();
    const timer = setTimeout(() => {
      hurry.abort();
      server.closeAllConnections();
    }, deadlineMs);
    await closed;
    clearTimeout(timer);
  }

  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { host, port: address.port, url: `http://${name}:${address.port}`, node: server, close };
}

/** Answers invalid HTTP with 400 and late requests with 503, and ends their connections. */
interface BadRequestSender {
  /** The latest request of a connection, by its response. */
  readonly latest: WeakMap<Duplex, ServerResponse>;
  /**
   * Answers input that cannot become a request, after the requests before it.
   * @param isLate the request was incomplete, not invalid
   */
  badRequest(socket: Duplex, isLate: boolean): void;
  /** Rejects a request that has a response; Node sends it in its turn. */
  sendBadRequest(res: ServerResponse): void;
}

/**
 * @param onBadRequest called with the request id of each rejection
 * @param always headers of every answer, names and values in turn
 */
function createBadRequestSender(
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
    latest,
    sendBadRequest: (res) => sendBadRequest(res),
    badRequest(socket, isLate) {
      if (refused.has(socket)) return; // later input is ignored
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

interface Refusal {
  readonly status: number;
  readonly body: string;
  readonly headers: readonly [name: string, value: string][];
}

const UNREADABLE: Refusal = {
  status: 400,
  body: JSON.stringify(errorBody('not_http')),
  headers: [],
};
const LATE: Refusal = {
  status: 503,
  body: JSON.stringify(errorBody('arrived_late')),
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
