import { expect, test } from 'vitest';
import { BASE, booking, openRuntime, UNKNOWN_LOCATION } from '../../test/runtime.ts';
import type { RequestRecord } from '../http/exchange.ts';
import { presentedKey } from './guard.ts';

type Runtime = Awaited<ReturnType<typeof openRuntime>>;

/** The faults of a create request in the order of their checks, each with its status. */
const FAULTS = [
  { name: 'switched off', status: 503 },
  { name: 'bad key', status: 401 },
  { name: 'rate used up', status: 429 },
  { name: 'no scope', status: 403, message: /scope/ },
  { name: 'bad path', status: 400, message: /locationId/ },
  { name: 'foreign location', status: 403, message: /location/ },
  { name: 'bad body', status: 400, message: /partySize/ },
  { name: 'refused', status: 409 },
] as const;
type Fault = (typeof FAULTS)[number]['name'];

/** Sends a create request with exactly these faults. */
async function createWith(runtime: Runtime, faults: readonly Fault[]): Promise<Response> {
  const has = (fault: Fault): boolean => faults.includes(fault);
  const scopes = has('no scope') ? (['menu:read'] as const) : undefined;
  const key = await runtime.keyFor({ rateLimit: has('rate used up') ? 1 : 100, ...(scopes && { scopes }) });
  if (has('rate used up')) await runtime.call('/bookings/none', { key });
  await runtime.engine.operator.service.setEnabled(!has('switched off'));
  let locationId = runtime.location.id;
  if (has('foreign location')) locationId = runtime.other.id;
  if (has('bad path')) locationId = 'nowhere';
  const partySize = has('bad body') ? 'two' : has('refused') ? 40 : 2;
  return runtime.post(`/locations/${locationId}/bookings`, booking({ partySize }), {
    key: has('bad key') ? 'bord_live_nonsense' : key,
  });
}

const pairs = FAULTS.flatMap((earlier, i) => FAULTS.slice(i + 1).map((later) => ({ earlier, later }))).filter(
  // One path cannot be both malformed and foreign.
  ({ earlier, later }) => !(earlier.name === 'bad path' && later.name === 'foreign location'),
);

test.each(pairs)('D14 $earlier.name comes before $later.name', async ({ earlier, later }) => {
  const runtime = await openRuntime();
  const answer = await createWith(runtime, [earlier.name, later.name]);
  expect(answer.status).toBe(earlier.status);
  const body = await answer.json();
  expect(body).toMatchObject({ statusCode: earlier.status });
  if ('message' in earlier) expect(body).toMatchObject({ message: expect.stringMatching(earlier.message) });
});

test('D14 a request with all faults gets the first one; without faults it is booked', async () => {
  const runtime = await openRuntime();
  const all = FAULTS.map(({ name }) => name).filter((name) => name !== 'bad path');
  expect((await createWith(runtime, all)).status).toBe(503);
  expect((await createWith(runtime, [])).status).toBe(201);
});

test('§5.6 a key without a list cannot read or cancel, and gets a Swedish message before the booking is looked up', async () => {
  const runtime = await openRuntime();
  const key = await runtime.keyFor({ list: false });
  for (const [path, method] of [
    ['/bookings/none', 'GET'],
    ['/bookings/none/cancel', 'POST'],
  ] as const) {
    const answer = await runtime.call(path, { method, key });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('API-nyckeln saknar') });
  }
});

test('D15 an unknown location is 403, for the menu 404; an id that is not a UUID is 400, for the menu 404', async () => {
  const runtime = await openRuntime();
  const key = await runtime.keyFor({ list: false });
  const statusOf = async (path: string): Promise<number> => (await runtime.call(path, { key })).status;
  const query = 'availability?date=2026-12-02&partySize=2';
  expect(await statusOf(`/locations/${UNKNOWN_LOCATION}/${query}`)).toBe(403);
  expect(await statusOf(`/locations/${UNKNOWN_LOCATION}/menu`)).toBe(404);
  expect(await statusOf(`/locations/nowhere/${query}`)).toBe(400);
  expect(await statusOf(`/locations/nowhere/menu`)).toBe(404);
  expect(await statusOf(`/locations/%zz/${query}`)).toBe(400);
  expect((await runtime.call(`/locations/${runtime.other.id}/menu`)).status).toBe(403);
});

test('D14 a body is not read before the guard has passed', async () => {
  const runtime = await openRuntime();
  let isRead = false;
  const body = new ReadableStream({
    pull(controller) {
      isRead = true;
      controller.close();
    },
  });
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as const;
  const request = new Request(`http://bord.test${BASE}/locations/${runtime.location.id}/bookings`, init);
  await Promise.resolve();
  isRead = false; // a stream fills its queue once before it is read
  expect((await runtime.api.fetch(request)).status).toBe(401);
  expect(isRead).toBe(false);
  expect(request.bodyUsed).toBe(false);
});

