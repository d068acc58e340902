/**
 * What a careless or hostile client may send, over a real socket: no answer is a 5xx, each has the Error shape, none is kept
 * waiting, and the server serves on.
 */
import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createPartnerApi, serveHttp } from '@bord/adapter-http';
import { createEngine } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkedFetch, createTrafficCheck } from '../support/openapi-traffic.ts';
import { seeded } from '../support/seed.ts';
import { aRequest, availabilityPath, BASE, bookingsPath, DEMO_ID, demoPlan } from '../support/world.ts';
import {
  BOOKING_FIELDS,
  ODD_BODIES,
  ODD_BYTES,
  ODD_FIELDS,
  ODD_KEYS,
  ODD_PARAMETERS,
  ODD_PATHS,
  ODD_TYPES,
  ODD_VALUES,
} from './odd-requests.ts';

const NOW_MS = Date.UTC(2026, 11, 1, 8);
const clock = { nowMs: () => NOW_MS };
const storage = memoryStorage(clock);
const engine = createEngine({ storage, clock });
const failures: unknown[] = [];
let port = 0;
let key = '';
let close: () => Promise<void>;
let asks = 0;
/** Also what is refused is refused as the OpenAPI document says. */
const ask = checkedFetch(createTrafficCheck());

beforeAll(async () => {
  await engine.operator.locations.apply(demoPlan, DEMO_ID);
  ({ key } = await engine.operator.keys.create({
    partner: 'acme',
    locationIds: [DEMO_ID],
    rateLimit: 1_000_000,
  }));
  const server = await serveHttp({
    api: createPartnerApi({ engine, onError: (error) => failures.push(error) }),
    host: '127.0.0.1',
    port: 0,
  });
  port = server.port;
  close = () => server.close();
});

afterAll(async () => {
  await close();
  expect(failures).toEqual([]);
});

const head = (line: string, headers: readonly string[] = []): string =>
  [`${line} HTTP/1.1`, 'host: bord.test', `authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n');

async function send(
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const init: RequestInit = {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  };
  if (body !== undefined) init.body = body;
  const response = await ask(`http://127.0.0.1:${port}${BASE}${path}`, {
    ...init,
    signal: AbortSignal.timeout(30_000),
  });
  return { status: response.status, text: await response.text() };
}

async function expectHarmless(
  what: string,
  answer: Promise<{ status: number; text: string }>,
): Promise<number> {
  asks += 1;
  const { status, text } = await answer;
  expect(status, `${what} → ${status} ${text.slice(0, 200)}`).toBeLessThan(500);
  if (status >= 400) {
    const body = JSON.parse(text);
    expect(body, what).toMatchObject({
      statusCode: status,
      message: expect.any(String),
      error: expect.any(String),
    });
  }
  return status;
}

test('D8 D18 every field of a booking with every odd value', async () => {
  let sent = 0;
  for (const field of [...BOOKING_FIELDS, ...ODD_FIELDS]) {
    for (const value of ODD_VALUES) {
      const text = JSON.stringify({ ...aRequest(), [`$${field}`]: value }).replace(
        `"$${field}":`,
        `"${field}":`,
      );
      await expectHarmless(
        `${field} = ${JSON.stringify(value)?.slice(0, 60)}`,
        send('POST', bookingsPath, text),
      );
      sent += 1;
    }
  }
  expect(sent).toBeGreaterThan(400);
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
});

test('D8 D18 every field of a batch with every odd value', async () => {
  for (const field of ['startDate', 'endDate', 'partySizes']) {
    for (const value of ODD_VALUES) {
      const body = JSON.stringify({
        startDate: '2026-12-01',
        endDate: '2026-12-02',
        partySizes: [2],
        [field]: value,
      });
      await expectHarmless(
        `${field} = ${JSON.stringify(value)?.slice(0, 60)}`,
        send('POST', `/locations/${DEMO_ID}/availability/batch`, body),
      );
    }
  }
});

test('D8 D18 bodies that are no object, no JSON, no UTF-8 or bottomless are 400', async () => {
  for (const body of ODD_BODIES)
    expect(await expectHarmless(body.slice(0, 40), send('POST', bookingsPath, body))).toBe(400);
  for (const bytes of ODD_BYTES) {
    expect(
      await expectHarmless(`bytes ${bytes.join()}`, send('POST', bookingsPath, Uint8Array.from(bytes))),
    ).toBe(400);
  }
});

