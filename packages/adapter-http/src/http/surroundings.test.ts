/** Bord in a process with other code: servers that replace global classes, and hosts with separate routes. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import { request } from 'undici';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { BASE, booking, openRuntime } from '../../test/runtime.ts';
import { errorRecord } from './error-record.ts';
import { mountPages } from '../mount-pages.ts';
import { serveHttp } from './serve-http.ts';

const OURS = Object.getOwnPropertyDescriptors(globalThis);

afterEach(() => {
  for (const name of ['Request', 'Response', 'Headers', 'fetch'] as const)
    Object.defineProperty(globalThis, name, OURS[name]);
});

/** The effect of loading `@hono/node-server` on a process. */
function startHono(): void {
  const before = globalThis.Response;
  getRequestListener(new Hono().fetch);
  expect(globalThis.Response).not.toBe(before);
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => void server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Exports of this package, loaded now. */
interface Loaded {
  readonly openRuntime: typeof openRuntime;
  readonly mountPages: typeof mountPages;
  readonly serveHttp: typeof serveHttp;
}

async function furnished(loaded: Loaded, options: Parameters<typeof openRuntime>[0] = {}) {
  const runtime = await loaded.openRuntime({
    publicUrl: 'http://bord.test',
    metrics: async () => ({ type: 'text/plain', text: 'bord_up 1\n' }),
    ...options,
  });
  const { api, engine, location } = runtime;
  const pages = { demoLocationId: location.id, publicUrl: () => 'http://bord.test', mailFrom: 'b@bord.test' };
  loaded.mountPages({ api, engine, ...pages });
  api.route('/own', { GET: async () => ({ status: 302, body: '', headers: ['location', '/docs'] }) });
  api.route('/own/broken', { GET: () => Promise.reject(new Error('the menu is on fire')) });
  return runtime;
}

type Runtime = Awaited<ReturnType<typeof furnished>>;

/** One request of every kind. */
function questionsFor({ location, key }: Runtime) {
  const here = `${BASE}/locations/${location.id}`;
  const own = { 'x-partner-key': key };
  const json = { ...own, 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const range = { startDate: '2026-12-02', endDate: '2026-12-04', partySizes: [2, 4] };
  const post = (path: string, body: unknown, headers: Record<string, string> = json) =>
    ({
      method: 'POST',
      path,
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }) as const;
  const get = (path: string, headers: Record<string, string> = {}) =>
    ({ method: 'GET', path, headers }) as const;
  return [
    get(`${here}/availability?date=2026-12-02&partySize=2`, own),
    get(`${here}/availability?date=2026-12-02&partySize=2`),
    get(`${here}/availability?date=never&partySize=2`, own),
    post(`${here}/availability/batch`, range),
    post(`${here}/bookings`, booking({ idempotencyKey: 'k' })),
    post(`${here}/bookings`, booking({ idempotencyKey: 'k' })),
    post(`${here}/bookings`, booking({ partySize: 50 })),
    post(`${here}/bookings`, '{'),
    post(`${here}/bookings`, 'x'.repeat(70_000)),
    get(`${BASE}/bookings/none`, own),
    post(`${BASE}/bookings/none/cancel`, '', own),
    get(`${here}/menu`, own),
    { ...get(`${here}/menu`, own), method: 'HEAD' } as const,
    { ...get(`${here}/menu`, own), method: 'DELETE' } as const,
    get(`${BASE}/openapi.json`),
    get(`${BASE}/nowhere`),
    get('/docs'),
    get('/healthz'),
    get('/readyz'),
    get('/metrics'),
    get('/sandbox'),
    post('/sandbox', 'email=dev%40example.com&system=Kassa', form),
    post('/sandbox', '{}', json),
    get('/manage/none'),
    get('/manage/none/move?lang=sv'),
    post('/manage/none/cancel', '', form),
    get('/manage/none/else'),
    get('/own'),
    get('/own/broken'),
    get('/nowhere'),
  ];
}

/** Headers that differ between answers or servers. */
const VOLATILE = /^(?:date|x-request-id|connection|keep-alive|ratelimit-.*|transfer-encoding)$/;

/** All answers of a server, by request. */
async function answersOf(runtime: Runtime, url: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const { method, path, headers, ...rest } of questionsFor(runtime)) {
    const {
      statusCode,
      headers: sent,
      body,
    } = await request(url + path, {
      method,
      headers: { ...headers, host: 'bord.test' },
      ...rest,
    });
    const text = (await body.text())
      .replaceAll(/bk_\w+/g, 'bk_…')
      .replaceAll(/"createdAt":"[^"]*"/g, '"createdAt":"…"');
    const stable = Object.entries(sent).filter(([name]) => !VOLATILE.test(name));
    answers[`${Object.keys(answers).length} ${method} ${path}`] = [
      statusCode,
      Object.fromEntries(stable),
      text,
    ];
  }
  return answers;
}

const here: Loaded = { openRuntime, mountPages, serveHttp };

async function servedBy(loaded: Loaded): Promise<Record<string, unknown>> {
  const runtime = await furnished(loaded);
  const server = await loaded.serveHttp({ api: runtime.api });
  onTestFinished(() => server.close(0));
  const answers = await answersOf(runtime, server.url);
  expect(runtime.errors).toEqual([expect.objectContaining({ message: 'the menu is on fire' })]);
  return answers;
}

test('every answer is the same when other code replaces Request and Response, before or after Bord is loaded', async () => {
  const alone = await servedBy(here);
  expect(Object.values(alone).map((answer) => (answer as [number])[0])).toEqual([
    200, 401, 400, 200, 201, 201, 409, 400, 400, 404, 404, 200, 200, 405, 200, 404, 200, 200, 200, 200, 200,
    400, 400, 404, 404, 404, 404, 302, 500, 404,
  ]);
  startHono();
  expect(await servedBy(here)).toEqual(alone);

  vi.resetModules();
  const again = {
    ...(await import('../../test/runtime.ts')),
    ...(await import('../mount-pages.ts')),
    ...(await import('./serve-http.ts')),
  };
  expect(again.openRuntime).not.toBe(openRuntime);
  expect(await servedBy(again)).toEqual(alone);
});

test('requests of Node do not use the global Request, Response, Headers and fetch', async () => {
  const alone = await servedBy(here);
  for (const name of ['Request', 'Response', 'Headers', 'fetch'] as const)
    Object.defineProperty(globalThis, name, { value: undefined });
  expect(await servedBy(here)).toEqual(alone);
});

test('the web handler answers through a Hono server, as a plain server does', async () => {
  const alone = await servedBy(here);
  const runtime = await furnished(here);
  const url = await listen(
    (req, res) => void getRequestListener((given) => runtime.api.fetch(given))(req, res),
  );
  expect(await answersOf(runtime, url)).toEqual(alone);
});

/** Routes that a host serves in addition to Bord, and the requests that it got. */
const HOST = 'the host';

test('in an Express app, requests for other paths reach the host unchanged', async () => {
  const alone = await servedBy(here);
  const runtime = await furnished(here);
  const app = express().disable('x-powered-by');
  app.use(runtime.api.listener);
  app.use(express.text({ type: () => true }));
  app.all('/{*rest}', (req, res) => {
    const body: unknown = req.body;
    res.status(299).send(`${HOST}: ${req.method} ${req.url} ${typeof body === 'string' ? body : ''}`);
  });
  const url = await listen(app);
  const { nowhere, ...answers } = renamed(await answersOf(runtime, url));
  const { nowhere: _, ...expected } = renamed(alone);
  expect(answers).toEqual(expected);
  expect(nowhere).toEqual([299, expect.anything(), `${HOST}: GET /nowhere `]);
  for (const path of [
    '/',
    '/v1',
    '/v1/partner-apis',
    '/v1/other?x=1',
    '/docs/more',
    '/managed',
    '/healthz2',
  ]) {
    const sent = 'a body of the host';
    const { statusCode, body } = await request(url + path, { method: 'POST', body: sent });
    expect([statusCode, await body.text()]).toEqual([299, `${HOST}: POST ${path} ${sent}`]);
  }
});

/** Renames the one question without a route. */
function renamed(answers: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(answers);
  return Object.fromEntries(
    entries.map(([name, answer]) => [name.endsWith(' /nowhere') ? 'nowhere' : name, answer]),
  );
}

test('mounted below a path of an Express app, with an empty base path', async () => {
  const runtime = await openRuntime({ basePath: '' });
  const app = express();
  app.use('/partners', runtime.api.listener);
  app.use((_, res) => void res.status(299).end(HOST));
  const url = await listen(app);
  const headers = { 'x-partner-key': runtime.key };
  const statusOf = async (path: string) => (await request(url + path, { headers })).statusCode;
  const day = 'availability?date=2026-12-02&partySize=2';
  expect(await statusOf(`/partners/locations/${runtime.location.id}/${day}`)).toBe(200);
  expect(await statusOf('/partners/nowhere')).toBe(404);
  expect(await statusOf('/nowhere')).toBe(299);
});

test('a chain of plain functions: next is called once, synchronously, and its errors are not caught', async () => {
  const { api } = await openRuntime();
  const nexts: unknown[] = [];
  const url = await listen((req, res) => {
    const isNobodys = req.url === '/throws';
    try {
      void api.listener(req, res, (...args) => {
        nexts.push(args);
        if (isNobodys) throw new Error('of the host');
        res.writeHead(299).end();
      });
    } catch (error) {
      res.writeHead(298).end((error as Error).message);
    }
  });
  expect((await request(`${url}/mine`)).statusCode).toBe(299);
  const thrown = await request(`${url}/throws`);
  expect([thrown.statusCode, await thrown.body.text()]).toEqual([298, 'of the host']);
  expect((await request(`${url}/healthz`)).statusCode).toBe(200);
  expect(nexts).toEqual([[], []]);
});

test('an answer that cannot be sent is reported, and ends its connection', async () => {
  const { api, errors } = await openRuntime();
  api.route('/own', { GET: async () => ({ status: 200, body: '', headers: ['bad header', 'x'] }) });
  const url = await listen((req, res) => void api.listener(req, res));
  await expect(request(`${url}/own`)).rejects.toThrow('other side closed');
  expect(errors).toEqual([expect.objectContaining({ code: 'ERR_INVALID_HTTP_TOKEN' })]);
});

test('a body that the host has read already is an error that says what to do', async () => {
  const runtime = await openRuntime();
  const app = express();
  app.use(express.json());
  app.use(runtime.api.listener);
  const url = await listen(app);
  const { statusCode } = await request(`${url}${BASE}/locations/${runtime.location.id}/bookings`, {
    method: 'POST',
    headers: { 'x-partner-key': runtime.key, 'content-type': 'application/json' },
    body: JSON.stringify(booking()),
  });
  expect(statusCode).toBe(500);
  expect(runtime.errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('before any body parser') }),
  ]);
  expect(errorRecord(runtime.errors[0])).toMatchObject({ message: expect.stringContaining('body parser') });
});
