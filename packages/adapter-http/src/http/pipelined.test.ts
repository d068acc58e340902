/** Many requests in one write, and the resources that one connection can occupy. */
import { once } from 'node:events';
import type { Socket as ServerSocket } from 'node:net';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BASE, booking, openRuntime } from '../../test/runtime.ts';
import { DEFAULT_LIMITS, forEachLoad } from './load.ts';
import type { PartnerApiOptions } from './partner-api.ts';
import { serveHttp } from './serve-http.ts';

/** A server whose booking lookups each wait until they are released. */
async function serveHeld(options: Omit<PartnerApiOptions, 'engine'> = {}) {
  const runtime = await openRuntime(options);
  const begun: (() => void)[] = [];
  runtime.storage.bookings.find = () => new Promise((resolve) => begun.push(() => resolve(null)));
  const server = await serveHttp({ api: runtime.api });
  onTestFinished(() => server.close(0));
  const sockets: ServerSocket[] = [];
  server.node.on('connection', (socket: ServerSocket) => sockets.push(socket));
  const read = (more = ''): string =>
    `GET ${BASE}/bookings/bk_1 HTTP/1.1\r\nhost: x\r\nx-partner-key: ${runtime.key}\r\n${more}\r\n`;
  return { ...runtime, server, sockets, begun, read };
}

async function dial(port: number): Promise<{ socket: Socket; statuses: () => string[] }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, statuses: () => text.match(/HTTP\/1\.1 \d{3}|x-request-id: [\w-]+/g) ?? [] };
}

test('D57 a connection has one request in flight, and its pipelined requests are answered in order', async () => {
  const { server, begun, read } = await serveHeld();
  const { socket, statuses } = await dial(server.port);
  const ids = Array.from({ length: 10 }, (_, i) => `n-${i}`);
  socket.write(ids.map((id) => read(`x-request-id: ${id}\r\n`)).join(''));
  for (const answered of ids.keys()) {
    await expect.poll(() => begun.length).toBe(answered + 1);
    begun[answered]!();
  }
  const expected = ids.flatMap((id) => ['HTTP/1.1 404', `x-request-id: ${id}`]);
  await expect.poll(statuses).toEqual(expected);
});

test('D57 bytes after the request in flight stay unread, and are answered later', async () => {
  const { server, sockets, begun, read } = await serveHeld();
  const { socket, statuses } = await dial(server.port);
  const health = `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(970)}\r\n\r\n`;
  const count = 400;
  socket.write(read() + health.repeat(count));
  await expect.poll(() => begun.length).toBe(1);
  await pause(200); // time to read all that would be read
  expect(sockets[0]!.bytesRead).toBeLessThanOrEqual(4 * 65_536);
  begun[0]!();
  await expect.poll(() => statuses().filter((text) => text === 'HTTP/1.1 200').length).toBe(count);
});

test('D57 a request that waits behind another is not started after its connection has closed', async () => {
  const { server, sockets, begun, read, api } = await serveHeld();
  const { socket } = await dial(server.port);
  socket.write(read().repeat(100));
  await expect.poll(() => begun.length).toBe(1);
  sockets[0]!.destroy();
  begun[0]!();
  await expect.poll(() => api.stats().reading.running).toBe(0);
  expect(begun.length).toBe(1);
});

test('D57 a request that waits for its place is not started after its connection has closed', async () => {
  const { server, begun, read, api, engine, location, key } = await serveHeld({
    overload: forEachLoad((load) => ({ ...DEFAULT_LIMITS[load], atOnce: 1 })),
  });
  const [first, second, third] = [await dial(server.port), await dial(server.port), await dial(server.port)];
  first.socket.write(read());
  await expect.poll(() => begun.length).toBe(1);
  second.socket.write(read());
  const availability = `GET ${BASE}/locations/${location.id}/availability?date=2026-12-02&partySize=2`;
  third.socket.write(`${availability} HTTP/1.1\r\nhost: x\r\nx-partner-key: ${key}\r\n\r\n`);
  await expect.poll(() => api.stats().reading.waiting).toBe(2);
  let checkedKeys = 0;
  const authenticate = engine.authenticate.bind(engine);
  Object.assign(engine, { authenticate: (given: string) => ((checkedKeys += 1), authenticate(given)) });
  second.socket.resetAndDestroy();
  third.socket.resetAndDestroy();
  await expect.poll(() => new Promise((resolve) => server.node.getConnections((_, n) => resolve(n)))).toBe(1);
  await expect.poll(() => api.stats().reading).toMatchObject({ waiting: 0, running: 1 });
  begun[0]!();
  await expect.poll(() => api.stats().reading.running).toBe(0);
  expect([begun.length, checkedKeys]).toEqual([1, 0]);
});

