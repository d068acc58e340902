/** Slow uploads do not block other requests. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { BASE, booking, openRuntime, tokenOf, UNKNOWN_LOCATION } from '../../test/runtime.ts';
import type { RequestRecord } from './exchange.ts';
import { mountPages } from '../mount-pages.ts';
import { DEFAULT_LIMITS, forEachLoad, type LoadLimit } from './load.ts';
import { serveHttp } from './serve-http.ts';

const RANGE = { startDate: '2026-12-02', endDate: '2026-12-02', partySizes: [2] };

async function openNarrow(limits: Partial<LoadLimit>) {
  const records: RequestRecord[] = [];
  const runtime = await openRuntime({
    overload: forEachLoad((load) => ({ ...DEFAULT_LIMITS[load], ...limits })),
    onRequest: (record) => records.push(record),
  });
  const batch = `/locations/${runtime.location.id}/availability/batch`;
  /** Asks for a range with a body that starts, and then pauses until it is released. */
  const slowly = (key = runtime.key) => {
    const sender = Promise.withResolvers<ReadableStreamDefaultController>();
    const body = new ReadableStream({
      start(controller) {
        const text = JSON.stringify(RANGE);
        controller.enqueue(Buffer.from(text.slice(0, 5)));
        sender.resolve(controller);
      },
    });
    const headers = { 'x-partner-key': key, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as const;
    const answer = runtime.api.fetch(new Request(`http://x${BASE}${batch}`, init));
    const finish = async (): Promise<void> => {
      const controller = await sender.promise;
      controller.enqueue(Buffer.from(JSON.stringify(RANGE).slice(5)));
      controller.close();
    };
    return { answer, finish };
  };
  const arriving = (): number => runtime.api.stats().batch.arriving;
  return { ...runtime, batch, slowly, arriving, records };
}

test('running requests hold places, slowly arriving bodies do not', async () => {
  const { api, post, batch, slowly, arriving } = await openNarrow({ atOnce: 1 });
  const slow = [slowly(), slowly(), slowly()];
  await expect.poll(arriving).toBe(3);
  expect(api.stats().batch).toEqual({ running: 0, waiting: 0, arriving: 3 });
  for (let i = 0; i < 5; i++) expect((await post(batch, RANGE)).status).toBe(200);
  for (const { answer, finish } of slow) {
    await finish();
    expect((await answer).status).toBe(200);
  }
  expect(api.stats().batch).toEqual({ running: 0, waiting: 0, arriving: 0 });
});

test('§7 the number of arriving bodies of one key is limited: the slowest is rejected with 429, other keys are not affected', async () => {
  const { slowly, arriving, keyFor } = await openNarrow({ arrivingEach: 2 });
  const other = slowly(await keyFor());
  await expect.poll(arriving).toBe(1);
  const first = slowly();
  await expect.poll(arriving).toBe(2);
  const second = slowly();
  await expect.poll(arriving).toBe(3);
  const third = slowly();
  const refused = await first.answer;
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(refused.headers.get('ratelimit-limit')).toBe('1000');
  expect(await refused.json()).toMatchObject({ statusCode: 429, error: 'Too Many Requests' });
  expect(arriving()).toBe(3);
  for (const { answer, finish } of [second, third, other]) {
    await finish();
    expect((await answer).status).toBe(200);
  }
  expect(arriving()).toBe(0);
});

test('§7 the number of arriving bodies of all keys is limited: the slowest is rejected with 503 and counted as shed', async () => {
  const { slowly, arriving, keyFor, records } = await openNarrow({ arriving: 2 });
  const first = slowly();
  await expect.poll(arriving).toBe(1);
  const rest = [slowly(await keyFor()), slowly(await keyFor())];
  const refused = await first.answer;
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(records.at(-1)).toMatchObject({ status: 503, shed: 'batch' });
  await Promise.all(rest.map(({ finish }) => finish()));
  for (const { answer } of rest) expect((await answer).status).toBe(200);
});

test('§7 a body that arrives too late is a 503 that can be retried: the server might have been stalled', async () => {
  const { slowly, arriving } = await openNarrow({ arriveMs: 20 });
  const answer = await slowly().answer;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await answer.json()).toMatchObject({
    message: 'The request took too long to arrive. Please send it again.',
  });
  expect(arriving()).toBe(0);
});

test('D14 the server does not wait for a body when an earlier check fails', async () => {
  const { api, engine, location, key, keyFor, post } = await openNarrow({});
  mountPages({ api, engine, demoLocationId: location.id, publicUrl: () => 'http://x', mailFrom: 'a@b.se' });
  const { id } = (await (await post(`/locations/${location.id}/bookings`, booking())).json()) as {
    id: string;
  };
  const server = await serveHttp({ api });
  onTestFinished(() => server.close(0));
  const readOnly = await keyFor({ scopes: ['menu:read'] });
  const bookings = `${BASE}/locations/${location.id}/bookings`;
  const wrongToken = tokenOf('manage', id).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  for (const [path, by, status] of [
    [bookings, 'bord_live_nobody', 401],
    [bookings, readOnly, 403],
    [`${BASE}/locations/${UNKNOWN_LOCATION}/bookings`, key, 403],
    [`${BASE}/locations/${location.id}/availability/batch`, 'none', 401],
    [`${BASE}/bookings/none/cancel`, 'none', 401],
    [`/manage/${wrongToken}/cancel`, '', 404],
    [`/manage/${wrongToken}/move`, '', 404],
    [`/manage/x/cancel`, '', 404],
    [`/sandbox/x`, '', 404],
  ] as const) {
    const socket = connect(server.port, '127.0.0.1');
    const type = path.startsWith(BASE) ? 'application/json' : 'application/x-www-form-urlencoded';
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nx-partner-key: ${by}\r\ncontent-type: ${type}\r\ncontent-length: 9\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect([path, String(answer).slice(0, 12)]).toEqual([path, `HTTP/1.1 ${status}`]);
    socket.destroy();
  }
});
