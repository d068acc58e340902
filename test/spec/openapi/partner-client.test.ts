/** The example of a client: its types are those of the document, and it behaves as it says, against a real server. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serveHttp } from '@bord/adapter-http';
import { afterEach, beforeEach, expect, test } from 'vitest';
// oxlint-disable-next-line no-restricted-imports -- an example is read, not imported: it has no entry
import {
  ApiError,
  partnerClient,
  type PartnerClientOptions,
} from '../../../examples/partner-client/src/client.ts';
import { checkedFetch, createTrafficCheck } from '../../support/openapi-traffic.ts';
import { BASE, DEMO_ID } from '../../support/world.ts';
import { type Demo, openDemo } from './demo.ts';

const run = promisify(execFile);
const example = (path: string): string =>
  fileURLToPath(new URL(`../../../examples/partner-client/${path}`, import.meta.url));

let demo: Demo;
let baseUrl: string;
let close: () => Promise<void>;

beforeEach(async () => {
  demo = await openDemo();
  const { url, close: end } = await serveHttp({ api: demo.api });
  baseUrl = url + BASE;
  close = () => end(0);
});
afterEach(() => close());

const wish = { startsAt: '2026-12-01T18:00:00Z', partySize: 2, name: 'Alva Lind', email: 'alva@example.com' };
const checked = checkedFetch(createTrafficCheck());

/** A client whose waiting the server's clock sees, and how long it waited each time. */
function clientOf(
  given: Partial<PartnerClientOptions> = {},
  whileWaiting = async (): Promise<void> => undefined,
) {
  const waits: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    waits.push(ms);
    demo.clock.ms += Math.ceil(ms);
    await whileWaiting();
  };
  const client = partnerClient({ baseUrl, key: demo.key, ...given, patience: { pause, ...given.patience } });
  return { client, waits };
}

test('its types are current; if this fails: npm run schema -w examples/partner-client', async () => {
  const generator = example('node_modules/.bin/openapi-typescript');
  const { stdout } = await run(generator, ['../../docs/openapi.json'], {
    cwd: example(''),
    maxBuffer: 2 ** 24,
  });
  expect(await readFile(example('src/schema.d.ts'), 'utf8')).toBe(stdout);
});

test('§4.1 §4.3 §4.4 §4.5 the script goes round: it shows times, books, reads and cancels', async () => {
  demo.clock.ms = Date.now();
  const env = { PATH: process.env['PATH'], BORD_KEY: demo.key, BORD_URL: baseUrl };
  const { stdout } = await run(process.execPath, [example('src/main.ts')], { env });
  const id = /bk_\w+/.exec(stdout)?.[0];
  expect(stdout.replace(id!, 'bk_…').split('\n')).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d, Europe\/Stockholm: 11:00 11:15 .* 20:30$/),
    'Booked bk_… for 2 at 18:00',
    'It is confirmed',
    'It is cancelled',
    '',
  ]);
  const { body } = await demo.ask('GET', `/bookings/${id}`);
  expect(body).toMatchObject({ status: 'cancelled', partnerBookingRef: 'example-1' });
  await expect(run(process.execPath, [example('src/main.ts')], { env: { PATH: env.PATH } })).rejects.toThrow(
    /BORD_KEY is missing/,
  );
});

test('§4.3 a refusal has its reason, and leads to no second request', async () => {
  const { client, waits } = clientOf();
  const outcome = await client.book(DEMO_ID, { ...wish, partySize: 7 });
  expect([outcome, waits]).toEqual([{ kind: 'refused', reason: 'party_size', instead: [] }, []]);
});

