/** Forwarding of events from a server to a machine, and the printed text: both are real servers of this process. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { openReceiver } from '../../../../test/support/receiver.ts';
import { Failure } from '../output/failure.ts';
import { eventSource, type Wish } from './event-source.ts';
import type { ListenWriter } from './listen-text.ts';
import { listen } from './listen.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

interface Given {
  readonly wish: Wish;
  readonly headers: IncomingHttpHeaders;
}

type Answers = (wish: Wish, response: ServerResponse) => object | null;

/** A server that answers wishes as a test wants it to; null: the test does so. */
async function sandbox(answers: Answers): Promise<{ readonly url: string; readonly given: Given[] }> {
  const given: Given[] = [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const wish = (await json(request)) as Wish;
      given.push({ wish, headers: request.headers });
      const body = answers(wish, response);
      if (body) response.end(JSON.stringify(body));
    };
    void answer();
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`, given };
}

const BEGUN = { session: 'ep_1', secret: 'whsec_x', events: ['booking.created'] };

const anEvent = (n: number, headers: object = {}) => ({
  receipt: `1.e${n}`,
  headers: { 'x-partner-event-id': `bk_${n}:booking.created:1`, ...headers },
  body: JSON.stringify({ n, type: 'booking.created' }),
});

/** Listens until this number of events was printed; returns the lines in order. */
async function listenTo(url: string, forwardTo: string, events = 1): Promise<readonly string[]> {
  const lines: string[] = [];
  const stop = new AbortController();
  const writer: ListenWriter = {
    ready: ({ session }) => void lines.push(`ready ${session}`),
    forwarded({ receipt }, outcome) {
      lines.push(`${receipt} ${outcome.kind === 'answered' ? outcome.status : outcome.why}`);
      if (--events === 0) stop.abort();
    },
    unreachable: ({ receipt }, why) => void lines.push(`${receipt} waits: ${why}`),
    notice: (text) => void lines.push(text),
  };
  const source = eventSource(url, 'a key');
  const pauses = { away: [1], unreachable: 1, quick: 1 };
  await listen({ pauses, source, baseUrl: url, forwardTo, events: null, writer, signal: stop.signal });
  return lines;
}

test('D20 the body is forwarded byte for byte, with the headers of a webhook only, and acknowledged afterwards', async () => {
  const receiver = await openReceiver();
  const [one, two] = [
    anEvent(1, { cookie: 'a=b', host: 'elsewhere', 'x-partner-signature': 't=1,v1=ab' }),
    anEvent(2),
  ];
  const { url, given } = await sandbox((wish) =>
    wish.session ? { events: wish.end ? [] : [one, two] } : BEGUN,
  );
  expect(await listenTo(url, receiver.url, 2)).toEqual(['ready ep_1', '1.e1 204', '1.e2 204']);
  expect(receiver.received.map(({ rawBody }) => rawBody.toString())).toEqual([one.body, two.body]);
  const { headers } = receiver.received[0]!;
  expect(headers).toMatchObject({ 'x-partner-signature': 't=1,v1=ab', host: new URL(receiver.url).host });
  expect(headers['cookie']).toBeUndefined();
  expect(given.map(({ headers: { authorization } }) => authorization)).toEqual(Array(3).fill('Bearer a key'));
  expect(given.at(-1)!.wish).toEqual({ session: 'ep_1', taken: ['1.e1', '1.e2'], end: true });
  await receiver.close();
});

test('D23 an unavailable server and one with Retry-After are asked again with the same acknowledgements', async () => {
  const receiver = await openReceiver();
  let turn = 0;
  const { url, given } = await sandbox((wish, response) => {
    if (!wish.session) return BEGUN;
    if (wish.end) return { events: [] };
    turn += 1;
    if (turn === 1) return { events: [anEvent(1)] };
    if (turn === 2) response.writeHead(503, { 'retry-after': '0.01' });
    if (turn === 3) response.destroy();
    return turn === 4 ? { events: [anEvent(2)] } : { message: 'Not now.' };
  });
  const lines = await listenTo(url, receiver.url, 2);
  expect(lines).toEqual([
    'ready ep_1',
    '1.e1 204',
    expect.stringMatching(/^The server does not answer \(Not now\.\)/),
    'The server answers again.',
    '1.e2 204',
  ]);
  expect(given.slice(2, 5).map(({ wish }) => wish.taken)).toEqual([['1.e1'], ['1.e1'], ['1.e1']]);
  expect(given[5]!.wish.taken).toEqual(['1.e2']);
  await receiver.close();
});

test('D23 an undelivered event waits with those behind it; one without an answer, or one that cannot be sent, is acknowledged', async () => {
  const receiver = await openReceiver();
  const { port } = new URL(receiver.url);
  await receiver.close();
  let turn = 0;
  let reopened: Promise<typeof receiver> | undefined;
  const { url, given } = await sandbox((wish) => {
    if (!wish.session) return BEGUN;
    turn += 1;
    if (turn === 2)
      reopened ??= openReceiver(Number(port)).then((opened) => Object.assign(opened, { answer: rudely }));
    return { events: wish.end ? [] : [anEvent(1), anEvent(2, { 'x-partner-event-id': 'a\nb' })] };
  });
  const rudely = (response: ServerResponse): void => void response.destroy();
  const lines = await listenTo(url, receiver.url, 2);
  expect(lines).toEqual([
    'ready ep_1',
    '1.e1 waits: ECONNREFUSED',
    '1.e1 ECONNRESET',
    '1.e2 ERR_INVALID_CHAR',
  ]);
  expect(given.map(({ wish }) => wish.taken)).toEqual([undefined, [], [], ['1.e1', '1.e2']]);
  await (await reopened!).close();
});

test('D20 a forgotten session starts again; a session that another listener took over ends', async () => {
  const receiver = await openReceiver();
  let turn = 0;
  const { url } = await sandbox((wish) => {
    if (!wish.session) return BEGUN;
    turn += 1;
    if (turn === 1) return { events: [], over: 'forgotten' };
    return turn === 2 ? { events: [anEvent(1)] } : { events: [], over: 'taken over' };
  });
  const ended: unknown = await listenTo(url, receiver.url, 2).catch((error: unknown) => error);
  expect(ended).toBeInstanceOf(Failure);
  expect((ended as Failure).message).toMatch(/^another bord webhooks listen has begun/);
  expect(receiver.received).toHaveLength(1);
  await receiver.close();
});

test.each([
  [401, { message: 'No such key.' }, /^No such key\.$/],
  [403, { message: 'Only a sandbox key.' }, /^Only a sandbox key\.$/],
  [404, {}, /^there is no sandbox at http.* \(404\)$/],
  [200, { hello: 'world' }, /^there is no sandbox at http/],
  [500, { message: 'Oh.' }, /^the server at http.* cannot be used \(Oh\.\): check the URL/],
])('where it begins with %i it ends, and says why', async (status, body, why) => {
  const { url } = await sandbox((_, response) => {
    response.statusCode = status;
    return body;
  });
  const ended: unknown = await listenTo(url, 'http://127.0.0.1:1').catch((error: unknown) => error);
  expect(ended).toBeInstanceOf(Failure);
  expect((ended as Failure).message).toMatch(why);
});
