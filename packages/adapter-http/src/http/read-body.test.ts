import { type IncomingMessage, type OutgoingHttpHeaders, request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '../i18n/languages.ts';
import { expect, onTestFinished, test } from 'vitest';
import { BASE, booking, openRuntime } from '../../test/runtime.ts';
import { BODY_BYTES_MAX } from './read-body.ts';
import { serveHttp } from './serve-http.ts';

/** A booking of exactly this number of bytes. The engine rejects its long notes, which does not matter here. */
function bodyOf(bytes: number): string {
  const bare = JSON.stringify(booking({ unknown: '' }));
  return JSON.stringify(booking({ unknown: 'x'.repeat(bytes - bare.length) }));
}

/** Posts the chunks to a new server through a socket. */
async function postChunks(chunks: readonly (string | Buffer)[], headers: OutgoingHttpHeaders = {}) {
  const runtime = await openRuntime();
  const server = await serveHttp({ api: runtime.api });
  onTestFinished(() => server.close(0));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest(`${server.url}${BASE}/locations/${runtime.location.id}/bookings`, {
      method: 'POST',
      headers: { 'x-partner-key': runtime.key, 'content-type': 'application/json', ...headers },
    });
    request.on('error', reject).on('response', resolve);
    for (const chunk of chunks) request.write(chunk);
    request.end();
  });
  const { message } = JSON.parse((await response.toArray()).join('')) as { message?: string };
  return { status: response.statusCode, connection: response.headers.connection, message };
}

test.each([true, false])(
  'D18 a body of 64 KiB is read, one byte more is 400; declared: %s',
  async (isDeclared) => {
    const send = (bytes: number) =>
      postChunks(
        [bodyOf(bytes)],
        isDeclared ? { 'content-length': bytes } : { 'transfer-encoding': 'chunked' },
      );
    expect(await send(BODY_BYTES_MAX)).toMatchObject({ status: 201 });
    expect(await send(BODY_BYTES_MAX + 1)).toMatchObject({
      status: 400,
      message: expect.stringContaining('65536 bytes'),
    });
  },
);

test('D18 a body far over the limit is answered without being read to its end, and ends the connection', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const chunked = await postChunks(Array.from({ length: 12 }, () => chunk));
  expect(chunked).toMatchObject({ status: 400, connection: 'close' });
  const declared = await postChunks([chunk], { 'content-length': 5_000_000 });
  expect(declared).toMatchObject({ status: 400, connection: 'close' });
});

test('D18 the received bytes count, not the declared length', async () => {
  const runtime = await openRuntime();
  const send = (
    body: string | ReadableStream | null,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    runtime.call(`/locations/${runtime.location.id}/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      ...({ duplex: 'half' } as object),
    });
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(16 * 1024).fill(120));
    },
  });
  expect((await send(endless, { 'content-length': '10' })).status).toBe(400);
  expect(pulled).toBeLessThan(10);
  expect((await send(bodyOf(BODY_BYTES_MAX), { 'content-length': '0' })).status).toBe(201);
  expect((await send('{}', { 'content-length': '70000' })).status).toBe(400);
  expect((await send(null)).status).toBe(400);
});

test.each([
  ['application/json', 201],
  ['Application/JSON; charset=UTF-8', 201],
  ['application/json;charset="utf-8"', 201],
  ['application/vnd.acme+json', 201],
  ['application/json; charset=latin1', 400],
  ['text/plain', 400],
  ['text/json', 400],
  ['application/x-www-form-urlencoded', 400],
  ['application/jsonx', 400],
  ['', 400],
])('D8 a body of type "%s" is %i', async (type, status) => {
  const runtime = await openRuntime();
  const headers = { 'content-type': type };
  expect(
    (await runtime.post(`/locations/${runtime.location.id}/bookings`, booking(), { headers })).status,
  ).toBe(status);
});

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

test.each([
  ['nothing', '', 'not JSON'],
  ['half an object', '{', 'not JSON'],
  ['a list', '[]', 'the body must be an object'],
  ['null', 'null', 'the body must be an object'],
  ['a text', '"text"', 'the body must be an object'],
  ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'not UTF-8'],
  ['packed JSON', gzipSync('{}'), 'not UTF-8'],
  ['20,000 levels', '['.repeat(20_000) + ']'.repeat(20_000), 'deeper than 32'],
  ['33 levels', nested(33), 'deeper than 32'],
  ['32 levels', nested(32), 'startsAt is missing'],
])('D8 as a body, %s is 400', async (_, body, message) => {
  const runtime = await openRuntime();
  const answer = await runtime.call(`/locations/${runtime.location.id}/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining(message) });
});

test.each([
  [{ partySize: '4' }, 'partySize must be a whole number'],
  [{ partySize: 1.5 }, 'partySize must be a whole number'],
  [{ partySize: 1e308 }, 'partySize must be a whole number'],
  [{ partySize: 0 }, 'partySize must be a whole number, 1 or more'],
  [{ partySize: undefined }, 'partySize is missing'],
  [{ name: 7 }, 'name must be a text'],
  [{ name: ' ' }, 'name must not be empty'],
  [{ phone: null }, 'phone must be a text'],
  [{ lang: 'tlh' }, `lang must be one of ${LANGUAGES.join(', ')}`],
  [{ idempotencyKey: '' }, 'idempotencyKey must not be empty'],
  [{ startsAt: '2026-12-02T18:00:00' }, 'startsAt must be an RFC 3339 date-time'],
  [{ startsAt: 1_764_698_400 }, 'startsAt must be a text'],
])('D8 %j is 400 and says: %s', async (fault, message) => {
  const runtime = await openRuntime();
  const answer = await runtime.post(`/locations/${runtime.location.id}/bookings`, booking(fault));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining(message) });
});

test('D11 unknown fields are ignored, and empty optional texts count as absent', async () => {
  const runtime = await openRuntime();
  const sent = booking({
    phone: '',
    notes: '',
    partnerBookingRef: '',
    ['__proto__']: { admin: true },
    more: [1],
  });
  const answer = await runtime.post(`/locations/${runtime.location.id}/bookings`, sent);
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ partnerBookingRef: null });
  const [saved] = await runtime.storage.bookings.list(runtime.location.id);
  expect(saved?.guest).toMatchObject({ phone: null, notes: null, language: null });
});

test('§4.1 query parameters: missing, twice, not a number, escaped', async () => {
  const { call, location } = await openRuntime();
  const messageFor = async (query: string): Promise<string> => {
    const answer = await call(`/locations/${location.id}/availability?${query}`);
    if (answer.status === 200) return 'ok';
    const { message } = (await answer.json()) as { message: string };
    return `${answer.status} ${message}`;
  };
  expect(await messageFor('date=2026-12-02&partySize=2&extra=1')).toBe('ok');
  expect(await messageFor('date=2026-12-02&partySize=%32')).toBe('ok');
  expect(await messageFor('date=2026-12-02')).toBe('400 partySize is missing');
  expect(await messageFor('date=2026-12-02&partySize=2&partySize=2')).toBe(
    '400 partySize must be given only once',
  );
  expect(await messageFor('date=2026-12-02&date=%32&partySize=2')).toBe('400 date must be given only once');
  for (const size of ['', 'two', '1.5', '+2', '-1', '2e1', '0x2', '%202']) {
    expect(await messageFor(`date=2026-12-02&partySize=${size}`)).toBe(
      '400 partySize must be a whole number',
    );
  }
  expect(await messageFor('date=2026-12-02&partySize=0')).toContain('1 or more');
  expect(await messageFor('date=2026-02-30&partySize=2')).toContain('400 date must be a date');
});
