import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openServer } from '../../../../test/conformance/agent/server.ts';
import { freePort } from '../../../../test/support/free-port.ts';
import { type Bord, DEMO, makeBord, words } from '../../test/run-bord.ts';
import { serveBord, type Serving } from '../../test/serve-bord.ts';

const runtime = makeBord();
/** Where somebody tries it who has no Bord: another folder, with settings that Bord itself would refuse. */
const visitor = makeBord();
const env = { BORD_DATABSE: 'nowhere' };
let serving: Promise<Serving> | undefined;
const servers: Server[] = [];
afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections();
  runtime.remove();
  visitor.remove();
});

interface Found {
  readonly failed: number;
  readonly warnings: number;
  readonly bookings: number;
  readonly requests: number;
  readonly leftBehind: readonly unknown[];
  readonly rules: readonly { readonly id: string; readonly outcome: string; readonly reason?: string }[];
}

runtime.write('.env', 'BORD_WEBHOOK_ALLOW_PRIVATE=1\nBORD_WEBHOOK_DELAYS=1,1,1,1\n');
const serve = (): Promise<Serving> => (serving ??= serveBord(runtime, 'serve --port 0'));

async function makeKey(bord: Bord, line: string): Promise<string> {
  return (await bord.json<{ key: string }>(...words(line))).key;
}

/** A server in front of another one that can alter requests and answers. */
async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/partner-api`;
}

test('§5.8 §8 a served Bord passes with a sandbox key, within its 60 requests a minute, without a restaurant of the user', async () => {
  const { at } = await serve();
  const key = await makeKey(runtime, 'sandbox key --email dev@example.com --system Kit');
  const args = words(`conformance ${at.baseUrl} --location ${DEMO} --sandbox --json --key`);
  const { code, out, err } = await visitor.run([...args, `@${visitor.write('key.txt', `${key}\n`)}`], {
    env,
  });
  expect([code, err]).toEqual([0, '']);
  const report = JSON.parse(out) as Found;
  expect(report).toMatchObject({
    target: at.baseUrl,
    locationId: DEMO,
    failed: 0,
    warnings: 0,
    leftBehind: [],
  });
  expect(report.bookings).toBeGreaterThan(3);
  const next = await fetch(`${at.baseUrl}/bookings/none`, { headers: { 'x-partner-key': key } });
  expect([next.status, Number(next.headers.get('ratelimit-remaining'))]).toEqual([404, expect.any(Number)]);
});

test('§6.1 §6.2 §6.3 §6.4 §6.5 with all options, events included, every rule passes and none is skipped', async () => {
  const { at } = await serve();
  const elsewhere = '00000000-0000-4000-8000-00000000d399';
  const plan = `{id: ${elsewhere}, name: Elsewhere, timeZone: UTC, tables: [{id: T1, seats: 2}], servicePeriods: [{name: D, days: daily, opens: "18:00", closes: "22:00"}]}`;
  await runtime.json('locations', 'apply', runtime.write('elsewhere.yaml', plan));
  const keys = {
    key: await makeKey(runtime, `keys create --partner acme --location ${DEMO} --rate-limit 300`),
    'second-key': await makeKey(runtime, `keys create --partner other --location ${DEMO}`),
    'elsewhere-key': await makeKey(runtime, `keys create --partner acme --location ${elsewhere}`),
    'unlisted-key': await makeKey(runtime, 'keys create --partner acme'),
    'read-only-key': await makeKey(
      runtime,
      `keys create --partner acme --location ${DEMO} --scope availability:read`,
    ),
  };
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const made = await fetch(`${at.baseUrl}/locations/${DEMO}/bookings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ startsAt: `${soon}T12:00:00Z`, partySize: 2, name: 'A', email: 'a@example.com' }),
  });
  const { id } = (await made.json()) as { id: string };
  await runtime.json('bookings', 'no-show', id, '--yes');
  const closed = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  await runtime.json(...words(`closures add ${DEMO} --from ${closed}`));

  const receive = await freePort();
  const url = `http://127.0.0.1:${receive}/events`;
  const { secret } = await runtime.json<{ secret: string }>(
    ...words('webhooks add --partner acme --url'),
    url,
  );

  const named = await freePort();
  await runtime.json(
    ...words('webhooks add --partner acme --event availability.changed --event waitlist.offered --url'),
    `http://127.0.0.1:${named}/events`,
  );

  const given = { ...keys, receive: `${receive}`, 'webhook-secret': secret, 'receive-named': `${named}` };
  const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
  const more = words(
    `--location ${DEMO} --ended-booking ${id} --rounds 5 --sandbox --added --with-rate-limit --json`,
  );
  const { code, out, err } = await visitor.run(['conformance', at.baseUrl, ...more, ...options], { env });
  expect([code, err]).toEqual([0, '']);
  const missed = (JSON.parse(out) as Found).rules.filter(({ outcome }) => outcome !== 'passed');
  // The key is none of the sandbox.
  expect(missed).toEqual([expect.objectContaining({ id: 'D11/named', outcome: 'skipped' })]);
});

