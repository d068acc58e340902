/** Receivers that are slow, break off or send elsewhere: each post ends within its deadline and is classed right (§6.5, D23). */
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createWebhookSender } from '@bord/adapter-http/webhooks';
import { expect, test } from 'vitest';
import {
  answered,
  failed,
  HANG_MS,
  HEAD,
  OK,
  post,
  senderFor,
  SHORT,
  within,
} from './hostile-receivers-post.ts';
import { afterRequest, receiver, type Receiver } from './hostile-receivers-server.ts';
import { RECEIVER_NAME } from './hostile-receivers-tls.ts';

// Slow

test('§6.5 a silent receiver times out', async () => {
  const mute = await receiver(() => undefined);
  expect(await post(mute, SHORT)).toEqual(failed('timeout', /no answer came in time/));
});

test('§6.5 by default a receiver has five seconds', async () => {
  const mute = await receiver(() => undefined);
  const sender = createWebhookSender({ allowPrivate: true });
  const startedMs = performance.now();
  const answer = await within(HANG_MS, sender.post({ url: mute.url, headers: {}, body: '' }));
  expect(answer).toEqual(failed('timeout'));
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(4_990);
});

test('§6.5 the deadline holds for the lookup of the name', async () => {
  const never = createWebhookSender({
    ...SHORT,
    findAddresses: () => new Promise(() => undefined),
  });
  const answer = never.post({ url: 'https://hooks.example.com/', headers: {}, body: '' });
  expect(await within(HANG_MS, answer)).toEqual(failed('timeout', /lookup of hooks\.example\.com/));
});

test('§6.5 the deadline holds for the connection', async () => {
  const sockets: Socket[] = [];
  const sender = senderFor({
    ...SHORT,
    connect: () => {
      sockets.push(new Socket()); // as if no packet ever came back
      return sockets[0]!;
    },
  });
  const answer = sender.post({ url: 'http://hooks.example.com/', headers: {}, body: '' });
  expect(await within(HANG_MS, answer)).toEqual(failed('timeout', /no connection/));
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
});

test('§6.5 the deadline holds for the TLS handshake', async () => {
  const mute = await receiver(() => undefined);
  const answer = await post({ ...mute, url: `https://${RECEIVER_NAME}:${mute.port}` }, SHORT);
  expect(answer).toEqual(failed('timeout', /TLS/));
});

test('§6.5 the deadline holds for a request that the receiver does not take', async () => {
  const full = await receiver((socket) => socket.pause());
  expect(await post(full, { ...SHORT, body: 'x'.repeat(32 * 1024 * 1024) })).toEqual(failed('timeout'));
});

test('§6.5 the deadline holds for a head that comes drop by drop', async () => {
  const drip = await receiver(
    afterRequest((socket) => {
      let at = 0;
      const timer = setInterval(() => socket.write(OK[at++ % OK.length]!), 100);
      socket.once('close', () => clearInterval(timer));
    }),
  );
  expect(await post(drip, SHORT)).toEqual(failed('timeout'));
});

test('§6.5 the deadline holds for a head that other heads precede without end', async () => {
  const drip = await receiver(
    afterRequest((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), 50);
      socket.once('close', () => clearInterval(timer));
    }),
  );
  expect(await post(drip, SHORT)).toEqual(failed('timeout'));
});

test('§6.5 a status counts immediately, whatever follows in the body', async () => {
  const hang = await receiver(afterRequest((socket) => socket.write(`${HEAD}content-length: 9\r\n\r\n`)));
  const drip = await receiver(
    afterRequest((socket) => {
      socket.write(`${HEAD}\r\n`);
      const timer = setInterval(() => socket.write('x'), 20);
      socket.once('close', () => clearInterval(timer));
    }),
  );
  expect(await post(hang)).toEqual(answered(200, ''));
  expect(await post(drip)).toEqual(answered(200, expect.stringMatching(/^x+$/)));
});

// Broken connections

test('§6.5 a closed port is a failure', async () => {
  const gone = await receiver(() => undefined);
  const answer = await senderFor().post({
    url: 'http://127.0.0.1:1/',
    headers: {},
    body: '',
  });
  expect(answer).toEqual(failed('unreachable', /no server listens at 127\.0\.0\.1:1$/));
  expect(gone.accepted()).toBe(0);
});

