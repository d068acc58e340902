/**
 * Receivers that are slow, broken or hostile, on real sockets: each post ends within its deadline, is classed right, takes in
 * little, and leaves no connection behind (§6.5, D23).
 */
import { type AddressInfo, connect, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { createWebhookSender, type WebhookSenderOptions } from '@bord/adapter-http/webhooks';
import fc from 'fast-check';
import { Agent, request as requestBare } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { seeded } from '../support/seed.ts';
import { afterRequest, flood, receiver, type Receiver } from './hostile-receivers-server.ts';
import {
  AUTHORITY,
  CERTIFICATE,
  EXPIRED_CERTIFICATE,
  RECEIVER_KEY,
  RECEIVER_NAME,
} from './hostile-receivers-tls.ts';

/** For a receiver that is to be given up. Those that answer are waited for, however busy the machine is. */
const SHORT: WebhookSenderOptions = { timeoutMs: 500 };
/** No test measures time; this only tells an end from a hang. */
const HANG_MS = 60_000;
/** Beyond that, so that it is not the deadline that ends what ends. */
const TIMEOUT_MS = 2 * HANG_MS;

function senderFor(options: WebhookSenderOptions = {}) {
  const sender = createWebhookSender({
    allowPrivate: true,
    timeoutMs: TIMEOUT_MS,
    findAddresses: async () => ['127.0.0.1'],
    ca: AUTHORITY,
    ...options,
  });
  onTestFinished(() => sender.close());
  return sender;
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = new AbortController();
  const hang = delay(ms, undefined, { signal: late.signal }).then(() => expect.fail('hangs'));
  try {
    return await Promise.race([promise, hang]);
  } finally {
    late.abort();
    await hang.catch(() => undefined);
  }
}

/** Posts once; the connection must be gone afterwards, unless it may be kept. */
async function post(
  to: Receiver,
  { body = '{}', kept = false, ...options }: WebhookSenderOptions & { body?: string; kept?: boolean } = {},
) {
  const sender = senderFor(options);
  const answer = await within(HANG_MS, sender.post({ url: `${to.url}/hook`, headers: {}, body }));
  for (const socket of to.open) socket.resume(); // or it does not notice
  if (!kept) await expect.poll(() => to.open.size, { timeout: HANG_MS }).toBe(0);
  return answer;
}

const failed = (why: string, detail = /./) => ({
  kind: 'failed',
  why,
  detail: expect.stringMatching(detail),
});
const answered = (status: number, start: unknown) => ({ kind: 'answered', status, start });

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';
const OK = `${HEAD}content-length: 2\r\n\r\nok`;

// Slow

test('§6.5 a receiver that says nothing is given up', async () => {
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

test('§6.5 a status counts at once, whatever becomes of the body', async () => {
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

test('§6.5 nobody listens', async () => {
  const gone = await receiver(() => undefined);
  const answer = await senderFor().post({
    url: 'http://127.0.0.1:1/',
    headers: {},
    body: '',
  });
  expect(answer).toEqual(failed('unreachable', /nobody listens at 127\.0\.0\.1:1$/));
  expect(gone.accepted()).toBe(0);
});

test('§6.5 a name that nobody has', async () => {
  const sender = senderFor({
    findAddresses: () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })),
  });
  const answer = await sender.post({ url: 'http://hooks.example.com/', headers: {}, body: '' });
  expect(answer).toEqual(failed('unreachable', /^there is no host hooks\.example\.com$/));
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

test('D23 a redirect is an answer, and nobody follows it', async () => {
  const target = await receiver(afterRequest((socket) => socket.end(OK)));
  for (const status of [300, 301, 302, 303, 307, 308]) {
    const redirect = await receiver(
      afterRequest((socket) =>
        socket.write(`HTTP/1.1 ${status} Go\r\nlocation: ${target.url}/there\r\ncontent-length: 0\r\n\r\n`),
      ),
    );
    expect(await post(redirect, { kept: true })).toEqual(answered(status, ''));
  }
  await delay(50);
  expect(target.accepted()).toBe(0);
  expect(await post(target)).toEqual(answered(200, 'ok')); // it would have heard
});

// Much

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function memoryBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Answers without end, and counts what of it has left. */
async function endless(start: string, more: string | Buffer) {
  let bytes = 0;
  const server = await receiver(
    afterRequest((socket) => {
      socket.once('close', () => (bytes += socket.bytesWritten));
      socket.write(start);
      flood(socket, more);
    }),
  );
  return { ...server, bytes: () => bytes };
}

const GIGABYTE = `${HEAD}content-length: 1000000000\r\n\r\n`;
const PAGE = Buffer.alloc(64 * 1024, 'x');
/** What lies in the buffers of two sockets, at most, when nobody reads. */
const BUFFERS_BYTES = 16 * 1024 * 1024;

/** What a read brings in at most, and one more that may be under way. */
const READ_BYTES = 2 * 64 * 1024;

test('§6.5 of an answer of 1 GB little is taken, and nothing remains', async () => {
  const huge = await endless(GIGABYTE, PAGE);
  const sockets: Socket[] = [];
  const noting: WebhookSenderOptions['connect'] = (options) => {
    sockets.push(connect(options));
    return sockets.at(-1)!;
  };
  await post(huge);
  const before = memoryBytes();
  for (let n = 0; n < 50; n++) {
    expect(await post(huge, { connect: noting })).toEqual(answered(200, 'x'.repeat(1024)));
    expect(sockets.splice(0).map(({ bytesRead }) => bytesRead <= READ_BYTES)).toEqual([true]);
  }
  expect(huge.bytes() / 51).toBeLessThan(BUFFERS_BYTES);
  expect(memoryBytes() - before).toBeLessThan(4 * 1024 * 1024);
});

test('§6.5 control: whoever reads on takes much more of the same answer', async () => {
  const huge = await endless(GIGABYTE, PAGE);
  const dispatcher = new Agent();
  const { body } = await requestBare(huge.url, { method: 'POST', body: '{}', dispatcher });
  let taken = 0;
  for await (const chunk of body) {
    taken += (chunk as Buffer).length;
    if (taken > 4 * BUFFERS_BYTES) break;
  }
  await dispatcher.destroy();
  await expect.poll(() => huge.open.size).toBe(0);
  expect(huge.bytes()).toBeGreaterThan(4 * BUFFERS_BYTES);
});

test('§6.5 an answer without end, in every part of it', async () => {
  const parts: [string, string, string | Buffer, unknown][] = [
    ['body to the end of the connection', `${HEAD}\r\n`, PAGE, answered(200, 'x'.repeat(1024))],
    [
      'chunks',
      `${HEAD}transfer-encoding: chunked\r\n\r\n`,
      '1\r\nx\r\n'.repeat(9_000),
      answered(200, 'x'.repeat(1024)),
    ],
    ['name of a chunk', `${HEAD}transfer-encoding: chunked\r\n\r\n1;`, PAGE, answered(200, '')],
    [
      'trailers',
      `${HEAD}transfer-encoding: chunked\r\n\r\n0\r\n`,
      'x-n: x\r\n'.repeat(8_000),
      answered(200, ''),
    ],
    ['headers', HEAD, 'x-n: x\r\n'.repeat(8_000), failed('not_http', /Headers Overflow/)],
    ['one header', `${HEAD}x: `, PAGE, failed('not_http', /Headers Overflow/)],
    ['name of a header', HEAD, PAGE, failed('not_http', /Headers Overflow/)],
    ['reason', 'HTTP/1.1 200 ', PAGE, failed('not_http', /far more than an answer/)],
    ['empty lines', '', '\r\n'.repeat(30_000), failed('not_http', /far more than an answer/)],
    [
      'hints',
      '',
      'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(2_000),
      failed('not_http', /far more than an answer/),
    ],
  ];
  for (const [part, start, more, expected] of parts) {
    const huge = await endless(start, more);
    expect(await post(huge), part).toEqual(expected);
    expect(huge.bytes(), part).toBeLessThan(BUFFERS_BYTES);
  }
});

test('§6.5 nothing is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  const small = gzipSync('{"ok":true}');
  for (const packed of [bomb, small]) {
    let head = '';
    const server = await receiver(
      afterRequest((socket, request) => {
        head = request;
        socket.write(`${HEAD}content-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`);
        socket.end(packed);
      }),
    );
    const answer = await post(server, { kept: true });
    const start = new TextDecoder().decode(packed.subarray(0, 1024), { stream: true });
    expect(answer).toEqual(answered(200, start));
    expect(head).not.toMatch(/accept-encoding/i);
  }
});

// What is hardly HTTP, or none

test('§6.5 what is no HTTP', async () => {
  const texts = [
    'SSH-2.0-OpenSSH_9.9\r\n',
    '220 mail.example.com ESMTP\r\n',
    '<html>hello</html>',
    '\0\x01\x02\x03',
    'HTTP/1.1 OK\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    'HTTP/9.9 200 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon here\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx',
    'HTTP/1.1 100 Continue\r\n\r\n', // undici takes none that it has not asked for
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    Buffer.from('000012040000000000000300000064', 'hex').toString('latin1'),
  ];
  for (const text of texts) {
    const server = await receiver(afterRequest((socket) => socket.write(text, 'latin1')));
    expect(await post(server), JSON.stringify(text)).toEqual(failed('not_http'));
  }
});

test('§6.5 what speaks before it is asked is no HTTP', async () => {
  for (const text of ['220 mail.example.com ESMTP\r\n', 'SSH-2.0-OpenSSH_9.9\r\n']) {
    const server = await receiver((socket) => socket.write(text));
    expect(await post(server)).toEqual(failed('not_http'));
  }
});

test('§6.5 answers in every way that HTTP has', async () => {
  const ways: [string, unknown][] = [
    ['HTTP/1.0 200 OK\r\n\r\nold', answered(200, 'old')],
    ['HTTP/1.0 200 OK\r\ncontent-length: 3\r\n\r\nold', answered(200, 'old')],
    ['HTTP/1.1 204 No Content\r\n\r\n', answered(204, '')],
    ['HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n', answered(205, '')],
    ['HTTP/1.1 304 Not Modified\r\n\r\n', answered(304, '')],
    ['HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', answered(200, '')],
    ['HTTP/1.1 299 Odd\r\ncontent-length: 0\r\n\r\n', answered(299, '')],
    ['HTTP/1.1 500 No\r\nconnection: close\r\n\r\nsorry', answered(500, 'sorry')],
    ['HTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 202 Yes\r\ncontent-length: 1\r\n\r\ny', answered(202, 'y')],
    [`${HEAD}transfer-encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\nx: y\r\n\r\n`, answered(200, 'ok')],
    [`${HEAD}transfer-encoding: chunked\r\n\r\n2\r\nok\r\nZZ\r\n`, answered(200, 'ok')],
    [`${HEAD}content-length: 2\r\n\r\nok and more than was said`, answered(200, 'ok')],
  ];
  for (const [text, expected] of ways) {
    const server = await receiver(afterRequest((socket) => socket.end(text)));
    expect(await post(server, { kept: true }), text).toEqual(expected);
  }
});

test('§6.5 whatever bytes come back, a post ends and the process lives', async () => {
  const words = fc.constantFrom(
    ...'HTTP/1.1 HTTP/1.0 200 100 101 103 204 999 000 OK : 0 5 -1 ffffffffffffffff x ok é'.split(' '),
    ...'content-length transfer-encoding chunked connection close upgrade keep-alive'.split(' '),
  );
  const marks = fc.constantFrom(
    ' ',
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '\0',
    OK,
    `${HEAD}transfer-encoding: chunked\r\n\r\n`,
  );
  const script = fc.array(fc.oneof(words, marks, fc.string({ unit: 'binary', maxLength: 20 })), {
    maxLength: 25,
  });
  let bytes = Buffer.alloc(0);
  let reset = false;
  const server = await receiver(
    afterRequest((socket) => socket.write(bytes, () => (reset ? socket.resetAndDestroy() : socket.end()))),
  );
  const sender = senderFor(SHORT);
  await fc.assert(
    fc.asyncProperty(script, fc.boolean(), async (parts, resets) => {
      bytes = Buffer.from(parts.join(''), 'latin1');
      reset = resets;
      const answer = await within(HANG_MS, sender.post({ url: server.url, headers: {}, body: '{}' }));
      if (answer.kind === 'answered') expect(answer.start.length).toBeLessThanOrEqual(1024);
      else expect(['unreachable', 'not_http', 'timeout']).toContain(answer.why);
    }),
    seeded(400),
  );
});

// TLS

test('D25 TLS is verified: who signed the certificate, for whom, and until when', async () => {
  const good = await receiver(
    afterRequest((socket) => socket.end(OK)),
    {},
  );
  expect(await post(good)).toEqual(answered(200, 'ok'));
  expect(await post(good, { ca: EXPIRED_CERTIFICATE })).toEqual(failed('tls', /certificate/));
  expect(await post({ ...good, url: `https://other.bord.test:${good.port}` })).toEqual(
    failed('tls', /altnames/),
  );
  const old = await receiver(
    afterRequest((socket) => socket.end(OK)),
    { cert: EXPIRED_CERTIFICATE },
  );
  expect(await post(old)).toEqual(failed('tls', /expired/));
  const ancient = await receiver(() => undefined, { maxVersion: 'TLSv1.1' });
  expect(await post(ancient)).toEqual(failed('tls'));
});

test('D25 no TLS is a failure, and nothing is told in the clear', async () => {
  let heard = '';
  const plain = await receiver((socket) => {
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
  });
  const answer = await post({ ...plain, url: `https://${RECEIVER_NAME}:${plain.port}` }, { body: 'CANARY' });
  expect(answer).toEqual(failed('tls'));
  expect(heard).not.toContain('CANARY');
  expect(heard).toContain(RECEIVER_NAME); // the greeting says whom it wants to talk to
});

test('§6.5 over TLS too, little of a long answer is taken', async () => {
  const huge = await receiver(
    afterRequest((socket) => {
      socket.write(GIGABYTE);
      flood(socket, PAGE);
    }),
    {},
  );
  expect(await post(huge)).toEqual(answered(200, 'x'.repeat(1024)));
  const noise = await receiver(
    afterRequest((socket) => flood(socket, '\r\n'.repeat(30_000))),
    {},
  );
  expect(await post(noise)).toEqual(failed('not_http', /far more than an answer/));
});

/** A receiver in a thread of its own, as receivers are: an answer may be here before the sender is told that its request is through. */
async function receiverInThread() {
  const behave = (): void => {
    const { workerData } = process.getBuiltinModule('node:worker_threads');
    const counters = workerData.counters as Int32Array;
    const server = process.getBuiltinModule('node:tls').createServer(workerData, (socket) => {
      counters[1]! += 1;
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
    });
    server.listen(0, '127.0.0.1', () => (counters[0] = (server.address() as AddressInfo).port));
  };
  const counters = new Int32Array(new SharedArrayBuffer(8)); // its port, and how many connections have come
  const workerData = { cert: CERTIFICATE, key: RECEIVER_KEY, counters };
  const worker = new Worker(`(${behave.toString()})()`, { eval: true, workerData });
  onTestFinished(async () => void (await worker.terminate()));
  await expect.poll(() => counters[0], { timeout: HANG_MS }).not.toBe(0);
  return { url: `https://${RECEIVER_NAME}:${counters[0]}`, accepted: () => counters[1] };
}

test('§6.5 connections with TLS are kept too', async () => {
  const good = await receiverInThread();
  const sender = senderFor({ connectionsPerOrigin: 8 });
  const posts = Array.from({ length: 1_000 }, () => sender.post({ url: good.url, headers: {}, body: '{}' }));
  for (const answer of await Promise.all(posts)) expect(answer).toEqual(answered(200, 'ok'));
  expect(good.accepted()).toBe(8);
});

// One among others

test('§6.5 a receiver that hangs keeps nobody else waiting', async () => {
  const mute = await receiver(() => undefined);
  const quick = await receiver(afterRequest((socket) => socket.write(OK)));
  const sender = senderFor({ connectionsPerOrigin: 2 });
  const send = ({ url }: Receiver) => sender.post({ url, headers: {}, body: '{}' });
  for (let n = 0; n < 5; n++) void send(mute);
  await expect.poll(() => mute.open.size).toBe(2);
  for (let n = 0; n < 5; n++) expect(await within(HANG_MS, send(quick))).toEqual(answered(200, 'ok'));
  expect(mute.accepted()).toBe(2);
});
