/**
 * Compares the fast path with the general path. Two equal servers, one without the fast path, get the same requests over sockets. They must send
 * the same bytes and report the same records.
 */
import { connect } from 'node:net';
import { createEngine, definePlan } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { expect, onTestFinished, test } from 'vitest';
import { chanceOf, pick } from '../../../../test/proof/seating/random.ts';
import { inFull } from '../../../../test/support/long.ts';
import { seed } from '../../../../test/support/seed.ts';
import { serveHttp } from '../http/serve-http.ts';
import type { RequestRecord } from '../http/exchange.ts';
import { generalRouter } from './general-router.ts';
import { partnerApi } from '../assemble-api.ts';

const NOW_MS = Date.parse('2026-12-01T12:00:00Z');
const HERE = '00000000-0000-4000-8000-0000000000aa';
const THERE = '00000000-0000-4000-8000-0000000000bb';
const NOWHERE = '11111111-1111-4111-8111-111111111111';

/** A sequence of keys that is the same on every server. */
function countedBytes(): (size: number) => Uint8Array {
  let made = 0;
  return (size) => new Uint8Array(size).fill((made += 1));
}

interface RuntimeOptions {
  readonly base: string;
  readonly isFast: boolean;
}

async function openRuntime({ base, isFast }: RuntimeOptions) {
  const clock = { ms: NOW_MS, nowMs: () => clock.ms };
  const storage = memoryStorage(clock);
  const engine = createEngine({ storage, clock, random: { bytes: countedBytes() } });
  const plan = definePlan({
    name: 'Bord & Stol',
    timeZone: 'Europe/Stockholm',
    tables: [{ id: 'T1', seatsMin: 1, seatsMax: 4 }],
    servicePeriods: [
      { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 22 * 60 },
    ],
  });
  for (const id of [HERE, THERE]) await engine.operator.locations.apply(plan, id);
  const keys: Record<string, string> = {};
  const add = async (name: string, terms: object): Promise<void> => {
    const made = await engine.operator.keys.create({ partner: name, locationIds: [HERE], ...terms });
    keys[name] = made.key;
  };
  await add('good', { rateLimit: 1_000_000 });
  await add('limited', { rateLimit: 7 });
  await add('listless', { locationIds: null, rateLimit: 1_000_000 });
  await add('menus', { scopes: ['menu:read'], rateLimit: 1_000_000 });
  await add('ending', { expiresMs: NOW_MS + 40 * 60_000, rateLimit: 1_000_000 });
  await add('revoked', {});
  const records: RequestRecord[] = [];
  const fast = { taken: 0 };
  const api = partnerApi(
    { engine, basePath: base, onRequest: (record) => records.push(record), onError: () => undefined },
    {
      routerOf: generalRouter,
      choose: (fastPath) => (request) => {
        const reply = isFast ? fastPath(request) : null;
        if (reply) fast.taken += 1;
        return reply;
      },
    },
  );
  const server = await serveHttp({ api });
  onTestFinished(() => server.close(0));
  return { engine, storage, clock, api, keys, records, fast, port: server.port };
}

type Runtime = Awaited<ReturnType<typeof openRuntime>>;

/** All bytes of the answers until the server closes the connection, without parts that always differ. */
function exchange({ port }: Runtime, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (chunk) => (response += chunk));
    socket
      .on('close', () =>
        resolve(
          response.replace(/^date: .*\r\n/gim, '').replace(/^(x-request-id: )[0-9a-f]{12}-\w+/gm, '$1fresh'),
        ),
      )
      .on('error', reject);
  });
}

const comparable = ({ requestId: _id, durationMs: _ms, ...record }: RequestRecord): object => record;

