import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { WebhookRequest } from '@bord/engine';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookSender, type WebhookSenderOptions } from './webhook-sender.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** Reads raw requests and answers each with the given function. */
async function receiver(answer: (socket: Socket, nth: number) => void = (socket) => socket.write(OK)) {
  const requests: Buffer[] = [];
  const open = new Set<Socket>();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    open.add(socket);
    let bytes = Buffer.alloc(0);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      const head = bytes.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/.exec(bytes.toString('latin1'))?.[1]);
      if (head === -1 || bytes.length < head + 4 + length) return;
      requests.push(bytes);
      bytes = Buffer.alloc(0);
      answer(socket, requests.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, requests, open, accepted: () => accepted };
}

function senderFor(options: WebhookSenderOptions = {}) {
  const sender = createWebhookSender({ allowPrivate: true, ...options });
  onTestFinished(() => sender.close());
  return {
    ...sender,
    post: (request: Partial<WebhookRequest> & { readonly url: string }) =>
      sender.post({ headers: {}, body: '{}', ...request }),
  };
}

const answered = (status: number, start: string) => ({ kind: 'answered', status, start });

test('§6.3 §6.4 a request is sent byte for byte', async () => {
  const { url, port, requests } = await receiver();
  const body = '{"name":"Zoë  Ångström 🍽️","n":1.0}\n';
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'X-Signature': `t=1,v1=${'ab'.repeat(32)}`,
  };
  expect(await senderFor().post({ url: `${url}/a%20b/ü?x=ß&y=%2F`, headers, body })).toEqual(
    answered(200, 'ok'),
  );
  const expected = [
    'POST /a%20b/%C3%BC?x=%C3%9F&y=%2F HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    'connection: keep-alive',
    'user-agent: Bord-Webhooks/1',
    'content-type: application/json; charset=utf-8',
    `X-Signature: t=1,v1=${'ab'.repeat(32)}`,
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
  expect(requests.map(String)).toEqual([expected]);
  expect(requests[0]!.equals(Buffer.from(expected))).toBe(true);
});

test('§6.4 bodies of every size arrive complete', async () => {
  const { url, requests } = await receiver();
  const sender = senderFor();
  for (const body of ['', '{}', 'é'.repeat(40_000), 'x'.repeat(1_000_000)]) {
    expect(await sender.post({ url, body })).toEqual(answered(200, 'ok'));
    const text = requests.at(-1)!.toString();
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(body);
    expect(text).toContain(`\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`);
  }
});

test('§6.5 a header that HTTP does not permit fails the post', async () => {
  const { url, requests } = await receiver();
  for (const headers of [
    { 'x-a': 'b\r\nx-c: d' },
    { 'x a': 'b' },
    { 'content-length': '7' },
    { expect: '100-continue' },
  ]) {
    expect(await senderFor().post({ url, headers })).toMatchObject({ kind: 'failed', why: 'unreachable' });
  }
  expect(requests).toEqual([]);
});

test('§6.5 the start of an answer is kept as text of at most 1 KiB', async () => {
  const bodies: [string | Buffer, string][] = [
    ['', ''],
    ['ok\r\n\0\u001B[31m', 'ok\r\n\0\u001B[31m'], // the output escapes it
    ['x'.repeat(1024), 'x'.repeat(1024)],
    ['x'.repeat(1025), 'x'.repeat(1024)],
    [`${'x'.repeat(1023)}é`, 'x'.repeat(1023)], // cut within a character
    [Buffer.from([0x61, 0xff, 0x62]), 'a\uFFFDb'],
  ];
  for (const [body, start] of bodies) {
    const { url } = await receiver((socket) => {
      socket.write(`HTTP/1.1 418 Teapot\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`);
      socket.write(body);
    });
    expect(await senderFor().post({ url })).toEqual(answered(418, start));
  }
});

test('§6.5 posts to one origin share a connection', async () => {
  const { url, requests, accepted } = await receiver();
  const sender = senderFor();
  for (let n = 0; n < 10; n++) expect(await sender.post({ url: `${url}/${n}` })).toEqual(answered(200, 'ok'));
  expect(requests).toHaveLength(10);
  expect(accepted()).toBe(1);
});