test('§5.1 either header can carry the key', () => {
  const keyOf = (headers: Record<string, string>): string | null =>
    presentedKey(headers['authorization'] ?? null, headers['x-partner-key'] ?? null);
  expect(keyOf({ authorization: 'Bearer k1' })).toBe('k1');
  expect(keyOf({ authorization: 'bEARER   k1' })).toBe('k1');
  expect(keyOf({ 'x-partner-key': 'k1' })).toBe('k1');
  expect(keyOf({ authorization: 'Bearer k1', 'x-partner-key': 'k1' })).toBe('k1');
  expect(keyOf({ authorization: 'Basic k1', 'x-partner-key': 'k2' })).toBe('k2');
  expect(keyOf({ authorization: 'Bearer' })).toBe(null);
  expect(keyOf({ authorization: 'Bearer k1 k2' })).toBe(null);
  expect(keyOf({})).toBe(null);
  expect(() => keyOf({ authorization: 'Bearer k1', 'x-partner-key': 'k2' })).toThrow('key_invalid');
});

test.each([
  [{}, '', 'is missing. Send it in a header: “Authorization: Bearer <key>” or “x-partner-key: <key>”'],
  [{ authorization: 'KEY' }, '', 'lacks the word Bearer'],
  [{ authorization: 'Token KEY' }, '', 'lacks the word Bearer'],
  [{ authorization: 'Bearer' }, '', 'is the variable set that holds the key?'],
  [{ authorization: 'Bearer KEY KEY' }, '', 'with spaces within it'],
  [{ 'x-partner-key': '' }, '', 'is the variable set that holds the key?'],
  [{}, '?key=KEY', 'is in the URL'],
  [{}, '?date=2026-12-02&Access_Token=KEY', 'is in the URL'],
  [{}, '?as=KEY', 'is in the URL'],
  [{}, '?monkey=1', 'is missing. Send'],
  [{ authorization: 'Bearer KEY', 'x-partner-key': 'other' }, '', 'two different API keys'],
  [{ authorization: 'Bearer KEYx' }, '', 'is not valid: it is mistyped, unknown, expired or revoked'],
])('§5.2 401 describes the fault in how the key is sent: %j %s', async (headers, search, words) => {
  const records: RequestRecord[] = [];
  const runtime = await openRuntime({ onRequest: (record) => records.push(record) });
  const real = await runtime.keyFor();
  const as = (text: string): string => text.replaceAll('KEY', real);
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, as(value)]));
  for (const path of ['/bookings/none', `/locations/${runtime.location.id}/availability`]) {
    const answer = await runtime.call(path + as(search), { key: null, headers: sent });
    const text = await answer.text();
    expect([answer.status, JSON.parse(text)]).toEqual([
      401,
      {
        statusCode: 401,
        message: expect.stringContaining(words),
        error: 'Unauthorized',
        code: 'key_invalid',
        docs: '/docs#error-key_invalid',
      },
    ]);
    expect([text.includes(real), answer.headers.get('www-authenticate')]).toEqual([false, 'Bearer']);
  }
  expect(records).toHaveLength(2);
  expect(JSON.stringify(records)).not.toContain(real);
});

test('§5.2 unknown, expired and revoked keys get the same answer; a key in the query is ignored if a header has a valid one', async () => {
  const runtime = await openRuntime();
  const { keys } = runtime.engine.operator;
  const terms = { partner: 'hotel-nord', locationIds: null };
  const { key: ended } = await keys.create({ ...terms, expiresMs: runtime.clock.ms + 1 });
  const revoked = await keys.create(terms);
  await keys.revoke(revoked.record.id);
  runtime.clock.ms += 60_000;
  const good = await runtime.keyFor();
  const texts = new Set<string>();
  for (const key of [ended, revoked.key, 'nobody', `${good.slice(0, -1)}_`])
    texts.add(await (await runtime.call('/bookings/none', { key })).text());
  expect(texts.size).toBe(1);
  expect((await runtime.call(`/bookings/none?key=${good}`, { key: good })).status).toBe(404);
});

test('§5.2 an invalid key does not count against a rate limit; D17 every authenticated answer shows the rate limit', async () => {
  const runtime = await openRuntime();
  const key = await runtime.keyFor({ rateLimit: 3 });
  const stats = ({ headers }: Response): (string | null)[] =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));

  const invalid = await runtime.call('/bookings/none', { key: `${key}x` });
  expect([invalid.status, ...stats(invalid)]).toEqual([401, null, null, null]);
  expect(invalid.headers.get('www-authenticate')).toBe('Bearer');

  runtime.clock.ms += 500;
  const missing = await runtime.call('/bookings/none', { key });
  expect([missing.status, ...stats(missing)]).toEqual([404, '3', '2', '60']);
  runtime.clock.ms += 10_001;
  const malformed = await runtime.call('/locations/x/availability', { key });
  expect([malformed.status, ...stats(malformed)]).toEqual([400, '3', '1', '50']);
  await runtime.call(`/locations/${runtime.location.id}/menu`, { key });
  const limited = await runtime.call('/bookings/none', { key });
  expect([limited.status, ...stats(limited)]).toEqual([429, '3', '0', '50']);
  expect(limited.headers.get('retry-after')).toBe('50');
  runtime.clock.ms += 50_000;
  expect((await runtime.call('/bookings/none', { key })).status).toBe(404);
});
