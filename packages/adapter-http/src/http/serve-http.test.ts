import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { BASE, booking, openRuntime } from '../../test/runtime.ts';
import type { RequestRecord } from './exchange.ts';
import { serveHttp, type ServeOptions } from './serve-http.ts';

/** Starts a server that closes with the test. */
async function serve(options: Omit<ServeOptions, 'api'> = {}) {
  const runtime = await openRuntime();
  const server = await serveHttp({ ...options, api: runtime.api });
  onTestFinished(() => server.close(0));
  return { runtime, server };
}

/** A connection that collects the received bytes as text. */
async function dial(
  port: number,
): Promise<{ socket: Socket; heard: () => string; closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return { socket, heard: () => text, closed };
}

const REQUEST = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';

/** A storage whose next booking lookup waits until it is released. */
function hold(runtime: Awaited<ReturnType<typeof openRuntime>>) {
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<null>();
  runtime.storage.bookings.find = () => {
    entered.resolve();
    return release.promise;
  };
  return { entered: entered.promise, release: () => release.resolve(null) };
}

test('listens on the given host and port, by default on a free port, and rejects when it cannot', async () => {
  const { server } = await serve();
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await expect(serve({ port: server.port })).rejects.toThrow('EADDRINUSE');
});

test('slow senders are bounded: headers 10 s, the whole request 15 s', async () => {
  const { server } = await serve();
  const { headersTimeout, requestTimeout, timeout } = server.node;
  expect([headersTimeout, requestTimeout, timeout]).toEqual([10_000, 15_000, 60_000]);
});

