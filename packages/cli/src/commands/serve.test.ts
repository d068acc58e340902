/** `bord serve` as a process: it starts, answers, and stops on a signal. */
import { type EventEmitter, on, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';
import { type Listening, serveBord } from '../../test/serve-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const serve = (line: string, env?: Record<string, string>) => serveBord(bord, line, env);

async function sandboxKey(): Promise<string> {
  const made = await bord.json<{ key: string }>(
    ...words('sandbox key --email ada@example.com --system Test'),
  );
  return made.key;
}

const BODY = JSON.stringify({ startDate: '2026-12-01', endDate: '2026-12-01', partySizes: [2] });

/** Sends a request but for the end of its body, and waits until the server has seen it. */
async function startRequest(at: Listening, key: string): Promise<Socket> {
  const head = [
    `POST /v1/partner-api/locations/${DEMO}/availability/batch HTTP/1.1`,
    'host: x',
    `x-partner-key: ${key}`,
    'content-type: application/json',
    `content-length: ${BODY.length}`,
    'expect: 100-continue',
  ];
  const socket = connect(at.port, '127.0.0.1');
  socket.write(`${head.join('\r\n')}\r\n\r\n${BODY.slice(0, 10)}`);
  await once(socket, 'data'); // 100: the server has read the head
  socket.pause();
  return socket;
}

/** The server has said that it stops; the record of a request may come before. */
async function saysStopping(lines: EventEmitter): Promise<void> {
  for await (const [line] of on(lines, 'line')) if (String(line).includes('stopping:')) return;
}

test('the first line says where it listens; it answers; SIGTERM drains what is under way, then it exits 0', async () => {
  const server = await serve('serve --port 0');
  const { at } = server;
  expect(at).toMatchObject({
    url: `http://127.0.0.1:${at.port}`,
    baseUrl: `http://127.0.0.1:${at.port}/v1/partner-api`,
    demoLocationId: DEMO,
    console: `http://127.0.0.1:${at.port}/console`,
    sandboxKey: expect.stringContaining('bord sandbox key'),
    msg: 'listening',
  });
  expect((await fetch(`${at.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${at.baseUrl}/locations/${DEMO}/menu`)).status).toBe(401);

  const key = await sandboxKey();
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const slots = await fetch(`${at.baseUrl}/locations/${DEMO}/availability?date=${day}&partySize=2`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(slots.status).toBe(200);
  expect(((await slots.json()) as { slots: unknown[] }).slots.length).toBeGreaterThan(30);

  const slow = await startRequest(at, key);
  const stopping = saysStopping(server.lines);
  server.kill('SIGTERM');
  await stopping;
  slow.write(BODY.slice(10));
  const answer = await text(slow);
  expect(answer).toMatch(/^HTTP\/1\.1 200/);
  expect(answer).toMatch(/connection: close/i);

  expect(await server.ended).toEqual({ code: 0, err: expect.stringMatching(/^Demo console .+\n$/) });
  expect(server.out.every((line) => JSON.parse(line).level > 0)).toBe(true);
  expect(server.out.join('\n')).not.toContain(key);
  await expect(fetch(`${at.url}/healthz`)).rejects.toThrow();
});

test('a second signal ends the process immediately', async () => {
  const server = await serve('serve --port 0');
  const slow = await startRequest(server.at, await sandboxKey());
  slow.on('error', () => undefined);
  const stopping = saysStopping(server.lines);
  server.kill('SIGINT');
  await stopping;
  await setTimeout(700); // sooner it would be the same key press
  server.kill('SIGINT');
  expect((await server.ended).code).toBe(0);
  const messages = server.out.map((line) => JSON.parse(line).msg as string);
  expect(messages).toContainEqual(expect.stringContaining('a second signal ends it immediately'));
  expect(messages).not.toContain('stopped');
  slow.destroy();
});

test('SIGINT stops it too; --json prints one document; an assigned port is printed at any log level', async () => {
  const asJson = await serve('serve --port 0 --json', { BORD_LOG: 'debug', BORD_DEMO: '0' });
  const quiet = await serve('serve --port 0', {
    BORD_LOG: 'error',
    BORD_PUBLIC_URL: 'https://book.example.com/',
  });
  expect(asJson.at).toMatchObject({ port: expect.any(Number), demoLocationId: null });
  expect(quiet.at).toMatchObject({
    port: expect.any(Number),
    url: 'https://book.example.com',
    baseUrl: 'https://book.example.com/v1/partner-api',
  });
  for (const { kill } of [asJson, quiet]) kill('SIGINT');
  expect((await asJson.ended).code).toBe(0);
  expect((await quiet.ended).code).toBe(0);
  expect(asJson.out).toHaveLength(1);
  expect(quiet.out).toHaveLength(1);
});

test('a taken port and a bad flag are one line each', async () => {
  const server = await serve('serve --port 0');
  const { port } = server.at;
  expect(await bord.refusal(words(`serve --port ${port}`))).toBe(
    `bord: port ${port} of 127.0.0.1 is in use: stop what listens there, or choose another with --port`,
  );
  expect(await bord.refusal(words('serve --port http'))).toBe(
    'bord: --port must be a whole number from 0 to 65535, not http',
  );
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});
