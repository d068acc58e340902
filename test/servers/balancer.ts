/** A balancer for HTTP, as small as they come. */
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How often each server is asked whether it is ready. */
const CHECK_MS = 50;

export interface Balancer {
  readonly url: string;
  /** Every server is ready. */
  allReady(): boolean;
  /** A server gets no requests, and all its requests have been answered. */
  isFree(port: number): boolean;
  close(): Promise<void>;
}

/**
 * Gives each request to the next of the servers that say `/readyz`, over connections that are kept open, and repeats none: where its
 * server cannot be reached, or goes away in the midst of it, the answer is 502.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const ready = new Set<number>();
  const agent = new Agent({ keepAlive: true });
  const underWay = new Map(ports.map((port) => [port, 0]));
  let turn = 0;
  let isClosed = false;

  async function watch(port: number): Promise<void> {
    for (; !isClosed; await pause(CHECK_MS)) {
      if (await saysReady(port)) ready.add(port);
      else ready.delete(port);
    }
  }

  const count = (port: number, by: number): void => void underWay.set(port, underWay.get(port)! + by);

  function pass(req: IncomingMessage, res: ServerResponse): void {
    const fail = (): void => void (res.headersSent ? res.destroy() : res.writeHead(502).end('{}'));
    const [...able] = ready;
    if (able.length === 0) return fail();
    const port = able[turn++ % able.length]!;
    const { method, url: path, headers } = req;
    count(port, 1);
    res.once('close', () => count(port, -1));
    const forward = request({ host: '127.0.0.1', port, method, path, headers, agent });
    forward.on('error', fail).on('response', (answer) => {
      const { connection: _, ...endToEnd } = answer.headers;
      res.writeHead(answer.statusCode!, endToEnd);
      answer.on('error', fail).pipe(res);
    });
    req.pipe(forward);
  }

  const server = createServer(pass).listen(0, '127.0.0.1');
  await new Promise((resolve) => void server.once('listening', resolve));
  const watches = Promise.all(ports.map(watch));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    allReady: () => ready.size === ports.length,
    isFree: (port) => !ready.has(port) && underWay.get(port) === 0,
    async close() {
      isClosed = true;
      await watches;
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function saysReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = get({ host: '127.0.0.1', port, path: '/readyz', agent: false });
    asking.on('error', () => resolve(false)); // without a time limit: on a busy machine the other one would be given up, too
    asking.on('response', (answer) => resolve(answer.resume().statusCode === 200));
  });
}