test('§7 D18 a request that does not arrive in time is a 503 in the Error shape that can be retried, and its connection ends', async () => {
  const { runtime, server } = await serve();
  Object.assign(server.node, { headersTimeout: 50, requestTimeout: 50 });
  const post = `POST ${BASE}/locations/${runtime.location.id}/bookings HTTP/1.1\r\nhost: x\r\nx-partner-key: ${runtime.key}`;
  for (const part of [
    'GET /healthz HTTP/1.1\r\nhost: x\r\n',
    `${post}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  ]) {
    const { socket, heard, closed } = await dial(server.port);
    socket.write(part);
    await closed;
    expect(heard()).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n/);
    expect(heard()).toContain('retry-after: 1\r\n');
    expect(heard()).toContain('"statusCode":503');
  }
  expect(runtime.errors).toEqual([]);
});

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['a header too large', `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['HTTP/0.9', 'GET /healthz HTTP/0.9\r\nhost: x\r\n\r\n'],
  ['a request line without a version', 'GET /healthz\r\n\r\n'],
  ['HTTP/2.0', 'GET /healthz HTTP/2.0\r\nhost: x\r\n\r\n'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nhost: x\r\nHost: x\r\n\r\n'],
  ['two hosts in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nhost: x\r\nhost: y\r\n\r\n'],
  [
    'another transfer coding',
    'POST /x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  ],
  ['no transfer coding', 'POST /x HTTP/1.0\r\nhost: x\r\ntransfer-encoding: identity\r\n\r\n'],
  ['two lengths', 'POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
])('D18 %s is 400 in the Error shape', async (_, request) => {
  const { server } = await serve();
  const { socket, heard, closed } = await dial(server.port);
  socket.write(request);
  await closed;
  const [head = '', body = ''] = heard().split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(JSON.parse(body)).toMatchObject({ statusCode: 400, error: 'Bad Request' });
});

test('D14 D18 100 Continue is sent when the body is read, so a request without a valid key gets only its 401', async () => {
  const { runtime, server } = await serve();
  const body = JSON.stringify(booking());
  const post = (key: string): string =>
    `POST ${BASE}/locations/${runtime.location.id}/bookings HTTP/1.1\r\nhost: x\r\nx-partner-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`;
  const bad = await dial(server.port);
  bad.socket.write(post('none'));
  await bad.closed;
  expect(bad.heard()).toMatch(/^HTTP\/1.1 401 /);

  const good = await dial(server.port);
  good.socket.write(post(runtime.key));
  await expect.poll(good.heard).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  good.socket.write(body);
  await expect.poll(good.heard).toContain('HTTP/1.1 201 Created');
  good.socket.destroy();
});

test('invalid HTTP gets an answer with a request id, and one line in the log', async () => {
  const records: RequestRecord[] = [];
  const { api } = await openRuntime({ onRequest: (record) => records.push(record) });
  const server = await serveHttp({ api });
  onTestFinished(() => server.close(0));
  const answered: (string | undefined)[] = [];
  for (const request of [
    'hello\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nx-request-id: mine\r\n\r\n',
  ]) {
    const { socket, heard, closed } = await dial(server.port);
    socket.write(request);
    await closed;
    answered.push(/\r\nx-request-id: ([\w.-]+)\r\n/.exec(heard())?.[1]);
  }
  expect(answered[2]).toBe('mine');
  expect(records).toEqual(
    answered.map((requestId) =>
      expect.objectContaining({ requestId, method: '-', route: null, status: 400 }),
    ),
  );
});

test.each([
  ['a request without Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['no HTTP', 'hello\r\n\r\n'],
  [
    'a request whose body is broken',
    'POST /x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  ],
])('a booking that is followed by %s in one write is answered first', async (_, next) => {
  const { runtime, server } = await serve();
  const body = JSON.stringify(booking());
  const head = `POST ${BASE}/locations/${runtime.location.id}/bookings HTTP/1.1\r\nhost: x\r\nx-partner-key: ${runtime.key}`;
  const post = `${head}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const { socket, heard, closed } = await dial(server.port);
  socket.write(post + next);
  await closed;
  expect(heard().match(/HTTP\/1\.1 .*/g)).toEqual(['HTTP/1.1 201 Created', 'HTTP/1.1 400 Bad Request']);
});

test('a status has its standard name on every path', async () => {
  const { runtime, server } = await serve();
  const location = `${BASE}/locations/${runtime.location.id}`;
  for (const [path, status] of [
    ['/healthz', '200 OK'],
    ['/nothing', '404 Not Found'],
    [`${location}/menu`, '200 OK'],
    [`${location}/bookings`, '405 Method Not Allowed'],
    [`${location}/availability?date=2026-12-02&partySize=2`, '200 OK'],
    [`${location}/availability?date=x&partySize=2`, '400 Bad Request'],
  ]) {
    for (const method of ['GET', 'HEAD']) {
      const { socket, heard, closed } = await dial(server.port);
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-partner-key: ${runtime.key}\r\n\r\n`,
      );
      await closed;
      expect(heard().split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    }
  }
});

test('an unread body does not block its connection: a small one keeps it, a large one ends it', async () => {
  const { server } = await serve();
  const cancel = `POST ${BASE}/bookings/none/cancel HTTP/1.1\r\nhost: x\r\n`;

  const small = await dial(server.port);
  small.socket.write(`${cancel}content-length: 5\r\n\r\nab`);
  await expect.poll(small.heard).toContain('"statusCode":401');
  small.socket.write(`cde${REQUEST}`);
  await expect.poll(small.heard).toContain('"status":"ok"');
  small.socket.destroy();

  const large = await dial(server.port);
  large.socket.write(`${cancel}transfer-encoding: chunked\r\n\r\n5\r\nabcde\r\n`);
  await expect.poll(large.heard).toContain('"statusCode":401');
  expect(large.heard()).toContain('connection: close');
  large.socket.write('0\r\n\r\n');
  await large.closed;
});

test('close: running requests are answered with Connection: close, idle and fresh connections end', async () => {
  const { runtime, server } = await serve();
  const held = hold(runtime);
  const [busy, idle, fresh] = await Promise.all([dial(server.port), dial(server.port), dial(server.port)]);
  busy.socket.write(`GET ${BASE}/bookings/bk_1 HTTP/1.1\r\nhost: x\r\nx-partner-key: ${runtime.key}\r\n\r\n`);
  idle.socket.write(REQUEST);
  await Promise.all([held.entered, expect.poll(idle.heard).toContain('"status":"ok"')]);

  const closed = server.close();
  await Promise.all([idle.closed, fresh.closed]);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
  expect(busy.heard()).toBe('');
  held.release();
  await Promise.all([busy.closed, closed]);
  expect(busy.heard()).toMatch(/^HTTP\/1.1 404 /);
  expect(busy.heard()).toMatch(/\r\nconnection: close\r\n/i);
});

test('close: during the grace period, /readyz fails while requests are still accepted', async () => {
  const { server } = await serve({ graceMs: 60_000 });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const closed = server.close();
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await Promise.all([server.close(0), closed]);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
});

test('close: connections that remain at the deadline are cut off', async () => {
  const { runtime, server } = await serve();
  const held = hold(runtime);
  const { socket, heard, closed } = await dial(server.port);
  socket.write(`GET ${BASE}/bookings/bk_1 HTTP/1.1\r\nhost: x\r\nx-partner-key: ${runtime.key}\r\n\r\n`);
  await held.entered;
  await Promise.all([server.close(20), closed]);
  expect(heard()).toBe('');
  held.release();
});
