import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { clientsOf } from './load.ts';

test('a client whose idle connections were closed by the server sends its request on a new one', async () => {
  const server = createServer((_, response) => void response.end('ok'));
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const clients = clientsOf((server.address() as AddressInfo).port, 3, 10_000);
  onTestFinished(() => (clients.end(), server.close(), undefined));
  await clients.connect(3);
  server.closeIdleConnections();
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
  await pause(50); // the clients notice
  const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
  const hits = await Promise.all(Array.from({ length: 4 }, () => clients.ask({ kind: 'any', request })));
  expect(hits.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
