/** However a connection ends, everything that was allocated for its requests is released. */
import { watchChanges } from '../../../../test/support/watch-changes.ts';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { BASE, booking, MAILER, openRuntime, tokenOf } from '../../test/runtime.ts';
import { DEFAULT_LIMITS, forEachLoad } from './load.ts';
import { mountPages } from '../mount-pages.ts';
import { serveHttp } from './serve-http.ts';

/** The time limit for a request to arrive in this test. */
const SHORT_MS = 300;

/** A server with all optional features. */
async function openWide() {
  const runtime = await openRuntime({
    mailer: MAILER,
    overload: forEachLoad((load) => ({ ...DEFAULT_LIMITS[load], arriveMs: SHORT_MS / 2 })),
  });
  const { api, engine, location, storage } = runtime;
  const pages = { api, engine, demoLocationId: location.id, publicUrl: () => 'http://x', mailFrom: 'a@b.se' };
  mountPages(pages);
  const made = await runtime.post(`/locations/${location.id}/bookings`, booking());
  const { id } = (await made.json()) as { id: string };
  const signedUp = Promise.withResolvers<string>();
  watchChanges(storage, ({ save }) => save?.signUps?.forEach((signUp) => signedUp.resolve(signUp.id)));
  await engine.sandbox.signUp({ email: 'dev@example.se', system: 'Nord', clientAddress: 'test' });
  const server = await serveHttp({
    api,
    limits: { headersTimeout: SHORT_MS, requestTimeout: SHORT_MS, connectionsCheckingInterval: 50 },
  });
  onTestFinished(() => server.close(0));
  const guest = `/manage/${tokenOf('manage', id)}`;
  const paths = [
    `${BASE}/locations/${location.id}/availability?date=2026-12-02&partySize=2`,
    `${BASE}/locations/${location.id}/availability/batch`,
    `${BASE}/locations/${location.id}/bookings`,
    `${BASE}/locations/${location.id}/menu`,
    `${BASE}/bookings/${id}`,
    `${BASE}/bookings/${id}/cancel`,
    `${BASE}/openapi.json`,
    `${BASE}/nothing`,
    guest,
    `${guest}/move`,
    `${guest}/cancel`,
    `${guest}/calendar.ics`,
    '/manage/x/cancel',
    '/sandbox',
    `/sandbox/${tokenOf('sign-up', await signedUp.promise)}`,
    '/docs',
    '/healthz',
    '/readyz',
    '/nothing',
  ];
  return { ...runtime, server, paths };
}

/** The head of a request, up to these last headers. */
type Head = (more?: string) => string;

const LENGTH = 'content-length: 9\r\n\r\n';
const CHUNKED = 'transfer-encoding: chunked\r\n\r\n';

/** The bytes that were sent before the connection ends in one of the `ways`. */
const contents: Readonly<Record<string, (head: Head) => string>> = {
  'half a head': (head) => head().slice(0, -20),
  'a head and no body': (head) => head(LENGTH),
  'half a body': (head) => head(`${LENGTH}a`),
  'a whole body': (head) => head(`${LENGTH}a=1&b=2&c`),
  'half a chunk': (head) => head(`${CHUNKED}5\r\nab`),
  'a chunk and no end': (head) => head(`${CHUNKED}2\r\nab\r\n`),
  'a bad chunk': (head) => head(`${CHUNKED}zz\r\nab`),
  'an expectation': (head) => head(`expect: 100-continue\r\n${LENGTH}`),
  'an unknown expectation': (head) => head(`expect: 200-maybe\r\n${LENGTH}a`),
  'an upgrade': (head) => head(`connection: upgrade\r\nupgrade: websocket\r\n${LENGTH}a`),
  'three requests, the last one half': (head) =>
    head(`${LENGTH}a=1&b=2&c`) + head('\r\n') + head(`${LENGTH}a`),
  'a request, and what is none': (head) => head(`${LENGTH}a`) + 'b=2&c=3&dGARBAGE\r\n\r\n',
};

const ways: Readonly<Record<string, (socket: Socket) => void | Promise<void>>> = {
  'ends (FIN)': (socket) => void socket.end(),
  'is cut (RST)': (socket) => void socket.resetAndDestroy(),
  'ends both ways at once': (socket) => void socket.destroy(),
  'falls silent': () => undefined,
  'reads nothing': (socket) => void socket.pause(),
  async 'goes on byte by byte'(socket) {
    while (!socket.destroyed && socket.writable) {
      socket.write('a');
      await pause(20);
    }
  },
};

const METHODS = ['GET', 'POST'];
const FORM = 'application/x-www-form-urlencoded';

const cases = Object.values(contents).flatMap((textOf) =>
  Object.values(ways).map((end) => async (socket: Socket, head: Head): Promise<void> => {
    socket.write(textOf(head));
    await pause(10); // the server processes the request
    await end(socket);
  }),
);

test('however a connection ends, on every path: all resources of its requests are released', async () => {
  const { api, server, paths, key, post, location } = await openWide();
  const lines: Promise<unknown>[] = [];
  let most = 0;
  const looking = setInterval(() => (most = Math.max(most, total(api.stats()))), 5);
  for (const path of paths) {
    for (const method of METHODS) {
      for (const ending of cases) lines.push(lead(path, method, ending));
      await pause(50);
    }
  }
  await Promise.all(lines);
  clearInterval(looking);
  expect(most).toBeGreaterThan(0);
  const connections = (): Promise<number> =>
    new Promise((resolve) => server.node.getConnections((_, count) => resolve(count)));
  await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  await expect.poll(() => total(api.stats()), { timeout: 10_000 }).toBe(0);
  expect((await post(`/locations/${location.id}/bookings`, booking({ partySize: 3 }))).status).toBe(201);

  async function lead(path: string, method: string, ending: (typeof cases)[number]): Promise<void> {
    const socket = connect(server.port, '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const type = path.startsWith(BASE) ? 'application/json' : FORM;
    await ending(
      socket,
      (more = '') =>
        `${method} ${path} HTTP/1.1\r\nhost: x\r\nx-partner-key: ${key}\r\ncontent-type: ${type}\r\n${more}`,
    );
    await Promise.race([closed, pause(SHORT_MS * 4)]); // after a complete request the connection can stay open
    socket.destroy();
  }
});

function total(stats: ReturnType<Awaited<ReturnType<typeof openRuntime>>['api']['stats']>): number {
  return Object.values(stats).reduce((sum, of) => sum + of.running + of.waiting + of.arriving, 0);
}
