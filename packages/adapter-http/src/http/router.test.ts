import { once } from 'node:events';
import { request } from 'node:http';
import { H3 } from 'h3';
import { expect, onTestFinished, test } from 'vitest';
import { BASE, openRuntime } from '../../test/runtime.ts';
import { serveHttp } from './serve-http.ts';

test('a path that matches a route only after URL normalisation is answered 404', async () => {
  const { api } = await openRuntime();
  const server = await serveHttp({ api });
  onTestFinished(() => server.close(0));
  const statusOf = async (path: string): Promise<number | undefined> => {
    const sent = request({ port: server.port, path }).end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    return answer.statusCode;
  };
  const paths = [
    '/x/../healthz',
    '/./healthz',
    '/healthz/.',
    '/healthz/%2e',
    '/healthz#x',
    '/x/%2E./healthz',
  ];
  for (const path of [...paths, `${BASE}/../../healthz`, String.raw`/x/..\healthz`])
    expect(await statusOf(path), path).toBe(404);
  for (const path of ['/healthz', '/%68ealthz', '/healthz/']) expect(await statusOf(path), path).toBe(200);
});

test('the web handler does not change the context of the surrounding h3 app', async () => {
  const { api, key } = await openRuntime();
  const host = new H3();
  host.all('/:version/**', async (event) => {
    event.context['host'] = 'ours';
    const answer = await api.fetch(event.req);
    return { status: answer.status, context: event.req.context, params: event.context.params?.['version'] };
  });
  const sent = new Request(`http://h${BASE}/bookings/none`, { headers: { 'x-partner-key': key } });
  const answer = await host.fetch(sent);
  expect(await answer.json()).toMatchObject({ status: 404, context: { host: 'ours' }, params: 'v1' });
});