test('D8 D18 content types and encodings that are not JSON are 400', async () => {
  const body = JSON.stringify(aRequest());
  for (const type of ODD_TYPES) {
    expect(await expectHarmless(type, send('POST', bookingsPath, body, { 'content-type': type }))).toBe(400);
  }
  for (const [encoding, packed] of [
    ['gzip', gzipSync(body)],
    ['br', brotliCompressSync(body)],
  ] as const) {
    const sent = send('POST', bookingsPath, Uint8Array.from(packed), { 'content-encoding': encoding });
    expect(await expectHarmless(encoding, sent)).toBe(400);
  }
});

test('D18 paths that lead nowhere', async () => {
  for (const path of ODD_PATHS)
    for (const method of ['GET', 'POST', 'DELETE'])
      await expectHarmless(
        `${method} ${path.slice(0, 60)}`,
        send(method, path, method === 'GET' ? undefined : '{}'),
      );
});

test('D8 queries with odd, missing, doubled and enormous parameters', async () => {
  for (const value of ODD_PARAMETERS) {
    await expectHarmless(
      `date=${value}`,
      send('GET', `/locations/${DEMO_ID}/availability?date=${value}&partySize=2`),
    );
    await expectHarmless(
      `partySize=${value}`,
      send('GET', `/locations/${DEMO_ID}/availability?date=2026-12-01&partySize=${value}`),
    );
    await expectHarmless(
      `both ${value}`,
      send('GET', `/locations/${DEMO_ID}/availability?date=2026-12-01&partySize=2&partySize=${value}`),
    );
  }
  await expectHarmless('many', send('GET', `${availabilityPath('2026-12-01', 2)}${'&a=b'.repeat(1500)}`));
});

test('§5.2 keys of every shape are 401, in either header', async () => {
  for (const form of ODD_KEYS) {
    const text = Buffer.from(form, 'utf8').toString('latin1');
    for (const headers of [
      { authorization: `Bearer ${text}` },
      { authorization: text },
      { authorization: '', 'x-partner-key': text },
    ]) {
      const status = await expectHarmless(
        `key ${form.slice(0, 20)}`,
        send('GET', availabilityPath('2026-12-01', 2), undefined, headers),
      );
      expect(status).toBe(401);
    }
  }
});

test('D8 D18 two odd values in one request, in bodies and queries that chance puts together', async () => {
  const odd = fc.oneof(
    fc.constantFrom(...ODD_VALUES),
    fc.jsonValue({ maxDepth: 4 }),
    fc.string({ unit: 'binary' }),
  );
  const booking = fc
    .tuple(fc.constantFrom(...BOOKING_FIELDS, ...ODD_FIELDS), odd, fc.constantFrom(...BOOKING_FIELDS), odd)
    .map(([one, first, other, second]) => ({
      method: 'POST',
      path: bookingsPath,
      // `__proto__` as a field of its own, as JSON has it.
      body: `{${JSON.stringify(one)}:${JSON.stringify(first) ?? 'null'},${JSON.stringify(aRequest({ [other]: second })).slice(1)}`,
    }));
  const batch = fc.tuple(odd, odd, odd).map(([startDate, endDate, partySizes]) => ({
    method: 'POST',
    path: `/locations/${DEMO_ID}/availability/batch`,
    body: JSON.stringify({ startDate, endDate, partySizes }),
  }));
  const query = fc
    .tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
    .map(([date, partySize]) => ({
      method: 'GET',
      path: `/locations/${DEMO_ID}/availability?${new URLSearchParams({ date: date.toWellFormed(), partySize: partySize.toWellFormed() }).toString()}`,
      body: undefined,
    }));
  const path = fc.string({ unit: 'binary', maxLength: 200 }).map((id) => ({
    method: 'GET',
    path: `/bookings/${encodeURIComponent(id.toWellFormed())}`,
    body: undefined,
  }));
  const requests = fc.array(fc.oneof(booking, batch, query, path), { minLength: 10, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(requests, async (together) => {
      await Promise.all(
        together.map((request) => {
          const { method, path: at, body } = request;
          return expectHarmless(JSON.stringify(request).slice(0, 300), send(method, at, body));
        }),
      );
    }),
    seeded(170),
  );
});

test('D18 a body that never ends does not hold the server up, and after all of this it serves as before', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    head(`POST ${BASE}${bookingsPath}`, ['content-type: application/json', 'content-length: 1000']),
  );
  socket.write('{"startsAt":');
  const { status, text } = await send('GET', availabilityPath('2026-12-02', 2));
  expect(status).toBe(200);
  expect(JSON.parse(text).slots).toHaveLength(39);
  expect(
    await expectHarmless(
      'a good booking',
      send('POST', bookingsPath, JSON.stringify(aRequest({ startsAt: '2026-12-03T18:00:00Z' }))),
    ),
  ).toBe(201);
  socket.destroy();
  expect(asks).toBeGreaterThan(2000);
});
