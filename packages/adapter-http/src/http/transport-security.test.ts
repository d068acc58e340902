import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { mountPages } from '@bord/adapter-http/pages';
import { serveHttp } from '@bord/adapter-http/server';
import { expect, onTestFinished, test } from 'vitest';
import { BASE, openRuntime } from '../../test/runtime.ts';

const HEADER = /^strict-transport-security: max-age=31536000\r$/gm;

/** Serves the API, its documents and pages, with this public URL. */
async function serve(publicUrl?: string) {
  const { api, engine, location, key } = await openRuntime({ ...(publicUrl !== undefined && { publicUrl }) });
  mountPages({
    api,
    engine,
    demoLocationId: location.id,
    publicUrl: () => publicUrl ?? 'http://localhost:3000',
    mailFrom: 'a@b.se',
    console: true,
  });
  const server = await serveHttp({ api });
  onTestFinished(() => server.close(0));
  /** The complete answer to these bytes. */
  async function send(bytes: string): Promise<string> {
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    return text(socket);
  }
  const get = (path: string, more = '') =>
    send(`GET ${path} HTTP/1.1\r\nhost: book.example.com\r\nconnection: close\r\n${more}\r\n`);
  return { send, get, location, key };
}

/** One answer of each kind: documents, probes, pages, redirects, answers of the API, errors, and invalid HTTP. */
async function answersOf({ send, get, location, key }: Awaited<ReturnType<typeof serve>>): Promise<string[]> {
  const availability = `${BASE}/locations/${location.id}/availability?date=2026-12-02&partySize=2`;
  return [
    await get('/healthz'),
    await get('/readyz'),
    await get('/docs'),
    await get('/nothing'),
    await get('/console'),
    await get('/console/sign-in'),
    await get('/sandbox'),
    await get('/manage/none'),
    await get(availability),
    await get(availability, `authorization: Bearer ${key}\r\n`),
    await send(`DELETE /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
    await send('GET / HTTP/1.1\r\n\r\n'),
    await send('no request\r\n\r\n'),
  ];
}

test('with an https public URL every answer has Strict-Transport-Security for a year exactly once', async () => {
  for (const answer of await answersOf(await serve('https://book.example.com')))
    expect(
      answer.split('\r\n\r\n', 1)[0]!.concat('\r').match(HEADER) ?? [],
      answer.slice(0, 200),
    ).toHaveLength(1);
});

test('with an http public URL, or without one, the header is absent', async () => {
  for (const publicUrl of [undefined, 'http://localhost:3000'])
    for (const answer of await answersOf(await serve(publicUrl))) {
      expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
      expect(answer).not.toMatch(/strict-transport-security/i);
    }
});