test('§6.5 the connection is reused after an answer that is longer than the kept part', async () => {
  const { url, accepted } = await receiver((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n${'x'.repeat(5000)}`),
  );
  const sender = senderFor();
  for (let n = 0; n < 3; n++) expect(await sender.post({ url })).toEqual(answered(200, 'x'.repeat(1024)));
  expect(accepted()).toBe(1);
});

test('§6.5 connections to one origin are limited and never used concurrently, and further posts wait', async () => {
  const waiting: Socket[] = [];
  const { url, open, accepted, requests } = await receiver((socket) => waiting.push(socket));
  const sender = senderFor({ connectionsPerOrigin: 3 });
  const posts = Array.from({ length: 10 }, (_, n) => sender.post({ url: `${url}/${n}` }));
  for (let answeredSoFar = 0; answeredSoFar < 10;) {
    await expect.poll(() => waiting.length).toBe(Math.min(3, 10 - answeredSoFar));
    expect(open.size).toBeLessThanOrEqual(3);
    for (const socket of waiting.splice(0)) {
      socket.write(OK);
      answeredSoFar += 1;
    }
  }
  expect(await Promise.all(posts)).toEqual(posts.map(() => answered(200, 'ok')));
  expect(accepted()).toBe(3);
  const paths = requests.map((request) => /^POST \/(\d) /.exec(request.toString())![1]);
  expect(paths).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']); // in order
});

test('§6.5 a waiting post ends at its deadline, and the posts behind it continue', async () => {
  let answers = false;
  const { url, requests } = await receiver((socket) => answers && socket.write(OK));
  const sender = senderFor({ connectionsPerOrigin: 1, timeoutMs: 300 });
  const posts = await Promise.all([sender.post({ url }), sender.post({ url })]);
  for (const answer of posts) expect(answer).toMatchObject({ kind: 'failed', why: 'timeout' });
  answers = true;
  expect(await sender.post({ url: `${url}/3` })).toEqual(answered(200, 'ok'));
  // The waiting post can get the connection in the last millisecond before its deadline.
  expect([2, 3]).toContain(requests.length);
  expect(requests.at(-1)!.toString()).toMatch(/^POST \/3 /);
});

test('§6.5 a kept connection that is dead is replaced once', async () => {
  // The second request is reset, as when a receiver restarts at that moment.
  const { url, requests, accepted } = await receiver((socket, nth) => {
    if (nth === 2) socket.resetAndDestroy();
    else socket.write(OK);
  });
  const sender = senderFor();
  expect(await sender.post({ url, body: '1' })).toEqual(answered(200, 'ok'));
  expect(await sender.post({ url, body: '2' })).toEqual(answered(200, 'ok'));
  expect(accepted()).toBe(2);
  expect(requests.map((request) => request.toString().at(-1))).toEqual(['1', '2', '2']);
});

test('§6.5 a receiver that resets every connection gets at most two attempts', async () => {
  const { url, requests } = await receiver((socket, nth) => {
    if (nth === 1) socket.write(OK);
    else socket.resetAndDestroy();
  });
  const sender = senderFor();
  expect(await sender.post({ url })).toEqual(answered(200, 'ok'));
  expect(await sender.post({ url })).toMatchObject({ kind: 'failed', why: 'unreachable' });
  expect(requests).toHaveLength(3);
  expect(await sender.post({ url })).toMatchObject({ kind: 'failed', why: 'unreachable' });
  expect(requests).toHaveLength(4); // no kept connection was left
});

test('§6.5 a kept connection that the receiver has closed does not fail a post', async () => {
  const { url, open, accepted } = await receiver((socket) => socket.end(OK));
  const sender = senderFor();
  for (let n = 1; n <= 20; n++) {
    expect(await sender.post({ url })).toEqual(answered(200, 'ok'));
    if (n % 2 === 0) await expect.poll(() => open.size).toBe(0);
    expect(accepted()).toBe(n);
  }
});

test('§6.5 a truncated or invalid answer on a kept connection is not retried', async () => {
  for (const text of ['HTTP/1.1 200 O', 'what?\r\n\r\n']) {
    const { url, requests } = await receiver((socket, nth) => {
      if (nth === 1) socket.write(OK);
      else socket.end(text);
    });
    const sender = senderFor();
    expect(await sender.post({ url })).toEqual(answered(200, 'ok'));
    expect(await sender.post({ url })).toMatchObject({ kind: 'failed' });
    expect(requests).toHaveLength(2);
  }
});

test('§6.5 a timeout on a kept connection is not retried', async () => {
  const { url, requests } = await receiver((socket, nth) => nth === 1 && socket.write(OK));
  const sender = senderFor({ timeoutMs: 300 });
  expect(await sender.post({ url })).toEqual(answered(200, 'ok'));
  expect(await sender.post({ url })).toMatchObject({ kind: 'failed', why: 'timeout' });
  expect(requests).toHaveLength(2);
});

test('closing ends idle connections, and lets running posts finish', async () => {
  let slow: Socket | undefined;
  const { url, open } = await receiver((socket, nth) => {
    if (nth === 2) slow = socket;
    else socket.write(OK);
  });
  const sender = senderFor();
  await sender.post({ url: `${url}/1` });
  const post = sender.post({ url: `${url}/2` });
  await expect.poll(() => slow).toBeDefined();
  await sender.post({ url: `${url}/3` });
  expect(open.size).toBe(2);
  await sender.close();
  await expect.poll(() => open.size).toBe(1);
  slow!.write(OK);
  expect(await post).toEqual(answered(200, 'ok'));
  await expect.poll(() => open.size).toBe(0);
  await sender.close();
});