test('D57 a server that shuts down answers every pipelined request that it has read', async () => {
  const { server, begun, read } = await serveHeld();
  const { socket, statuses } = await dial(server.port);
  socket.write(read().repeat(3));
  await expect.poll(() => begun.length).toBe(1);
  const closed = server.close();
  for (const n of [0, 1, 2]) {
    await expect.poll(() => begun.length).toBe(n + 1);
    begun[n]!();
  }
  await Promise.all([closed, once(socket, 'close')]);
  expect(statuses().filter((text) => text === 'HTTP/1.1 404')).toHaveLength(3);
});

test('D57 a body after a request in flight is read in its turn', async () => {
  const { server, begun, read, key, location } = await serveHeld();
  const { socket, statuses } = await dial(server.port);
  const body = JSON.stringify(booking());
  const head = `POST ${BASE}/locations/${location.id}/bookings HTTP/1.1\r\nhost: x\r\nx-partner-key: ${key}`;
  const post = `${head}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  socket.write(read() + post.slice(0, -10));
  await expect.poll(() => begun.length).toBe(1);
  socket.write(post.slice(-10) + read());
  begun[0]!();
  await expect.poll(() => begun.length).toBe(2);
  begun[1]!();
  await expect
    .poll(() => statuses().filter((text) => text.startsWith('HTTP')))
    .toEqual([404, 201, 404].map((status) => `HTTP/1.1 ${status}`));
});

test('D57 a burst on many connections is parsed in slices, and each of its requests is answered', async () => {
  const { server, api, begun, read } = await serveHeld();
  let parsed = 0;
  server.node.prependListener('request', () => (parsed += 1));
  const held = read('x-request-id: n-0\r\n');
  const others = Array.from({ length: 200 }, (_, i) => `GET /nothing/${i} HTTP/1.1\r\nhost: x\r\n\r\n`);
  const dialed = await Promise.all(Array.from({ length: 30 }, () => dial(server.port)));
  for (const { socket } of dialed) socket.write(held + others.join(''));
  await expect.poll(() => begun.length).toBe(30);
  await pause(200); // time to read all that would be read
  expect(parsed).toBeLessThan(30 * 40);
  for (const release of begun) release();
  for (const { statuses } of dialed)
    await expect.poll(() => statuses().filter((text) => text === 'HTTP/1.1 404')).toHaveLength(201);
  expect(api.stats().pages).toEqual({ running: 0, waiting: 0, arriving: 0 });
  for (const { socket } of dialed) socket.destroy();
});

test('D57 a connection with waiting requests is read further after other connections are switched to slices', async () => {
  const { server, begun, read } = await serveHeld();
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000); // later than the effect of earlier bursts
  const [held, burst] = [await dial(server.port), await dial(server.port)];
  await expect
    .poll(() => new Promise((resolve) => server.node.getConnections((_, count) => resolve(count))))
    .toBe(2);
  clock.mockRestore();
  held.socket.write(read().repeat(2));
  await expect.poll(() => begun.length).toBe(1);
  burst.socket.write(read().repeat(20));
  await expect.poll(() => begun.length).toBe(2);
  begun[0]!();
  await expect.poll(() => begun.length).toBe(3);
  begun[2]!();
  await expect.poll(held.statuses).toHaveLength(4);
  held.socket.write(read());
  await expect.poll(() => begun.length).toBe(4);
});