/** Sends a request to both, and compares answers and records. */
async function askBoth([plain, quick]: readonly [Runtime, Runtime], write: (runtime: Runtime) => string) {
  const [expected, got] = [await exchange(plain, write(plain)), await exchange(quick, write(quick))];
  expect(got, write(quick)).toBe(expected);
  expect(quick.records.map(comparable)).toEqual(plain.records.map(comparable));
  expect(quick.api.stats()).toEqual(plain.api.stats());
  plain.records.length = quick.records.length = 0;
  return got;
}

async function bothRuntimes(base: string): Promise<readonly [Runtime, Runtime]> {
  return [await openRuntime({ base, isFast: false }), await openRuntime({ base, isFast: true })];
}

/** The usual value occurs four times as often as all others together. */
const mostly = <T>(usual: T, ...others: readonly T[]): readonly T[] => [
  ...others,
  ...others.flatMap(() => [usual, usual, usual, usual]),
];

const PARTS = {
  method: mostly('GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'get'),
  id: mostly(
    HERE,
    HERE.toUpperCase(),
    THERE,
    NOWHERE,
    'nowhere',
    '',
    `${HERE}%20`,
    HERE.replaceAll('0', '%30'),
  ),
  tail: mostly(
    'availability',
    'availability',
    'availability/',
    'Availability',
    'availabilit%79',
    'menu',
    '/availability',
  ),
  date: mostly('2026-12-02', '2026-12-03', '2026-02-30', '2025-01-01', '2099-01-01', '2026-12-0%32', '', 'x'),
  size: mostly('2', '4', '5', '0', '02', '1e1', '', '99999999999999999999', '%32', '+2'),
  more: mostly(
    '',
    '',
    '&explain=true',
    '&explain=false',
    '&explain=1',
    '&date=2026-12-02',
    '&x=1',
    '&x=1&x=2',
    '&',
    '#f',
  ),
  key: mostly(
    'good',
    'limited',
    'listless',
    'menus',
    'ending',
    'revoked',
    'unknown',
    'none',
    'both',
    'two',
    'mistyped',
  ),
  header: mostly(
    '',
    'if-none-match: *',
    'accept-encoding: gzip, br',
    'range: bytes=0-9',
    'content-length: 3\r\n\r\nabc',
    'x-request-id: mine',
    'x-request-id: bord_live_no',
    'expect: 100-continue',
    'upgrade: h2c\r\nconnection: upgrade',
  ),
} as const;

test.each(['/v1/partner-api', '/book/v1', ''])(
  `§4.1 D14 D17 the fast path answers and records the same as the general path, below "%s" (seed ${seed})`,
  async (base) => {
    const runtimes = await bothRuntimes(base);
    const chance = chanceOf(seed);
    const rounds = inFull(5000, 300);
    for (let round = 0; round < rounds; round++) {
      const chosen = Object.fromEntries(
        Object.entries(PARTS).map(([name, all]) => [name, pick<string>(chance, all)]),
      );
      const { method, id, tail, date, size, more, key, header } = chosen as Record<
        keyof typeof PARTS,
        string
      >;
      const query = chance() < 0.5 ? `date=${date}&partySize=${size}` : `partySize=${size}&date=${date}`;
      const path = `${base}/locations/${id}/${tail}?${query}${more}`;
      await askBoth(runtimes, ({ keys }) =>
        [
          `${method} ${path} HTTP/1.1`,
          'host: bord.test',
          'connection: close',
          ...keyHeaders(key, keys),
          header || 'accept: */*',
          '',
          '',
        ].join('\r\n'),
      );
      for (const runtime of runtimes) await happens(runtime, round);
    }
    expect(runtimes[1].fast.taken).toBeGreaterThan(rounds / 20);
    expect(runtimes[0].fast.taken).toBe(0);
  },
);

function keyHeaders(kind: string, keys: Runtime['keys']): readonly string[] {
  const good = keys['good']!;
  switch (kind) {
    case 'none':
      return [];
    case 'unknown':
      return ['x-partner-key: bord_live_nonsense'];
    case 'mistyped':
      return [`authorization: Bearer ${good.slice(0, -1)}`];
    case 'both':
      return [`authorization: Bearer ${good}`, `x-partner-key: ${good}`];
    case 'two':
      return [`authorization: Bearer ${good}`, `x-partner-key: ${keys['menus']}`];
    case 'listless':
      return [`x-partner-key: ${keys[kind]}`];
    default:
      return [`authorization: bearer  ${keys[kind]}`];
  }
}

/** Time passes; some rounds revoke keys, book tables, change plans and switch the service. */
async function happens({ engine, clock }: Runtime, round: number): Promise<void> {
  clock.ms += (round % 7) * 500;
  if (round % 50 === 20) await engine.operator.service.setEnabled(round % 100 === 70);
  if (round % 50 === 24) await engine.operator.service.setEnabled(true);
  if (round === 100) {
    const revoked = (await engine.operator.keys.list()).find(({ partner }) => partner === 'revoked')!;
    await engine.operator.keys.revoke(revoked.id);
  }
  if (round % 60 !== 30) return;
  const guest = { name: 'Astrid', email: 'astrid@example.se', phone: null, notes: null, language: null };
  const startMs = Date.parse('2026-12-02T18:00:00Z') + ((round / 30) % 5) * 30 * 60_000;
  await engine.operator.at(HERE).bookings.create({
    startMs,
    partySize: 2,
    guest,
    partnerBookingRef: null,
    idempotencyKey: null,
  });
}

test('D19 a revoked key or a switched-off service takes effect immediately on the fast path', async () => {
  const runtime = await openRuntime({ base: '/v1', isFast: true });
  const ask = () =>
    exchange(
      runtime,
      `GET /v1/locations/${HERE}/availability?date=2026-12-02&partySize=2 HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-partner-key: ${runtime.keys['good']}\r\n\r\n`,
    );
  const statuses = async (): Promise<string> => (await ask()).slice(9, 12);
  expect([await statuses(), await statuses()]).toEqual(['200', '200']);
  await runtime.engine.operator.service.setEnabled(false);
  expect(await statuses()).toBe('503');
  await runtime.engine.operator.service.setEnabled(true);
  expect([await statuses(), await statuses()]).toEqual(['200', '200']);
  const { id } = (await runtime.engine.operator.keys.list()).find(({ partner }) => partner === 'good')!;
  await runtime.engine.operator.keys.revoke(id);
  expect(await statuses()).toBe('401');
  expect(runtime.fast.taken).toBe(6);
});

test('§5.2 §5.5 D17 rejections of a cached day are the same on both paths', async () => {
  const runtimes = await bothRuntimes('/v1');
  const statusFor = async (id: string, kind: string): Promise<string> => {
    const path = `/v1/locations/${id}/availability?date=2026-12-02&partySize=2`;
    const write = ({ keys }: Runtime): string =>
      [`GET ${path} HTTP/1.1`, 'host: a', 'connection: close', ...keyHeaders(kind, keys), '', ''].join(
        '\r\n',
      );
    return (await askBoth(runtimes, write)).slice(9, 12);
  };
  // Caches the day for known keys: one may see each location, the others only one.
  for (const [id, kind] of [
    [HERE, 'good'],
    [THERE, 'listless'],
    [HERE, 'menus'],
    [HERE, 'limited'],
  ] as const)
    for (let i = 0; i < 2; i++) await statusFor(id, kind);
  expect(await statusFor(THERE, 'listless')).toBe('200');
  expect(await statusFor(THERE, 'good')).toBe('403');
  expect(await statusFor(HERE, 'menus')).toBe('403');
  expect(await statusFor(HERE, 'two')).toBe('401');
  const statuses: string[] = [];
  for (let i = 0; i < 7; i++) statuses.push(await statusFor(HERE, 'limited'));
  expect(statuses).toEqual(['200', '200', '200', '200', '200', '429', '429']);
});
