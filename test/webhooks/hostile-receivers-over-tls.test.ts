/** Receivers with TLS that is wrong or missing, and with TLS that is sound (§6.5, D25). */
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { answered, failed, GIGABYTE, HANG_MS, OK, PAGE, post, senderFor } from './hostile-receivers-post.ts';
import { afterRequest, flood, receiver } from './hostile-receivers-server.ts';
import { CERTIFICATE, EXPIRED_CERTIFICATE, RECEIVER_KEY, RECEIVER_NAME } from './hostile-receivers-tls.ts';

test('D25 TLS is verified: issuer, name and validity of the certificate', async () => {
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

test('D25 a receiver without TLS is a failure, and no event is sent in plain text', async () => {
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

/** A receiver in a separate thread, as in production: its answer may arrive before the sender knows that its request was sent. */
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
