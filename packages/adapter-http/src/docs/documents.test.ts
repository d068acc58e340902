/** Texts that are the same for every client: cached bytes with an entity tag. */
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { BASE, openRuntime } from '../../test/runtime.ts';
import { type FailureCode, FAILURE_CODES, FAILURES } from '../http/failure-table.ts';
import { serveHttp } from '../http/serve-http.ts';
import { mountPages } from '../mount-pages.ts';

/** The answer to a GET with these headers. */
function get(url: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const sent = request(url, { headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      });
      sent.on('error', reject).end();
    },
  );
}

async function serve() {
  const runtime = await openRuntime();
  const { api, engine } = runtime;
  const publicUrl = (): string => 'http://localhost';
  mountPages({ api, engine, demoLocationId: null, publicUrl, mailFrom: 'a@b.se', console: true });
  const server = await serveHttp({ api });
  onTestFinished(() => server.close(0));
  return server;
}

test('/docs, openapi.json and the files of the console have an entity tag, and are 304 for a client that has them', async () => {
  const { url } = await serve();
  const { text } = await get(`${url}/console/sign-in`);
  const files = text.match(/\/console\/assets\/[\w.]+/g)!;
  for (const path of ['/docs', `${BASE}/openapi.json`, ...files])
    for (const encoding of ['identity', 'gzip']) {
      const accept = { 'accept-encoding': encoding };
      const { status, headers } = await get(url + path, accept);
      const tag = String(headers['etag']);
      expect([status, tag]).toEqual([200, expect.stringMatching(/^"[\w.-]+"$/)]);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await get(url + path, { ...accept, 'if-none-match': known });
        expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag]);
        expect(again.headers).not.toHaveProperty('content-length');
      }
      expect((await get(url + path, { ...accept, 'if-none-match': '"other"' })).status).toBe(200);
    }
});

test('D49 /docs explains each error code at its anchor, without a script', async () => {
  const { url } = await serve();
  const { text } = await get(`${url}/docs`);
  const entries = [...text.matchAll(/<div id="error-(\w+)">(.*?)<\/div>/gs)].map(
    ([, code, entry]) => [code, entry!.replaceAll(/<[^>]+>|`/g, '').replaceAll(/\s+/g, ' ')] as const,
  );
  expect(entries.map(([code]) => code)).toEqual(FAILURE_CODES);
  for (const [code, entry] of entries)
    for (const part of ['cause', 'remedy'] as const)
      expect(entry).toContain(FAILURES[code as FailureCode][part].replaceAll('`', ''));
});

test('/docs does not repeat the Host of a request', async () => {
  const { url, port } = await serve();
  const plain = await get(`${url}/docs`);
  const other = await get(`${url}/docs`, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
  expect(other.text).toBe(plain.text);
  expect(plain.text).toContain(`http://localhost:${port}${BASE}`);
});

test('one answer of /metrics is shared for a second', async () => {
  let read = 0;
  const { api } = await openRuntime({
    metrics: async () => ({ type: 'text/plain', text: `read ${++read}` }),
  });
  const ask = async (): Promise<string> => (await api.fetch(new Request('http://x/metrics'))).text();
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  expect(new Set(answers)).toEqual(new Set(['read 1']));
  await expect.poll(ask).toBe('read 2');
});