test('a failed rule shows the expected and the actual answer, and the request without its key: exit 1', async () => {
  const wrong = await listen((req, res) => {
    const status = req.headers.authorization === undefined ? 401 : 200;
    res.writeHead(status, { 'content-type': 'application/json' });
    res.end(status === 401 ? '{"statusCode":401,"message":"\u001B[31mNo"}' : '{"slots":"none"}');
  });
  const args = ['conformance', wrong, '--location', DEMO, '--key', '-'];
  const { code, out, err } = await visitor.run(args, { env, stdin: 'secret-of-mine\n' });
  expect(code).toBe(1);
  expect(out + err).not.toContain('secret-of-mine');
  expect(out).not.toMatch(/[^\P{Cc}\n]/u);
  expect(out).toContain(
    [
      '  ✗ a day is answered with 200, location, date, time zone and slots  §2.3/shape',
      '      expected  locationId, date, timezone, slots',
      '      got       locationId: expected string, received undefined',
      `      request   curl -i -H "Authorization: Bearer $KEY" '${wrong}/locations/${DEMO}/availability?date=`,
    ].join('\n'),
  );
  expect(out).toMatch(/^ {2}– 5 rules {2}\(needs --elsewhere-key\)$/m);
  expect(out).toMatch(
    /\n\d+ passed, \d+ failed, \d+ warnings?, \d+ skipped in [\d.]+ s \(\d+ requests\)\nIt made no booking\.\n/,
  );
  expect(err).toContain('cancels them all');
});

test('Ctrl-C: what was booked is cancelled: exit 130', async () => {
  const { at } = await serve();
  const key = await makeKey(runtime, `keys create --partner stopped --location ${DEMO}`);
  let booked = (): void => undefined;
  const isBooked = new Promise<void>((done) => (booked = done));
  const slow = await listen((req, res) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      const { authorization = '', 'content-type': type = 'application/json' } = req.headers;
      const answer = await fetch(new URL(req.url!, at.url), {
        method: req.method!,
        headers: { authorization, 'content-type': type },
        body: chunks.length === 0 ? null : Buffer.concat(chunks),
      });
      if (answer.status === 201) booked();
      await pause(50);
      res.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })();
  });
  const child = visitor.start(['conformance', slow, '--location', DEMO, '--key', key, '--json'], { env });
  const [out, err] = [[] as string[], [] as string[]];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()));
  await isBooked;
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number];
  expect([code, err.join('')]).toEqual([130, expect.stringContaining('Stopping')]);
  expect(JSON.parse(out.join(''))).toMatchObject({ interrupted: true, leftBehind: [], lost: 0 });
  const bookings = await runtime.json<{ channel: string; status: string }[]>(
    ...words(`bookings list --location ${DEMO}`),
  );
  const own = bookings.filter(({ channel }) => channel === 'partner:stopped');
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ status }) => status !== 'cancelled')).toEqual([]);
});

test('an unreachable server is one line: exit 1', async () => {
  const at = words(`--location ${DEMO} --key k`);
  const gone = `http://127.0.0.1:${await freePort()}/v1/partner-api`;
  expect(await visitor.refusal(['conformance', gone, ...at], { env })).toBe(
    `bord: ${gone} does not answer: ECONNREFUSED. Check the URL, and that the server runs`,
  );
  const pages = await listen((_, res) => res.end('<h1>Hello</h1>'));
  expect(await visitor.refusal(['conformance', pages, ...at], { env })).toMatch(/has no partner API/);
  expect(
    await visitor.refusal(['conformance', pages, '--location', DEMO, '--key', '@none'], { env }),
  ).toMatch(/^bord: --key: ENOENT/);
  expect(await visitor.refusal(['conformance', pages, '--location', DEMO, '--key', '-'], { env })).toMatch(
    /^bord: --key: a key must not be empty/,
  );
});

