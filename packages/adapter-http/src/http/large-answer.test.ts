/** A large batch is written piece by piece, as fast as it is read; a small one as a whole. */
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage, request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { DayAvailability, Location, PartnerCaller, RangeAvailability } from '@bord/engine';
import type { AnswerForm, CompactAvailability, RangeForm } from '@bord/engine/adapters';
import { expect, onTestFinished, test } from 'vitest';
import { inFull } from '../../../../test/support/long.ts';
import { BASE, openRuntime } from '../../test/runtime.ts';
import { Pieces } from './answer.ts';
import { batchJson } from '../api/availability-json.ts';
import { serveHttp } from './serve-http.ts';

const MINUTES = 1440;
const DAYS = inFull(860, 400);
const RANGE = { startDate: '2026-12-02', endDate: '2027-03-03' };

/** Days with a slot every minute, which record when they are written. */
function longDays(count: number) {
  const looked = { at: new Set<number>() };
  const startMs = Date.parse('2026-12-02T00:00:00Z');
  const startsMs = Array.from({ length: MINUTES }, (_, i) => startMs + i * 60_000);
  const covers = startsMs.map((_, i) => (i % 3 > 0 ? 12 : 0));
  const days = Array.from({ length: count }, (_, i): CompactAvailability => ({
    get date() {
      looked.at.add(i);
      return '2026-12-02';
    },
    partySize: i + 1,
    startsMs,
    covers,
  }));
  return { days, looked };
}

/** The answer with these entries, as from an engine without a cache. */
function answered(location: Location, answer: readonly CompactAvailability[]): RangeAvailability {
  const days = answer.map((day) => ({
    answers: [],
    compact: [day],
    slots: day.startsMs.length,
    bytes: (form: AnswerForm) => form(location, [day]),
  }));
  const range = { location, ...RANGE, days };
  return { ...range, answer: [], bytes: (form: RangeForm) => form(range) };
}

/** A server whose batches always have this number of days. */
async function serveDays(count: number) {
  const runtime = await openRuntime();
  const { days, looked } = longDays(count);
  const { partner } = runtime.engine;
  Object.assign(runtime.engine, {
    partner: (caller: PartnerCaller) => ({
      ...partner(caller),
      readAvailabilityBatch: async () => answered(runtime.location, days),
    }),
  });
  const server = await serveHttp({ api: runtime.api });
  onTestFinished(() => server.close(0));
  const path = `${BASE}/locations/${runtime.location.id}/availability/batch`;
  const headers = { 'x-partner-key': runtime.key, 'content-type': 'application/json' };
  const body = JSON.stringify({ ...RANGE, partySizes: [2] });
  const post = async (encoding = 'identity'): Promise<IncomingMessage> => {
    const all = { ...headers, 'accept-encoding': encoding };
    const request = httpRequest(`${server.url}${path}`, { method: 'POST', headers: all }).end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  };
  return { runtime, server, days, looked, post, request: { method: 'POST', path, headers, body } };
}

/** Waits until no more days are written. */
async function standstill(looked: { readonly at: ReadonlySet<number> }): Promise<number> {
  for (let before = -1; before !== looked.at.size;) {
    before = looked.at.size;
    await delay(200);
  }
  return looked.at.size;
}

test('§4.2 a batch of up to 8 MB has a length; a larger one is the same text in pieces', async () => {
  const { location } = await openRuntime();
  const small = batchJson(answered(location, longDays(80).days));
  expect(small).toBeInstanceOf(Uint8Array);
  const { days, looked } = longDays(90);
  const large = batchJson(answered(location, days));
  expect(large).toBeInstanceOf(Pieces);
  expect(looked.at.size).toBe(0);
  const pieces = [...(large as Pieces).each];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(128 * 1024);
  const parsed = JSON.parse(Buffer.concat(pieces).toString()) as { days: DayAvailability[] };
  expect(parsed.days.map(({ partySize }) => partySize)).toEqual(days.map(({ partySize }) => partySize));
  const [first] = (JSON.parse((small as Buffer).toString()) as { days: unknown[] }).days;
  expect(parsed.days[0]).toEqual(first);
});

test('§4.2 a large batch is sent completely through Node and the web handler', async () => {
  const { runtime, server, post, request } = await serveDays(90);
  const response = await post();
  expect([response.statusCode, response.headers['content-length']]).toEqual([200, undefined]);
  const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
  expect(text.length).toBeGreaterThan(8_000_000);
  expect(JSON.parse(text)).toMatchObject({ ...RANGE, locationId: runtime.location.id });

  const web = await runtime.api.fetch(new Request(`http://bord.test${request.path}`, request));
  expect([web.status, web.headers.get('content-length')]).toEqual([200, null]);
  expect(await web.text()).toBe(text);
  const [healthy] = (await once(httpGet(`${server.url}/healthz`), 'response')) as [IncomingMessage];
  expect(healthy.resume().statusCode).toBe(200);
});

test('§4.2 a large batch is compressed piece by piece, and has the same text', async () => {
  const { request, post, runtime } = await serveDays(90);
  const plain = Buffer.concat((await (await post()).toArray()) as Buffer[]);
  const response = await post('gzip');
  const { headers } = response;
  expect([headers['content-encoding'], headers.vary, headers['content-length']]).toEqual([
    'gzip',
    'accept-encoding',
    undefined,
  ]);
  const bytes = Buffer.concat((await response.toArray()) as Buffer[]);
  expect(gunzipSync(bytes).equals(plain)).toBe(true);
  expect(bytes.length).toBeLessThan(plain.length / 8);
  const gzip = { ...request, headers: { ...request.headers, 'accept-encoding': 'gzip' } };
  const web = await runtime.api.fetch(new Request(`http://bord.test${request.path}`, gzip));
  expect(gunzipSync(Buffer.from(await web.arrayBuffer())).equals(plain)).toBe(true);
});

test('a large batch is written only as far as it is read, and not further after a disconnect', async () => {
  const { runtime, days, looked, post, request } = await serveDays(DAYS);
  const response = await post();
  response.pause();
  expect(await standstill(looked)).toBeLessThan(days.length);
  response.destroy();
  expect(await standstill(looked)).toBeLessThan(days.length);

  looked.at.clear();
  const web = await runtime.api.fetch(new Request(`http://bord.test${request.path}`, request));
  const reader = (web.body as ReadableStream<Uint8Array>).getReader();
  for (let i = 0; i < 5; i++) await reader.read();
  expect(looked.at.size).toBe(4);
  await reader.cancel();
  expect(await standstill(looked)).toBe(4);
  expect(runtime.errors).toEqual([]);
});

test('other requests are served between two pieces', async () => {
  const { days } = longDays(20);
  const { location } = await openRuntime();
  const pieces = new Pieces(
    (function* () {
      for (const day of days) yield batchJson(answered(location, [day])) as Buffer<ArrayBuffer>;
    })(),
  );
  let turns = 0;
  const count = (): void => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  for await (const piece of pieces.inTurns()) expect(piece.length).toBeGreaterThan(0);
  clearImmediate(timer);
  expect(turns).toBeGreaterThanOrEqual(days.length - 1);
});

test('a failure during a large answer is reported and aborts the answer, so that clients detect that it is incomplete', async () => {
  const { runtime, post, days } = await serveDays(90);
  Object.defineProperty(days[50], 'partySize', {
    get() {
      throw new Error('the fifty-first day is broken');
    },
  });
  const response = await post();
  await expect(response.toArray()).rejects.toThrow('aborted');
  expect(runtime.errors).toEqual([expect.objectContaining({ message: 'the fifty-first day is broken' })]);
});
