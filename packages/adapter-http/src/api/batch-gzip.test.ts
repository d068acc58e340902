import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { BASE, booking, openRuntime } from '../../test/runtime.ts';
import { serveHttp } from '../http/serve-http.ts';

const MONTH = { startDate: '2026-12-02', endDate: '2027-01-01', partySizes: [1, 2, 3, 4] };

/** A server, and its raw answer to a batch with this `Accept-Encoding`. */
async function open() {
  const runtime = await openRuntime();
  const server = await serveHttp({ api: runtime.api });
  onTestFinished(() => server.close(0));
  const path = `${BASE}/locations/${runtime.location.id}/availability/batch`;
  async function ask(encoding: string | null, range: object = MONTH) {
    const headers = {
      'x-partner-key': runtime.key,
      'content-type': 'application/json',
      ...(encoding === null ? {} : { 'accept-encoding': encoding }),
    };
    const request = httpRequest(`${server.url}${path}`, { method: 'POST', headers }).end(
      JSON.stringify(range),
    );
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { headers: response.headers, body: Buffer.concat((await response.toArray()) as Buffer[]) };
  }
  return { ...runtime, server, path, ask };
}

test('§4.2 a batch is compressed for clients that accept gzip, with the header, and has the same text', async () => {
  const { ask, post, location, engine } = await open();
  for (let round = 0; round < 3; round++) {
    const plain = await ask(null);
    const gzip = await ask('gzip, deflate, br');
    expect(plain.headers).toMatchObject({
      vary: 'accept-encoding',
      'content-length': `${plain.body.length}`,
    });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(gzip.headers).toMatchObject({
      vary: 'accept-encoding',
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      'content-length': `${gzip.body.length}`,
    });
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(gzip.body.length).toBeLessThan(plain.body.length / 8);
    // The second round has unchanged days and a changed one.
    await post(
      `/locations/${location.id}/bookings`,
      booking({ startsAt: `2026-12-0${round + 3}T18:00:00Z` }),
    );
  }
  expect(engine.health.answers().bytes).toBeGreaterThan(0);
});

test('§4.2 clients that prefer identity or accept other codings only get the batch uncompressed', async () => {
  const { ask } = await open();
  const plain = await ask(null);
  for (const encoding of ['identity', 'br', 'gzip;q=0', 'gzip;q=0.5, identity;q=0.9', '*;q=0']) {
    const { headers, body } = await ask(encoding);
    expect([headers['content-encoding'], headers.vary, body.equals(plain.body)]).toEqual([
      undefined,
      'accept-encoding',
      true,
    ]);
  }
});

test('§4.2 a small batch is not compressed', async () => {
  const { ask } = await open();
  const small = { ...MONTH, endDate: MONTH.startDate, partySizes: [2] };
  const { headers, body } = await ask('gzip', small);
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding']);
  expect(JSON.parse(body.toString())).toMatchObject({ startDate: MONTH.startDate });
});

test('§4.2 fetch decompresses the answer automatically, over a socket and through the web handler', async () => {
  const { server, path, key, api, ask } = await open();
  const headers = { 'x-partner-key': key, 'content-type': 'application/json', 'accept-encoding': 'gzip' };
  const init = { method: 'POST', headers, body: JSON.stringify(MONTH) };
  const plain = (await ask(null)).body.toString();
  const fetched = await fetch(`${server.url}${path}`, init);
  expect(fetched.headers.get('content-encoding')).toBe('gzip');
  expect(await fetched.text()).toBe(plain);
  const web = await api.fetch(new Request(`http://bord.test${path}`, init));
  expect(web.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(Buffer.from(await web.arrayBuffer())).toString()).toBe(plain);
});

test('compressed bytes count towards the cache', async () => {
  const { ask, engine } = await open();
  await ask(null);
  const before = engine.health.answers().bytes;
  const { body } = await ask('gzip');
  const packed = engine.health.answers().bytes;
  expect(packed).toBeGreaterThan(before + 2 * body.length - 2_000); // of each day, and concatenated
  await ask('gzip');
  expect(engine.health.answers().bytes).toBe(packed);
});

test('§4.2 concurrent equal batches are compressed once and share a buffer', async () => {
  const { ask, engine } = await open();
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => ask(i % 3 === 0 ? null : 'gzip')));
  const texts = answers.map(({ headers, body }) =>
    (headers['content-encoding'] ? gunzipSync(body) : body).toString(),
  );
  expect(new Set(texts).size).toBe(1);
  expect(engine.health.answers().misses).toBe(31 * 4);
});