test.each([
  ['', /the base URL is missing/],
  ['http://127.0.0.1:3000 --key k', /did you mean http:\/\/127\.0\.0\.1:3000\/v1\/partner-api\?/],
  ['127.0.0.1:3000 --key k', /an http or https URL/],
  ['http://127.0.0.1:3000/v1/partner-api --key k', /--location/, ''],
  ['http://127.0.0.1:3000/v1/partner-api', /--key @FILE/],
  ['http://127.0.0.1:3000/v1/partner-api --key k --receive 8080', /belong together/],
  ['http://127.0.0.1:3000/v1/partner-api --key k --receive-named 8080', /use it with --added/],
  ['http://127.0.0.1:3000/v1/partner-api --key k --only 4.2.9', /no rule begins with 4\.2\.9/],
  ['http://127.0.0.1:3000 --agent http://127.0.0.1:3000/mcp', /takes the place of the base URL/, ''],
  ['http://127.0.0.1:3000/v1/partner-api --expiry 10', /are for --agent/, ''],
  ['--agent http://127.0.0.1:3000/mcp --only 4.2', /no rule begins with 4\.2/, ''],
])('conformance %s is wrong usage: exit 2', async (line, message, location = ` --location ${DEMO}`) => {
  const { code, out, err } = await visitor.run(
    words(`conformance ${line}${location}`.trim()).filter(Boolean),
    { env },
  );
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(message);
});

test('--agent tries an MCP server: what fails is shown with its request, and its bookings are cancelled', async () => {
  const wrong = openServer({ about: ({ notes }) => ({ notes }) }, { nowMs: Date.now });
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { authorization = '' } = req.headers;
    const body = await text(req);
    const request = new Request('http://127.0.0.1', { method: 'POST', headers: { authorization }, body });
    const response = await wrong(request);
    res.writeHead(response.status, { 'content-type': 'application/json' }).end(await response.text());
  };
  const url = (await listen((req, res) => void answer(req, res))).replace('/v1/partner-api', '/mcp');
  const { code, out, err } = await visitor.run(['conformance', '--agent', url, '--key', 'a-secret'], { env });
  expect(code).toBe(1);
  expect(out + err).not.toContain('a-secret');
  expect(out).toMatch(
    /✗ answers do not contain the notes of a guest {2}texts\/notes\n +expected {2}no notes of the guest\n/,
  );
  expect(out).toContain(`request   curl -i -H "Authorization: Bearer $KEY" -H 'accept: application/json`);
  expect(out).toMatch(/– an expired offer is rejected {2}\(needs --expiry\)/);
  expect(out).toMatch(/It made \d bookings, and cancelled all of them\.\n/);
  const { failed, leftBehind } = JSON.parse(
    (await visitor.run(['conformance', '--agent', url, '--only', 'offers', '--json'], { env })).out,
  ) as Found;
  expect([failed, leftBehind]).toEqual([0, []]);
});

test('--agent without an MCP server is reported in one line: exit 1', async () => {
  const gone = `http://127.0.0.1:${await freePort()}/mcp`;
  expect(await visitor.refusal(['conformance', '--agent', gone], { env })).toBe(
    `bord: ${gone} does not answer: ECONNREFUSED. Check the URL, and that the server runs`,
  );
  const pages = await listen((_, res) => res.end('<h1>Hello</h1>'));
  expect(await visitor.refusal(['conformance', '--agent', pages], { env })).toMatch(
    /has no tool find_times or/,
  );
});

test('--list lists the rules, all or some', async () => {
  const rules = await visitor.json<{ id: string; level: string; needs: string | null }[]>(
    ...words('conformance --list'),
  );
  expect(rules.length).toBeGreaterThan(120);
  expect(rules).toContainEqual(
    expect.objectContaining({ id: 'D15/menu', level: 'should', needs: '--elsewhere-key' }),
  );
  const some = await visitor.json<{ id: string }[]>(...words('conformance --list --only 4.2.1 --only §9'));
  expect(some.map(({ id }) => id.split('/')[0])).toEqual([
    '§9',
    ...Array.from({ length: 8 }, () => '§4.2.1'),
  ]);
  const agents = await visitor.json<{ id: string }[]>(...words('conformance --agent http://a/mcp --list'));
  expect(agents.map(({ id }) => id)).toContain('expect/half-day');
  expect((await visitor.run(words('conformance --list'))).out).toMatch(
    /^§4\.2\.1\/days-93 +must +93 days: 400$/m,
  );
});
