/** Receivers with endless or malformed answers: little is read, and memory is released (§6.5). */
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import type { WebhookSenderOptions } from '@bord/adapter-http/webhooks';
import fc from 'fast-check';
import { Agent, request as requestBare } from 'undici';
import { expect, test } from 'vitest';
import { seeded } from '../support/seed.ts';
import {
  answered,
  failed,
  GIGABYTE,
  HANG_MS,
  HEAD,
  OK,
  PAGE,
  post,
  senderFor,
  SHORT,
  within,
} from './hostile-receivers-post.ts';
import { afterRequest, flood, receiver } from './hostile-receivers-server.ts';

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

/** The largest content of two sockets' buffers if neither is read. */
const BUFFERS_BYTES = 16 * 1024 * 1024;

/** The size of a read, and of one more that may be in progress. */
const READ_BYTES = 2 * 64 * 1024;

test('§6.5 of an answer of 1 GB little is read, and memory is released', async () => {
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

test('§6.5 a compressed answer is not decompressed', async () => {
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
    const answer = await post(server, { staysOpen: true });
    const start = new TextDecoder().decode(packed.subarray(0, 1024), { stream: true });
    expect(answer).toEqual(answered(200, start));
    expect(head).not.toMatch(/accept-encoding/i);
  }
});

// Malformed HTTP

test('§6.5 an answer that is not HTTP is a failure', async () => {
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

test('§6.5 bytes before the request are not an answer', async () => {
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
    expect(await post(server, { staysOpen: true }), text).toEqual(expected);
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