test('§6.5 an unknown host name is a failure', async () => {
  const sender = senderFor({
    findAddresses: () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })),
  });
  const answer = await sender.post({ url: 'http://hooks.example.com/', headers: {}, body: '' });
  expect(answer).toEqual(failed('unreachable', /^the host hooks\.example\.com does not exist$/));
});

test('§6.5 a connection that breaks off before an answer', async () => {
  const ways: ((socket: Socket) => void)[] = [
    (socket) => socket.destroy(),
    (socket) => socket.resetAndDestroy(),
    (socket) => socket.end(),
    (socket) => socket.once('data', () => socket.resetAndDestroy()),
    afterRequest((socket) => socket.end()),
    afterRequest((socket) => socket.resetAndDestroy()),
    afterRequest((socket) => socket.end('HTTP/1.1 200 O')),
    afterRequest((socket) => socket.write(`${HEAD}x-more: a`, () => socket.resetAndDestroy())),
  ];
  for (const way of ways) {
    const broken = await receiver(way);
    expect(await post(broken), way.toString()).toEqual(failed('unreachable', /broke off|no connection/));
    expect(broken.accepted()).toBe(1); // fresh connections are not tried again
  }
});

test('§6.5 a connection that breaks off in the midst of a long request', async () => {
  const broken = await receiver((socket) => socket.once('data', () => socket.resetAndDestroy()));
  expect(await post(broken, { body: 'x'.repeat(8 * 1024 * 1024) })).toEqual(failed('unreachable'));
});

test('§6.5 a connection that breaks off after the status', async () => {
  const reset = await receiver(
    afterRequest((socket) => {
      socket.write(`${HEAD}content-length: 9\r\n\r\nhalf`);
      setTimeout(() => socket.resetAndDestroy(), 50);
    }),
  );
  const closed = await receiver(afterRequest((socket) => socket.end(`${HEAD}content-length: 9\r\n\r\nhalf`)));
  expect(await post(reset)).toEqual(answered(200, 'half'));
  expect(await post(closed)).toEqual(answered(200, 'half'));
});

test('§6.5 an answer that does not wait for the request, whose connection is of no more use', async () => {
  const hasty = await receiver((socket) => {
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 413 Content Too Large\r\ncontent-length: 0\r\n\r\n');
    });
  });
  const sender = senderFor();
  const body = 'x'.repeat(32 * 1024 * 1024);
  for (let n = 1; n <= 2; n++) {
    const answer = sender.post({ url: hasty.url, headers: {}, body });
    expect(await within(HANG_MS, answer)).toEqual(answered(413, ''));
    expect(hasty.accepted()).toBe(n);
  }
});

// Redirects

test('D23 a redirect is an answer and is not followed', async () => {
  const target = await receiver(afterRequest((socket) => socket.end(OK)));
  for (const status of [300, 301, 302, 303, 307, 308]) {
    const redirect = await receiver(
      afterRequest((socket) =>
        socket.write(`HTTP/1.1 ${status} Go\r\nlocation: ${target.url}/there\r\ncontent-length: 0\r\n\r\n`),
      ),
    );
    expect(await post(redirect, { staysOpen: true })).toEqual(answered(status, ''));
  }
  await delay(50);
  expect(target.accepted()).toBe(0);
  expect(await post(target)).toEqual(answered(200, 'ok')); // it would have heard
});

// One among others

test('§6.5 a receiver that hangs does not delay others', async () => {
  const mute = await receiver(() => undefined);
  const quick = await receiver(afterRequest((socket) => socket.write(OK)));
  const sender = senderFor({ connectionsPerOrigin: 2 });
  const send = ({ url }: Receiver) => sender.post({ url, headers: {}, body: '{}' });
  for (let n = 0; n < 5; n++) void send(mute);
  await expect.poll(() => mute.open.size).toBe(2);
  for (let n = 0; n < 5; n++) expect(await within(HANG_MS, send(quick))).toEqual(answered(200, 'ok'));
  expect(mute.accepted()).toBe(2);
});
