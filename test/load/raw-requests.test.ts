/** Malformed bytes on a socket, and the answer to each. */
import { connect } from 'node:net';
import { createPartnerApi, type HttpServer, serveHttp } from '@bord/adapter-http';
import { createEngine } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aRequest, availabilityPath, BASE, bookingsPath, DEMO_ID, demoPlan } from '../support/world.ts';

const clock = { nowMs: () => Date.UTC(2026, 11, 1, 8) };
const engine = createEngine({ storage: memoryStorage(clock), clock });
const failures: unknown[] = [];
let server: HttpServer;
let key = '';

beforeAll(async () => {
  await engine.operator.locations.apply(demoPlan, DEMO_ID);
  ({ key } = await engine.operator.keys.create({
    partner: 'acme',
    locationIds: [DEMO_ID],
    rateLimit: 1_000_000,
  }));
  server = await serveHttp({ api: createPartnerApi({ engine, onError: (error) => failures.push(error) }) });
});

afterAll(async () => {
  await server.close();
  expect(failures).toEqual([]);
});

/**
 * Writes the request and waits; returns all bytes until the server closes the connection.
 * @param answers so many are awaited before the client ends its side, on which the server closes the connection
 */
function exchange(request: string, answers: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const text = (): string => Buffer.concat(chunks).toString('latin1');
    const endAfterLast = (): void => {
      if (text().split('HTTP/1.1 ').length > answers) socket.end();
    };
    socket.on('data', (chunk) => (chunks.push(chunk), endAfterLast())).on('end', () => socket.end());
    socket.on('error', reject);
    socket.on('close', () => resolve(text()));
    socket.write(request, 'latin1');
    endAfterLast();
  });
}

/** The statuses of consecutive answers. Each error has the shape of §7, and the last answer ends the bytes. */
function statusesIn(text: string): number[] {
  if (text === '') return [];
  const end = text.indexOf('\r\n\r\n') + 4;
  const head = text.slice(0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  const length = Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0);
  if (status >= 400) expect(JSON.parse(text.slice(end, end + length))).toMatchObject({ statusCode: status });
  return [status, ...statusesIn(text.slice(end + length))];
}

type Case = readonly [statuses: readonly number[], request: string];

async function expectAnswers(cases: readonly Case[], isTruncated = false): Promise<void> {
  for (const [statuses, request] of cases)
    expect(
      statusesIn(await exchange(request, isTruncated ? 0 : statuses.length)),
      request.slice(0, 120),
    ).toEqual(statuses);
  // After all of it the server serves as before.
  const usual = head(`GET ${BASE}${availabilityPath('2026-12-02', 2)}`);
  expect(statusesIn(await exchange(usual, 1))).toEqual([200]);
}

