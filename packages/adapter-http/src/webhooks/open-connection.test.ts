import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openConnection, type Way } from './open-connection.ts';

const PUBLIC = '93.184.215.14';

/** A listener on 127.0.0.1, and options for a connection to it with one override each. */
async function listener(way: Partial<Way> = {}) {
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    socket.on('error', () => undefined).resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const whole: Way = {
    allowPrivate: false,
    findAddresses: async () => [PUBLIC],
    connect,
    ca: undefined,
    ...way,
  };
  const open = (url: string, signal = AbortSignal.timeout(10_000)) =>
    openConnection(new URL(url.replace('PORT', `${port}`)), whole, signal);
  return { open, port, accepted: () => accepted };
}

test('D25 an IP address in the URL is checked even if the URL was accepted before', async () => {
  const { open, accepted } = await listener();
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
  ]) {
    await expect(open(`http://${host}:PORT/`)).rejects.toMatchObject({ why: 'forbidden_address' });
  }
  expect(accepted()).toBe(0);
});

test('D25 each IP address of a name is checked', async () => {
  const { open, accepted } = await listener({ findAddresses: async () => [PUBLIC, '127.0.0.1'] });
  await expect(open('http://hooks.example.com:PORT/')).rejects.toMatchObject({
    why: 'forbidden_address',
    message: 'hooks.example.com leads to 127.0.0.1, which is not a public address',
  });
  expect(accepted()).toBe(0);
});

test('D25 the remote address of the connection is checked', async () => {
  const { open, port, accepted } = await listener({ connect: () => connect(port, '127.0.0.1') });
  await expect(open('http://hooks.example.com:PORT/')).rejects.toMatchObject({ why: 'forbidden_address' });
  expect(accepted()).toBe(1);
});

test('D25 a connection that closed before the check is not used', async () => {
  const { open, port } = await listener({
    connect: () => Object.defineProperty(connect(port, '127.0.0.1'), 'remoteAddress', { value: undefined }),
  });
  await expect(open('http://hooks.example.com:PORT/')).rejects.toMatchObject({ why: 'unreachable' });
});

test('D25 a connection to a private address is made if that is allowed', async () => {
  const { open } = await listener({ allowPrivate: true, findAddresses: async () => ['127.0.0.1'] });
  for (const host of ['127.1', 'hooks.example.com', '[::ffff:127.0.0.1]']) {
    const socket = await open(`http://${host}:PORT/`);
    expect(socket.readyState).toBe('open');
    socket.destroy();
  }
});

test('§6.5 one reachable address of several is enough', async () => {
  const { open } = await listener({ allowPrivate: true, findAddresses: async () => ['::1', '127.0.0.1'] });
  const socket = await open('http://hooks.example.com:PORT/');
  expect(socket.remoteAddress).toBe('127.0.0.1');
  socket.destroy();
});

test('§6.5 an aborted attempt opens no connection', async () => {
  const { open, accepted } = await listener({ allowPrivate: true });
  const over = AbortSignal.abort();
  await expect(open('http://127.0.0.1:PORT/', over)).rejects.toMatchObject({ why: 'timeout' });
  await expect(open('http://hooks.example.com:PORT/', over)).rejects.toMatchObject({ why: 'timeout' });
  expect(accepted()).toBe(0);
});

test('§6.5 a resolver that returns no address or fails is reported', async () => {
  const none = await listener({ findAddresses: async () => [] });
  await expect(none.open('https://hooks.example.com/')).rejects.toMatchObject({
    why: 'unreachable',
    message: 'hooks.example.com has no address',
  });
  const broken = await listener({ findAddresses: () => Promise.reject(new Error('out of\nmemory')) });
  await expect(broken.open('https://hooks.example.com/')).rejects.toMatchObject({
    why: 'unreachable',
    message: 'hooks.example.com could not be looked up (out of memory)',
  });
});
