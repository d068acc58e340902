/** An endless answer over a socket and as a web response, until its reader or the server ends it. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openRuntime } from '../../test/runtime.ts';
import { DEFAULT_LIMITS } from './load.ts';
import { Endless } from './answer.ts';
import { serveHttp } from './serve-http.ts';

/** An endless route; the test sends the parts. */
async function anEndlessRoute() {
  const runtime = await openRuntime({
    overload: {
      ...DEFAULT_LIMITS,
      pages: { ...DEFAULT_LIMITS.pages, atOnce: 1, waiting: 8, waitMs: 60_000 },
    },
  });
  const asks: ((part: IteratorResult<Uint8Array<ArrayBuffer>, void>) => void)[] = [];
  const log = { opened: 0, returned: 0, left: 0 };
  const open = (leaving: AbortSignal): AsyncIterator<Uint8Array<ArrayBuffer>, void> => {
    log.opened += 1;
    leaving.addEventListener('abort', () => {
      log.left += 1;
      for (const ask of asks.splice(0)) ask({ done: true, value: undefined });
    });
    return {
      next: () => new Promise((resolve) => void asks.push(resolve)),
      async return() {
        log.returned += 1;
        return { done: true, value: undefined };
      },
    };
  };
  runtime.api.route(
    '/endless',
    { GET: async () => ({ status: 200, type: 'text/event-stream', body: new Endless(open) }) },
    { load: 'pages' },
  );
  runtime.api.route('/short', { GET: async () => ({ status: 200, body: 'short' }) }, { load: 'pages' });
  const send = async (text: string): Promise<void> => {
    await expect.poll(() => asks.length).toBeGreaterThan(0);
    asks.shift()!({ done: false, value: Buffer.from(text) });
  };
  return { ...runtime, log, asks, send };
}

async function textOf(
  stream: AsyncIterable<Buffer> | ReadableStream<Uint8Array>,
  enough: string,
): Promise<void> {
  let text = '';
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    text += Buffer.from(part).toString();
    if (text === enough) return;
    expect(enough.startsWith(text)).toBe(true);
  }
  throw new Error(`ended after ${text}`);
}

test('over a socket: parts arrive one by one, other requests are served in between, and a disconnect ends the body', async () => {
  const { api, log, send, asks, errors } = await anEndlessRoute();
  const server = await serveHttp({ api });
  onTestFinished(() => server.close(0));
  const request = get(`${server.url}/endless`);
  const answering = once(request, 'response') as Promise<[IncomingMessage]>;
  await send('one');
  const [response] = await answering;
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
  });
  const reading = textOf(response, 'onetwo');
  expect(await (await fetch(`${server.url}/short`)).text()).toBe('short');
  await send('two');
  await reading;
  response.destroy();
  await expect.poll(() => log.returned).toBe(1);
  expect((await fetch(`${server.url}/endless`, { method: 'HEAD' })).status).toBe(200);
  expect([log.opened, asks.length, errors]).toEqual([1, expect.any(Number), []]);
});

test('a server that shuts down ends the body and does not wait for it', async () => {
  const { api, log, send } = await anEndlessRoute();
  const server = await serveHttp({ api });
  const request = get(`${server.url}/endless`);
  const answering = once(request, 'response') as Promise<[IncomingMessage]>;
  await send('one');
  const [response] = await answering;
  const ended = once(response.resume(), 'end');
  await server.close(600_000);
  await ended;
  expect([log.left, log.opened]).toEqual([1, 1]);
});

test('as a web response: a part is pulled when it is read, and cancelling the reader ends the body', async () => {
  const { api, log, asks, send } = await anEndlessRoute();
  const response = await api.fetch(new Request('http://bord.test/endless'));
  const reader = response.body!.getReader();
  expect(asks).toHaveLength(0);
  const first = reader.read();
  await send('one');
  expect(Buffer.from((await first).value).toString()).toBe('one');
  const second = reader.read();
  await reader.cancel();
  expect((await second).done).toBe(true);
  expect(log.returned).toBe(1);
  asks.length = 0;
  const another = (await api.fetch(new Request('http://bord.test/endless'))).body!.getReader();
  const pending = another.read();
  await expect.poll(() => asks.length).toBe(1);
  api.drain();
  expect((await pending).done).toBe(true);
});
