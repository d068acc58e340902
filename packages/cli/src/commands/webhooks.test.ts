import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '@bord/engine/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bord, DEMO, makeBord } from '../../test/run-bord.ts';

let bord: Bord;
let server: Server;
let url: string;
let status = 204;
const bodies: { signature: string; rawBody: string }[] = [];
const env = { BORD_WEBHOOK_ALLOW_PRIVATE: '1' };

beforeAll(async () => {
  bord = makeBord();
  server = createServer((request, response) => {
    let rawBody = '';
    request.on('data', (chunk) => (rawBody += chunk));
    request.on('end', () => {
      bodies.push({ signature: String(request.headers['x-partner-signature']), rawBody });
      response.writeHead(status).end('the receiver says\u001b[31m this');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});

afterAll(() => {
  server.close();
  bord.remove();
});

async function ran(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await bord.run([...args, '--json'], { env });
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Record<string, unknown>;
}

test('§2.13 an endpoint is added with a secret that is shown once, tried, rotated, disabled and enabled', async () => {
  const made = await ran(
    'webhooks',
    'add',
    '--partner',
    'acme',
    '--url',
    url,
    '--event',
    'booking.created',
    '--location',
    DEMO,
  );
  expect(made).toMatchObject({
    id: expect.stringMatching(/^ep_/),
    secret: expect.stringMatching(/^whsec_/),
    partner: 'acme',
    url,
    events: ['booking.created'],
    locations: [DEMO],
    includeGuest: false,
    enabled: true,
    failedInARow: 0,
  });
  const [id, secret] = [made['id'] as string, made['secret'] as string];

  const tested = await ran('webhooks', 'test', id);
  expect(tested).toMatchObject({ delivered: true, status: 204, by: 'test', outcome: 'delivered' });
  expect(verifyWebhook({ secret, ...bodies[0]! }).id).toBe(tested['event']);
  status = 503;
  expect(await bord.refusal(['webhooks', 'test', id], { env })).toMatch(
    /^bord: the test event bk_test_\S+ was not accepted: status 503 in \d+ ms, “the receiver says\\u\{1b\}\[31m this”. Correct the receiver, then repeat$/,
  );
  status = 204;

  const rotated = await ran('webhooks', 'rotate', id, '--overlap', '1h');
  expect(rotated['secret']).not.toBe(secret);
  await ran('webhooks', 'test', id);
  for (const each of [secret, rotated['secret'] as string])
    verifyWebhook({ secret: each, ...bodies.at(-1)! });
  await ran('webhooks', 'rotate', id, '--overlap', '0');
  await ran('webhooks', 'test', id);
  expect(() => verifyWebhook({ secret, ...bodies.at(-1)! })).toThrow();

  expect(await bord.refusal(['webhooks', 'disable', id])).toContain('repeat it with --yes');
  expect(await ran('webhooks', 'disable', id, '--yes')).toMatchObject({ id, enabled: false });
  await ran('webhooks', 'replay', id, '--event', tested['event'] as string);
  expect(bodies.at(-1)!.rawBody).toBe(bodies[0]!.rawBody);
  expect(await ran('webhooks', 'replay', id, '--failed')).toEqual({ delivered: 0 });
  expect(await ran('webhooks', 'enable', id)).toMatchObject({ id, enabled: true });

  const listed = (await ran('webhooks', 'list')) as unknown as object[];
  expect(listed).toHaveLength(1);
  expect(JSON.stringify(listed)).not.toContain('whsec_');
  const deliveries = (await ran('webhooks', 'deliveries', id)) as unknown as {
    event: string;
    attempts: unknown[];
  }[];
  expect(deliveries).toHaveLength(4);
  expect(deliveries.find(({ event }) => event === tested['event'])!.attempts).toHaveLength(2);
  const { out } = await bord.run(['webhooks', 'deliveries', id]);
  expect(out).toMatch(/delivered {2}bk_test_/);
  expect(out).toContain('status 503');
  expect(out).not.toContain('\u001b');
});

test('D25 non-public addresses and unknown endpoints are rejected', async () => {
  const add = (address: string): Promise<string> =>
    bord.refusal(['webhooks', 'add', '--partner', 'acme', '--url', address]);
  for (const address of [
    url,
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'http://acme.example/x',
    'https://localhost/',
  ])
    expect(await add(address), address).toMatch(
      /^bord: the URL must (?:begin with https:|lead to a public|have a public).*BORD_WEBHOOK_ALLOW_PRIVATE=1 allows http/,
    );
  expect(await add('ftp://acme.example/x')).toBe('bord: the URL must begin with https://');
  expect(await bord.refusal(['webhooks', 'test', 'ep_none'], { env })).toBe(
    'bord: there is no endpoint ep_none: list the endpoints',
  );
  expect(await bord.refusal(['webhooks', 'deliveries', 'ep_none'])).toBe(
    'bord: there is no endpoint ep_none: list the endpoints',
  );
});

test('D56 an endpoint of the operator names its locations and no partner, and receives the bookings of every channel', async () => {
  const add = ['webhooks', 'add', '--url', `${url}/all`];
  const refusals: [string[], RegExp][] = [
    [[], /give --partner SLUG, or --all/],
    [['--all'], /--all needs the locations: --location LOCATION/],
    [['--all', '--partner', 'acme', '--location', DEMO], /'--all' cannot be used with option '--partner/],
  ];
  for (const [options, message] of refusals) {
    const { code, err } = await bord.run([...add, ...options], { env });
    expect(code).toBe(2);
    expect(err).toMatch(message);
  }
  const made = await ran(...add, '--all', '--location', DEMO);
  expect(made).toMatchObject({ partner: null, locations: [DEMO], events: expect.any(Array) });
  const id = String(made['id']);
  expect((await bord.run(['webhooks', 'list'])).out).toMatch(new RegExp(`${id} +\\(operator\\) +enabled`));
  await ran('webhooks', 'test', id);
  expect(JSON.parse(bodies.at(-1)!.rawBody)).toMatchObject({
    data: { channel: 'operator', locationId: DEMO },
  });
  expect((await bord.run(['webhooks', 'deliveries', id])).out).toMatch(/partner +\(operator\)/);
  expect(await bord.refusal(['webhooks', 'remove', id])).toContain(`${id} of the operator`);
  expect(await ran('webhooks', 'remove', id, '--yes')).toMatchObject({ id, partner: null });
});

test('D23 an endpoint is deleted permanently, after a confirmation', async () => {
  const { id } = await ran('webhooks', 'add', '--partner', 'acme', '--url', `${url}/gone`);
  expect(await bord.refusal(['webhooks', 'remove', String(id)])).toContain('repeat it with --yes');
  expect(await ran('webhooks', 'remove', String(id), '--yes')).toMatchObject({ id, url: `${url}/gone` });
  expect(await bord.refusal(['webhooks', 'remove', String(id), '--yes'])).toBe(
    `bord: there is no endpoint ${String(id)}: list the endpoints`,
  );
});

test('§2.13 the secret key is created once, next to the SQLite file, readable only for its owner', async () => {
  const { statSync, readFileSync } = await import('node:fs');
  const path = `${bord.folder}/data/secret.key`;
  expect(statSync(path).mode & 0o077).toBe(0);
  const before = readFileSync(path, 'utf8');
  await Promise.all([1, 2, 3].map(() => bord.run(['webhooks', 'list'])));
  expect(readFileSync(path, 'utf8')).toBe(before);
  expect(
    await bord.refusal(['webhooks', 'list'], {
      env: { BORD_DATABASE: 'postgres://nobody@127.0.0.1:1/none' },
    }),
  ).toMatch(/BORD_SECRET_KEY is missing: with PostgreSQL it must be given/);
});

test('an endpoint of a partner without an API key is added with a note, with a key without one', async () => {
  const add = ['webhooks', 'add', '--partner', 'hotel-nrod', '--url', `${url}/typo`];
  expect((await bord.run(add, { env })).out).toContain(
    'Partner hotel-nrod has no API key: check the name, or: bord keys create --partner hotel-nrod',
  );
  await ran('keys', 'create', '--partner', 'hotel-nrod');
  const { out } = await bord.run(add, { env });
  expect(out).toContain('receives every change of bookings');
  expect(out).not.toContain('API key');
});
