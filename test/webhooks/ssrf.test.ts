/**
 * No webhook reaches a place that is not public, however the URL is written and whatever resolvers say (D25). Real sockets listen
 * on the loopback addresses, and must never hear a thing.
 */
import { once } from 'node:events';
import {
  connect,
  createServer,
  type LookupFunction,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net';
import { createWebhookSender } from '@bord/adapter-http/webhooks';
import ipaddr from 'ipaddr.js';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BAD_ANSWERS, forbiddenUrls, loopbackUrls } from './ssrf-spellings.ts';

const PUBLIC = '93.184.215.14';

const servers: Server[] = [];
let port = 0;
let ipv6 = false;
let accepted = 0;
let heard = 0;

/** Counts connections and received bytes, and closes each at the first byte. */
async function listen(host: string, at: number): Promise<number> {
  const server = createServer((socket) => {
    accepted += 1;
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        heard += chunk.length;
        socket.destroy();
      });
  });
  server.listen(at, host);
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as { port: number }).port;
}

beforeAll(async () => {
  port = await listen('127.0.0.1', 0);
  ipv6 = await listen('::1', port).then(
    () => true,
    () => false, // this machine has none
  );
});

afterAll(() => servers.forEach((server) => void server.close()));

/** How many connections come in while something happens, and how many bytes over them. */
async function during(act: () => Promise<unknown>): Promise<{ connections: number; bytes: number }> {
  const before = { accepted, heard };
  await act();
  // When one that comes after the act has been heard, so has everything before it.
  const last = connect(port, '127.0.0.1', () => last.write('.'));
  last.on('error', () => undefined).resume();
  await new Promise((resolve) => last.once('close', resolve));
  return { connections: accepted - before.accepted - 1, bytes: heard - before.heard - 1 };
}

const post = (sender: ReturnType<typeof createWebhookSender>, url: string) =>
  sender.post({ url, headers: { 'content-type': 'application/json' }, body: '{}' });

/** The target of the name is 127.0.0.1, for every name that gets so far. */
const toLoopback = async (): Promise<string[]> => ['127.0.0.1'];

test('D25 no spelling of a place that is not public is ever connected to', async () => {
  const urls = forbiddenUrls(port);
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls.length).toBeGreaterThanOrEqual(200);

  const sender = createWebhookSender({ findAddresses: toLoopback });
  const answers = new Map<string, unknown>();
  const seen = await during(async () => {
    for (const url of urls) answers.set(url, await post(sender, url));
  });
  for (const [url, answer] of answers) {
    expect(answer, JSON.stringify(url)).toMatchObject({ kind: 'failed', why: 'forbidden_address' });
  }
  expect(seen).toEqual({ connections: 0, bytes: 0 });
});

test('D25 every such spelling is objected to when it is registered, without a lookup', () => {
  const sender = createWebhookSender({
    findAddresses: () => {
      throw new Error('looked up');
    },
  });
  for (const url of forbiddenUrls(port)) {
    expect(sender.checkUrl(url), JSON.stringify(url)).toMatch(/^the (?:URL|host .* in the URL) /);
  }
});

test('D25 the spellings of loopback reach it when private addresses are allowed', async () => {
  const sender = createWebhookSender({ allowPrivate: true, timeoutMs: 10_000 });
  const urls = loopbackUrls(port, ipv6);
  expect(urls.length).toBeGreaterThanOrEqual(50);
  for (const url of urls) {
    const seen = await during(() => post(sender, url));
    expect(seen.connections, JSON.stringify(url)).toBe(1);
  }
});

