import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { PartnerApi } from '../api/partner-api.ts';
import { createBadRequestSender } from './bad-request.ts';

/** What is served, where, and for how long at the end. */
export interface ServeOptions {
  /** The API to serve. */
  readonly api: Pick<PartnerApi, 'listener' | 'drain' | 'unreadable'>;
  /** Defaults to `127.0.0.1`. */
  readonly host?: string;
  /** 0 picks a free one, which is the default. */
  readonly port?: number;
  /**
   * For so many milliseconds of `close` connections are still taken while `/readyz` fails, so that a load balancer can look
   * away first. Defaults to 0.
   */
  readonly graceMs?: number;
  /** How many milliseconds a request may take to come in. Defaults to 10,000 for its headers and 15,000 for all of it, looked at each second. */
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
   * Drains: `/readyz` fails, answers say `Connection: close`, idle connections end, then those whose request is answered.
   * Whatever is left after `deadlineMs`, 10 s by default, is cut off. Called again with 0, it cuts at once.
   */
  close(deadlineMs?: number): Promise<void>;
}

/** Limits on what a connection may do to a server that anybody can reach. Node's own are minutes, or none. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  /** How often those two are looked at. */
  connectionsCheckingInterval: 1_000,
  /** Longer than a load balancer keeps idle connections, which is a minute as a rule. */
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  /** A request without `Host` gets our own 400, with a body. */
  requireHostHeader: false,
};

/** No byte either way for so long in the midst of an exchange: nobody reads the answer. */
const STALLED_MS = 60_000;
const DEADLINE_MS = 10_000;
const SWEEP_MS = 100;

/** Serves the API on `node:http`; resolves when it listens. Rejects when it cannot (the port is taken). */
export async function serveHttp(options: ServeOptions): Promise<HttpServer> {
  const { api, host = '127.0.0.1', port = 0, graceMs = 0 } = options;
  /** Connections that have not asked anything yet: to Node they are not idle. */
  const fresh = new Set<Socket>();
  const badRequests = createBadRequestSender(api.unreadable);

  const server = createServer({ ...LIMITS, ...options.limits }, answer);
  server.setTimeout(STALLED_MS);
  server.on('checkExpectation', answer); // an expectation we do not know is no reason to fail
  server.on('connection', (socket: Socket) => {
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
    badRequests.begun(res);
    if (req.headers.host === undefined && req.httpVersion === '1.1') badRequests.sendBadRequest(res);
    else void api.listener(req, res);
  }

  const hurry = new AbortController();
  let closed: Promise<void> | undefined;

  async function drain(): Promise<void> {
    api.drain();
    if (graceMs > 0) await delay(graceMs, undefined, { signal: hurry.signal }).catch(() => undefined);
    const ended = new Promise<void>((resolve) => void server.close(() => resolve()));
    for (const socket of fresh) socket.destroy();
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS); // those that have become idle since
    await ended;
    clearInterval(sweep);
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