const head = (line: string, headers: readonly string[] = []): string =>
  [`${line} HTTP/1.1`, 'host: bord.test', `authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n');

const JSON_TYPE = 'content-type: application/json';
const POST = `POST ${BASE}${bookingsPath}`;
const posted = (...headers: string[]): string => head(POST, [JSON_TYPE, ...headers]);
const bookingAt = (startsAt: string): string => JSON.stringify(aRequest({ startsAt }));
const body = bookingAt('2026-12-01T18:00:00Z');

test('D18 malformed and oversized HTTP is answered 400', () =>
  expectAnswers([
    [[400], 'nonsense\r\n\r\n'],
    [[400], '\u0000\u0001\u0002'],
    [[400], '\u0016\u0003\u0001\u0002\u0000'],
    [[400], 'GET\r\n\r\n'],
    [[400], `GET ${'/'.repeat(100_000)} HTTP/1.1\r\n\r\n`],
    [[400], head(`GET ${BASE}${availabilityPath('2026-12-01', 2)}`, [`x-a: ${'y'.repeat(100_000)}`])],
    [[400], head(`GET ${BASE}/bookings/\u00e5\u00e4`)],
    [[400], head(`GET ${BASE}/bookings/\u0001`)],
    [[400], head('GET ../../etc/passwd')],
    [[400], `GET ${BASE}/bookings/x HTTP/1.1\r\n\r\n`],
    [[400], `GET ${BASE}/bookings/x HTTP/9.9\r\nhost: a\r\n\r\n`],
    [[400], `GET ${BASE}/bookings/x HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n`],
    [[400], `GET ${BASE}/bookings/x HTTP/1.1\nhost: a\n\n`],
    [[401], `GET ${BASE}/bookings/x HTTP/1.0\r\n\r\n`],
  ]));

test('D18 a wrong content length is answered 400, and makes no booking', async () => {
  await expectAnswers([
    // The remaining bytes are not a request either.
    [[400, 400], posted('content-length: 5') + body],
    [[400], posted('content-length: -1') + body],
    [[400], posted('content-length: 9999999999999999999') + body],
    [[400], posted('content-length: 100', 'content-length: 200') + body],
    [[400], posted('content-length: 10', 'transfer-encoding: chunked') + body],
    [[400], `${posted('transfer-encoding: chunked')}zz\r\n${body}\r\n0\r\n\r\n`],
    [[400], `${posted('transfer-encoding: chunked')}fffffffffffffffff\r\n`],
    [[400], `${posted('transfer-encoding: chunked')}5\r\n{"a":\r\n0\r\n\r\n`],
    [[400], posted('content-length: 70000') + 'x'.repeat(70_000)],
    [[400], `${posted('transfer-encoding: chunked')}11170\r\n${'x'.repeat(70_000)}\r\n0\r\n\r\n`],
  ]);
  expect(await engine.operator.at(DEMO_ID).bookings.list()).toEqual([]);
});

test('D18 a truncated request is answered 400 when its connection ends, and makes no booking', async () => {
  const half = body.slice(0, 20);
  await expectAnswers(
    [
      [[], ''],
      [[400], `GET ${BASE}/bookings/x HTT`],
      [[400], posted(`content-length: ${body.length}`)],
      [[400], posted(`content-length: ${body.length}`) + half],
      [[400], posted('transfer-encoding: chunked')],
      [[400], `${posted('transfer-encoding: chunked')}5\r\n{"a`],
      [[400], `${posted('transfer-encoding: chunked')}${half.length.toString(16)}\r\n${half}\r\n`],
      [[100, 400], posted('expect: 100-continue', `content-length: ${body.length}`)],
    ],
    true,
  );
  expect(await engine.operator.at(DEMO_ID).bookings.list()).toEqual([]);
});

test('D18 a path with `..` is normalised, and never reads a file', () =>
  expectAnswers([
    [[404], head(`GET ${BASE}/..`)],
    [[404], head(`GET ${BASE}/../..`)],
    [[404], head(`GET ${BASE}//`)],
    [[404], head(`GET ${BASE}/%2e%2e/%2e%2e/etc/passwd`)],
    [[404], head(`GET ${BASE}/../../../../etc/passwd`)],
    [[404], head(`GET ${BASE}/bookings/..`)],
    [[404], head(`GET ${BASE}/bookings/../bookings`)],
    [[404], head(`GET ${BASE}/bookings/x\\y`)],
    [[404], head(`GET ${BASE}\\..\\`)],
    [[404], head('GET //evil.example/v1')],
    [[404], head('GET http://[::1/')],
    [[404], head('GET http://example.com/')],
  ]));

test('D18 methods, expectations and upgrades that we do not know end in an ordinary answer', async () => {
  const [first, second] = [bookingAt('2026-12-02T18:00:00Z'), bookingAt('2026-12-03T18:00:00Z')];
  await expectAnswers([
    [[404], head(`GET ${BASE}/bookings/x`, ['upgrade: websocket', 'connection: upgrade'])],
    [[405], head(`TRACE ${BASE}/bookings/x`)],
    [[404], head('OPTIONS *')],
    [[100, 201], posted('expect: 100-continue', `content-length: ${first.length}`) + first],
    [[201], posted('expect: nonsense', `content-length: ${second.length}`) + second],
    // A proxy is asked for, which this is not: the connection ends without a word.
    [[], head('CONNECT example.com:443')],
  ]);
});

test('D18 each of several pipelined requests is answered, in order', async () => {
  const paths = [
    `${BASE}/bookings/x`,
    `${BASE}${availabilityPath('2026-12-02', 2)}`,
    `${BASE}/locations/nowhere/menu`,
  ];
  const together = paths.map((path) => head(`GET ${path}`)).join('');
  await expectAnswers([[[404, 200, 404], together]]);
});

test('control: silence is seen, and so is an answer too many', async () => {
  const none = '';
  const twice = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\n\r\n';
  expect([statusesIn(none), statusesIn(twice)]).toEqual([[], [200, 200]]);
  await expect(expectAnswers([[[400], head('CONNECT example.com:443')]])).rejects.toThrow();
});