test('D25 control: a guard in the lookup alone lets literal addresses through', async () => {
  const isPublic = (address: string): boolean =>
    ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast';
  const guarded: LookupFunction = (_name, { all }, callback) => {
    const address = '127.0.0.1';
    if (!isPublic(address)) callback(new Error('forbidden'), '');
    else if (all) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
  const dispatcher = new Agent({ connect: { lookup: guarded } });
  const reached = new Set<string>();
  for (const url of [...loopbackUrls(port, ipv6), `https://localhost:${port}/hook`]) {
    const ask = async (): Promise<unknown> => request(url, { method: 'POST', dispatcher });
    const seen = await during(() => ask().catch(() => undefined));
    if (seen.connections > 0) reached.add(url);
  }
  await dispatcher.destroy();
  expect(reached.size).toBeGreaterThanOrEqual(50);
  expect(reached).not.toContain(`https://localhost:${port}/hook`); // the guard as such works
});

test('D25 a name is refused when one of its addresses is not public', async () => {
  for (const answer of BAD_ANSWERS) {
    const sender = createWebhookSender({ findAddresses: async () => answer });
    const url = `https://hooks.example.com:${port}/hook`;
    expect(sender.checkUrl(url)).toBeNull();
    const seen = await during(async () => {
      expect(await post(sender, url), answer.join()).toMatchObject({
        kind: 'failed',
        why: 'forbidden_address',
      });
    });
    expect(seen).toEqual({ connections: 0, bytes: 0 });
  }
});

/** Records the targets of a connector without connecting. */
function noting(targets: string[]) {
  return (options: NetConnectOpts): Socket => {
    if (!('lookup' in options) || !options.lookup) throw new Error('no lookup');
    const note = (): void =>
      options.lookup!('hooks.example.com', { all: true }, (_error, addresses) => {
        targets.push(...(addresses as { address: string }[]).map(({ address }) => address));
      });
    note();
    note(); // a second question gets the first answer
    return connect(1, '127.0.0.1');
  };
}

test('D25 a name that changes its address is connected to where it was checked', async () => {
  const targets: string[] = [];
  const answers = [PUBLIC, '127.0.0.1', '::1'];
  const sender = createWebhookSender({
    findAddresses: async () => [answers.shift()!],
    connect: noting(targets),
  });
  const seen = await during(async () => {
    const url = `https://hooks.example.com:${port}/hook`;
    expect(await post(sender, url)).toMatchObject({ kind: 'failed', why: 'unreachable' });
    expect(answers).toHaveLength(2);
    expect(await post(sender, url)).toMatchObject({ kind: 'failed', why: 'forbidden_address' });
    expect(await post(sender, url)).toMatchObject({ kind: 'failed', why: 'forbidden_address' });
  });
  expect(targets).toEqual([PUBLIC, PUBLIC]);
  expect(seen).toEqual({ connections: 0, bytes: 0 });
});

test('D25 control: one who checks a name and then connects by name is led astray', async () => {
  const answers = [PUBLIC, '127.0.0.1'];
  const seen = await during(async () => {
    expect(ipaddr.parse(answers.shift()!).range()).toBe('unicast');
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(null, [{ address: answers.shift()!, family: 4 }]);
    const dispatcher = new Agent({ connect: { lookup } });
    await request(`https://hooks.example.com:${port}/hook`, { dispatcher }).catch(() => undefined);
    await dispatcher.destroy();
  });
  expect(seen.connections).toBe(1);
});

/** A network that leads packets for a public address elsewhere; optionally one whose sockets lie about it. */
function astray(host: string, claimed?: string) {
  return (): Socket => {
    const socket = connect(port, host);
    if (claimed !== undefined) Object.defineProperty(socket, 'remoteAddress', { value: claimed });
    return socket;
  };
}

test('D25 a peer receives bytes only if the address of the connection is public', async () => {
  const sender = createWebhookSender({ findAddresses: async () => [PUBLIC], connect: astray('127.0.0.1') });
  const seen = await during(async () => {
    expect(await post(sender, `https://hooks.example.com:${port}/hook`)).toEqual({
      kind: 'failed',
      why: 'forbidden_address',
      detail: `hooks.example.com:${port} leads to 127.0.0.1, which is not a public address`,
    });
    expect(await post(sender, `https://${PUBLIC}:${port}/hook`)).toMatchObject({ why: 'forbidden_address' });
  });
  expect(seen).toEqual({ connections: 2, bytes: 0 });
});

test('D25 control: the address of the connection is all that kept it silent', async () => {
  const sender = createWebhookSender({
    findAddresses: async () => [PUBLIC],
    connect: astray('127.0.0.1', PUBLIC),
  });
  const seen = await during(async () => {
    expect(await post(sender, `https://hooks.example.com:${port}/hook`)).toMatchObject({
      why: 'unreachable',
    });
  });
  expect(seen.connections).toBe(1);
  expect(seen.bytes).toBeGreaterThan(100); // a TLS greeting
});