test('D31 D32 D33 D34 it moves, reads alternatives, catches up page by page, and searches', async () => {
  const { client } = clientOf();
  const outcome = await client.book(DEMO_ID, wish);
  const id = outcome.kind === 'booked' ? outcome.booking.id : '';
  expect((await client.book(DEMO_ID, { ...wish, partySize: 6 })).kind).toBe('booked');
  const startsAt = '2026-12-01T18:30:00Z';
  expect(await client.move(id, { startsAt })).toMatchObject({ kind: 'moved', booking: { id, startsAt } });
  const refusal = await client.move(id, { partySize: 6 });
  expect(refusal).toMatchObject({
    kind: 'refused',
    reason: 'tables',
    instead: ['2026-12-01T15:30:00Z', '2026-12-01T15:15:00Z', '2026-12-01T15:00:00Z', '2026-12-01T14:45:00Z'],
  });
  expect(await client.book(DEMO_ID, { ...wish, startsAt: '2026-11-29T18:00:00Z' })).toMatchObject({
    instead: ['2026-11-30T18:00:00Z'],
  });
  const changes: string[] = [];
  let cursor: string | null = null;
  const keep = (changed: readonly { readonly id: string }[], next: string): void => {
    changes.push(...changed.map((booking) => booking.id));
    cursor = next;
  };
  await client.catchUp(null, keep);
  expect(changes).toHaveLength(2);
  await client.cancel(id);
  await client.catchUp(cursor, keep);
  expect(changes.slice(2)).toEqual([id]);
  const [found] = await client.search({
    locationIds: [DEMO_ID],
    date: '2026-12-01',
    partySize: 2,
    around: startsAt,
  });
  expect(found!.slots[0]).toMatchObject({ slot: startsAt, available: true });
});

test('D35 it holds a table, confirms it twice as one booking, and gives another back', async () => {
  const { client } = clientOf();
  const { startsAt } = wish;
  const outcome = await client.hold(DEMO_ID, { startsAt, partySize: 6, seconds: 600 }, 'basket-1');
  const again = await client.hold(DEMO_ID, { startsAt, partySize: 6, seconds: 600 }, 'basket-1');
  expect([outcome.kind, again]).toEqual(['held', outcome]);
  const id = outcome.kind === 'held' ? outcome.hold.id : '';
  expect(await client.hold(DEMO_ID, { startsAt, partySize: 6 })).toMatchObject({
    kind: 'refused',
    reason: 'tables',
    instead: expect.arrayContaining(['2026-12-01T15:30:00Z']),
  });
  const guest = { name: 'Alva Lind', email: 'alva@example.com' };
  const booked = await client.confirm(id, guest);
  expect(booked).toMatchObject({ kind: 'booked', booking: { startsAt, status: 'confirmed' } });
  expect(await client.confirm(id, guest)).toEqual(booked);

  const other = await client.hold(DEMO_ID, { startsAt, partySize: 2 });
  const otherId = other.kind === 'held' ? other.hold.id : '';
  await client.release(otherId);
  await client.release(otherId);
  expect(await client.confirm(otherId, guest)).toMatchObject({ kind: 'refused', reason: 'tables' });
  await expect(client.release('hd_none')).rejects.toMatchObject({ statusCode: 404 });
});

test('D35 when the answer to a hold or a confirmation is lost it asks again: one hold, one booking', async () => {
  const seen: [status: number, replayed: string | null][] = [];
  const losing = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    seen.push([response.status, response.headers.get('idempotent-replayed')]);
    if (seen.length % 2 === 1) throw new TypeError('connection lost');
    return response;
  };
  const { client } = clientOf({ fetch: losing });
  const held = await client.hold(DEMO_ID, { startsAt: wish.startsAt, partySize: 2 });
  const id = held.kind === 'held' ? held.hold.id : '';
  const outcome = await client.confirm(id, { name: 'Alva Lind', email: 'alva@example.com' });
  expect(outcome.kind).toBe('booked');
  expect(seen).toEqual([
    [201, null],
    [201, 'true'],
    [201, null],
    [201, 'true'],
  ]);
  expect(await demo.engine.operator.at(DEMO_ID).bookings.list({ date: '2026-12-01' })).toHaveLength(1);
  expect(await demo.engine.operator.at(DEMO_ID).holds.list()).toEqual([]);
});

test('D36 a party joins the waitlist, is offered the table that becomes free, takes it; another leaves', async () => {
  const { client } = clientOf();
  const six = { ...wish, partySize: 6 };
  const taken = await client.book(DEMO_ID, six);
  const waiting = {
    date: '2026-12-01',
    from: '19:00',
    to: '19:00',
    partySize: 6,
    mode: 'offer',
    name: 'Bo Ek',
  } as const;
  const first = await client.joinWaitlist(DEMO_ID, { ...waiting, email: 'bo@example.com' });
  const second = await client.joinWaitlist(DEMO_ID, { ...waiting, email: 'cy@example.com' });
  expect([first.state, second.state]).toEqual(['waiting', 'waiting']);
  await client.cancel(taken.kind === 'booked' ? taken.booking.id : '');
  const { state, offer } = (await client.readWaiting(first.id))!;
  expect([state, offer]).toEqual(['offered', expect.objectContaining({ startsAt: six.startsAt })]);
  expect((await client.confirm(offer!.holdId, { name: 'Bo Ek', email: 'bo@example.com' })).kind).toBe(
    'booked',
  );
  expect(await client.readWaiting(first.id)).toMatchObject({
    state: 'booked',
    bookingId: expect.any(String),
  });
  for (let i = 0; i < 2; i++) expect((await client.leaveWaitlist(second.id)).state).toBe('left');
  expect(await client.readWaiting('wt_none')).toBe(null);
});

