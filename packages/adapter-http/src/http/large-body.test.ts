/** A body far over the limit is answered, and the answer arrives even at clients that read it only after they have sent everything. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inFull } from '../../../../test/support/long.ts';
import { BASE, openRuntime } from '../../test/runtime.ts';
import { mountPages } from '../mount-pages.ts';
import { type HttpServer, serveHttp } from './serve-http.ts';

const BYTES = 10_000_000;
const CHUNK = Buffer.alloc(50_000, 'x');
const ROUNDS = inFull(30, 2);

interface Target {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** 400 by default; 404 if the link is checked first. */
  readonly status?: number;
}

/** Sends a body of {@link BYTES} to a path; resolves with the status of the answer. */
type Sender = (port: number, target: Target) => Promise<number>;

function* chunks(): Generator<Buffer> {
  for (let sent = 0; sent < BYTES; sent += CHUNK.length) yield CHUNK;
}

/** Sends everything before it reads, as simple clients do. */
function rawSender(isChunked: boolean): Sender {
  return async (port, { path, headers }) => {
    const socket = connect(port, '127.0.0.1').pause();
    await once(socket, 'connect');
    const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${BYTES}`;
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${path} HTTP/1.1\r\nhost: bord.test\r\n${head.join('')}${length}\r\n\r\n`);
    for (const chunk of chunks()) {
      if (isChunked) socket.write(`${chunk.length.toString(16)}\r\n`);
      const isTaken = socket.write(chunk);
      if (isChunked) socket.write('\r\n');
      if (!isTaken) await once(socket, 'drain');
    }
    if (isChunked) socket.write('0\r\n\r\n');
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    await finished(socket.resume(), { writable: false });
    socket.destroy();
    return Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
  };
}

const agent = new Agent({ connections: 1 });

function undiciSender(isChunked: boolean): Sender {
  return async (port, { path, headers }) => {
    const length = isChunked ? {} : { 'content-length': `${BYTES}` };
    const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...headers, ...length },
      body: Readable.from(chunks()),
      dispatcher: agent,
    });
    await body.text();
    return statusCode;
  };
}

const SENDERS: readonly (readonly [string, Sender])[] = [
  ['a socket that declares its length', rawSender(false)],
  ['a socket that sends chunks', rawSender(true)],
  ['undici that declares its length', undiciSender(false)],
  ['undici that sends chunks', undiciSender(true)],
];

describe('D18 a body of 10 MB is answered 400', () => {
  let server: HttpServer;
  let key: string;
  const targets: Target[] = [];

  beforeAll(async () => {
    const { api, engine, location, key: made } = await openRuntime();
    key = made;
    const publicUrl = () => 'http://bord.test';
    mountPages({ api, engine, demoLocationId: location.id, publicUrl, mailFrom: 'b@bord.test' });
    server = await serveHttp({ api });
    const json = { 'x-partner-key': key, 'content-type': 'application/json' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    targets.push(
      { path: `${BASE}/locations/${location.id}/bookings`, headers: json },
      { path: `${BASE}/locations/${location.id}/availability/batch`, headers: json },
      { path: '/sandbox', headers: form },
      { path: '/manage/none/move', headers: form, status: 404 },
      { path: '/manage/none/cancel', headers: form, status: 404 },
      { path: '/sandbox/none', headers: form, status: 404 },
    );
  });
  afterAll(async () => {
    await agent.destroy();
    await server.close(0);
  });

  test('to a cancellation that declares its length, whose body is not read otherwise', async () => {
    const path = `${BASE}/bookings/none/cancel`;
    const headers = { 'x-partner-key': key };
    for (const [name, send] of SENDERS) {
      const status = name.includes('length') ? 400 : 404;
      expect([name, await send(server.port, { path, headers })]).toEqual([name, status]);
    }
  });

  test.each(SENDERS)('to %s', async (_, send) => {
    for (const target of targets) {
      for (let round = 0; round < ROUNDS; round++)
        expect([target.path, await send(server.port, target)]).toEqual([target.path, target.status ?? 400]);
    }
  });
});