test('D36 a lost answer to joining is repeated: one entry', async () => {
  const replayed: (string | null)[] = [];
  const losing = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    replayed.push(response.headers.get('idempotent-replayed'));
    if (replayed.length === 1) throw new TypeError('connection lost');
    return response;
  };
  const { client } = clientOf({ fetch: losing });
  const at = { date: '2026-12-01', from: '19:00', to: '19:00', partySize: 2, mode: 'offer' } as const;
  const entry = await client.joinWaitlist(DEMO_ID, { ...at, name: 'Bo Ek', email: 'bo@example.com' });
  expect(replayed).toEqual([null, 'true']);
  expect((await demo.engine.operator.at(DEMO_ID).waitlist.list()).map(({ id }) => id)).toEqual([entry.id]);
});

test('§8 D17 after 429 it waits for Retry-After, then continues', async () => {
  const key = await demo.keyFor({ rateLimit: 1 });
  const { client, waits } = clientOf({ key });
  await client.times(DEMO_ID, '2026-12-01', 2);
  demo.clock.ms += 20_000;
  expect((await client.times(DEMO_ID, '2026-12-01', 2)).slots).not.toHaveLength(0);
  expect(waits).toEqual([40_000]);
});

test('§7 after 503 it waits and retries, up to a longest wait and a number of times', async () => {
  await demo.engine.operator.service.setEnabled(false);
  const { client, waits } = clientOf({}, () => demo.engine.operator.service.setEnabled(true));
  expect(await client.book(DEMO_ID, wish)).toMatchObject({ kind: 'booked' });
  expect(waits).toEqual([30_000]);

  await demo.engine.operator.service.setEnabled(false);
  const hasty = clientOf({ patience: { waitMsMax: 1000 } });
  await expect(hasty.client.read('bk_1')).rejects.toMatchObject({ statusCode: 503 });
  expect(hasty.waits).toEqual([]);
  const patient = clientOf();
  await expect(patient.client.read('bk_1')).rejects.toMatchObject({ statusCode: 503 });
  expect(patient.waits).toEqual([30_000, 30_000, 30_000]);
});

test('§4.3.5 D10 when the answer is lost it asks again, and the wish is one booking', async () => {
  const seen: [status: number, replayed: string | null, body: unknown][] = [];
  const losing = async (request: Request): Promise<Response> => {
    const body: unknown = await request.clone().json();
    const response = await checked(request.url, {
      method: request.method,
      headers: request.headers,
      body: JSON.stringify(body),
    });
    seen.push([response.status, response.headers.get('idempotent-replayed'), body]);
    if (seen.length < 3) throw new TypeError('connection lost');
    return response;
  };
  const { client, waits } = clientOf({ fetch: losing });
  const outcome = await client.book(DEMO_ID, wish);
  expect(outcome).toMatchObject({ kind: 'booked', booking: { status: 'confirmed' } });
  expect(waits).toHaveLength(2);
  expect(seen.map(([status, replayed]) => [status, replayed])).toEqual([
    [201, null],
    [201, 'true'],
    [201, 'true'],
  ]);
  expect(new Set(seen.map(([, , body]) => JSON.stringify(body))).size).toBe(1);
  const bookings = await demo.engine.operator.at(DEMO_ID).bookings.list({ date: '2026-12-01' });
  expect(bookings).toHaveLength(1);
});

test('§5.2 §4.4 an unknown booking is null; a permanent error has its status and the id of the request', async () => {
  expect(await clientOf().client.read('bk_none')).toBe(null);
  const { client } = clientOf({ key: 'bord_live_nonsense' });
  const fault = await client.cancel('bk_none').catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ApiError);
  expect(fault).toMatchObject({ statusCode: 401, requestId: expect.stringMatching(/^[\w.-]+$/) });
});
