import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { BASE, booking, openRuntime } from '../../test/runtime.ts';
import type { PartnerApi } from '../http/partner-api.ts';
import type { RequestRecord } from '../http/exchange.ts';
import { cancelBooking } from './endpoints/cancel-booking.ts';
import { createBooking } from './endpoints/create-booking.ts';
import { readAvailabilityBatch } from './endpoints/read-availability-batch.ts';
import { readAvailability } from './endpoints/read-availability.ts';
import { readBooking } from './endpoints/read-booking.ts';
import { readMenu } from './endpoints/read-menu.ts';
import { errorShape } from './error-shapes.ts';

/** Mounts the listener into a plain server of node:http, as an integrator would. */
async function mount({ listener }: Pick<PartnerApi, 'listener'>): Promise<string> {
  const server: Server = createServer((req, res) => void listener(req, res));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('§4.1 §4.2 §4.3 §4.4 §4.5 §4.6 every answer has the shape of its schema', async () => {
  const { call, post, location } = await openRuntime();
  const here = `/locations/${location.id.toUpperCase()}`;

  const day = await call(`${here}/availability?date=2026-12-02&partySize=2`);
  const availability = readAvailability.answer.schema.parse(await day.json());
  expect(availability).toMatchObject({ locationId: location.id, timezone: 'Europe/Stockholm' });
  expect(availability.slots[0]).toEqual({
    slot: '2026-12-02T10:00:00Z',
    available: true,
    remainingCovers: 6,
  });

  const range = { startDate: '2026-12-02', endDate: '2026-12-04', partySizes: [4, 2, 4] };
  const batch = readAvailabilityBatch.answer.schema.parse(
    await (await post(`${here}/availability/batch`, range)).json(),
  );
  expect(batch.days.map(({ date, partySize }) => `${date} ${partySize}`)).toEqual(
    ['02', '03', '04'].flatMap((date) => [`2026-12-${date} 2`, `2026-12-${date} 4`]),
  );
  expect(batch.days[0]?.slots).toEqual(availability.slots);

  const sent = booking({ startsAt: '2026-12-02T19:00:00.000+01:00', partnerBookingRef: 'P-1' });
  const made = await post(`${here}/bookings`, sent);
  expect(made.status).toBe(201);
  const created = createBooking.answer.schema.strict().parse(await made.json());
  expect(created).toMatchObject({
    startsAt: '2026-12-02T18:00:00Z',
    status: 'confirmed',
    partnerBookingRef: 'P-1',
  });

  const read = await call(`/bookings/${created.id}`);
  expect(readBooking.answer.schema.strict().parse(await read.json())).toEqual({
    ...created,
    locationId: location.id,
    partySize: 2,
    source: 'partner',
    channel: 'partner:acme',
    createdAt: '2026-12-01T12:00:00.000Z',
  });
  const cancelled = await call(`/bookings/${created.id}/cancel`, { method: 'POST' });
  expect([cancelled.status, cancelBooking.answer.schema.strict().parse(await cancelled.json())]).toEqual([
    200,
    { ok: true },
  ]);

  const menu = readMenu.answer.schema.strict().parse(await (await call(`${here}/menu`)).json());
  expect(menu).toMatchObject({ locationName: 'Bord & Stol', currency: 'SEK' });
  expect(menu.categories[0]?.items[0]).toMatchObject({ price_ore: 18900, tags: ['classic'] });
});

test('D7 cached bytes belong to the answer that they were made from', async () => {
  const { call, post, location } = await openRuntime();
  const read = async () => {
    const answer = await call(`/locations/${location.id}/availability?date=2026-12-02&partySize=4`);
    const { slots } = readAvailability.answer.schema.parse(await answer.json());
    return slots.find(({ slot }) => slot === '2026-12-02T18:00:00Z')?.available;
  };
  expect([await read(), await read()]).toEqual([true, true]);
  await post(`/locations/${location.id}/bookings`, booking({ partySize: 4 }));
  expect(await read()).toBe(false);
});

test('D18 an unknown path is 404, a wrong method 405 with Allow, without any key', async () => {
  const { call, location } = await openRuntime();
  const facts = async (path: string, method: string) => {
    const answer = await call(path, { method, key: null });
    const { statusCode, error } = errorShape.parse(await answer.json());
    expect(statusCode).toBe(answer.status);
    return [answer.status, error, answer.headers.get('allow')];
  };
  for (const path of ['', '/', '/locations', `/locations/${location.id}`, '/bookings/a/b/c', '/v2', '//'])
    expect([path, ...(await facts(path, 'GET'))]).toEqual([path, 404, 'Not Found', null]);
  const notAllowed = 'Method Not Allowed';
  expect(await facts('/bookings/a', 'DELETE')).toEqual([405, notAllowed, 'GET, HEAD']);
  expect(await facts('/bookings/a/cancel', 'GET')).toEqual([405, notAllowed, 'POST']);
  expect(await facts(`/locations/${location.id}/bookings`, 'OPTIONS')).toEqual([405, notAllowed, 'POST']);
  expect(await facts(`/locations/${location.id}/availability/batch`, 'PUT')).toEqual([
    405,
    notAllowed,
    'POST',
  ]);
});

test('HEAD is answered like GET, without a body', async () => {
  const { call, location } = await openRuntime();
  const answer = await call(`/locations/${location.id}/menu`, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('ratelimit-limit'), await answer.text()]).toEqual([
    200,
    '1000',
    '',
  ]);
});

test('every answer has its headers and a request id: the safe one of the request, or a new one', async () => {
  const { call, key } = await openRuntime();
  const ids = [];
  const insane = ['has space', 'x'.repeat(129), 'å', key, `whsec_${'A'.repeat(43)}`];
  for (const given of ['abc.DEF_1-2', ...insane]) {
    const { headers } = await call('/bookings/none', { headers: { 'x-request-id': given } });
    ids.push(headers.get('x-request-id'));
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBe(null);
  }
  expect(ids[0]).toBe('abc.DEF_1-2');
  for (const id of ids.slice(1)) expect(id).toMatch(/^[\w.-]{1,64}$/);
  for (const given of insane) expect(ids).not.toContain(given);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the log gets each request, and never keys or guests', async () => {
  const records: RequestRecord[] = [];
  const { call, post, location, key, keyFor } = await openRuntime({
    onRequest: (record) => records.push(record),
  });
  await post(`/locations/${location.id.toUpperCase()}/bookings`, booking(), {
    headers: { 'x-request-id': 'r1' },
  });
  await call('/bookings/secret?name=Astrid', { key: await keyFor({ list: false }) });
  await call('/nothing/Astrid', { key: null });
  const common = {
    durationMs: expect.any(Number),
    requestId: expect.any(String),
    action: null,
    shed: null,
    failure: null,
  };
  const known = { keyId: expect.stringMatching(/^key_/), partner: 'acme' };
  expect(records).toEqual([
    {
      ...common,
      ...known,
      requestId: 'r1',
      method: 'POST',
      route: `${BASE}/locations/:locationId/bookings`,
      status: 201,
      locationId: location.id,
      action: { kind: 'booked' },
    },
    {
      ...common,
      ...known,
      method: 'GET',
      route: `${BASE}/bookings/:bookingId`,
      status: 403,
      locationId: null,
      failure: { code: 'location_list_missing', fields: [], cause: null },
    },
    { ...common, method: 'GET', route: null, status: 404, keyId: null, partner: null, locationId: null },
  ]);
  for (const secret of [key, 'Astrid', 'astrid@']) expect(JSON.stringify(records)).not.toContain(secret);
});

test('a failing log does not fail a booking', async () => {
  const { post, location, errors } = await openRuntime({
    onRequest: () => {
      throw new Error('disk full');
    },
  });
  expect((await post(`/locations/${location.id}/bookings`, booking())).status).toBe(201);
  expect(errors).toHaveLength(1);
});

test('/healthz answers while the process runs, /readyz while the storage answers and the server does not drain', async () => {
  const { api, storage, errors } = await openRuntime();
  const statusOf = async (path: string) => (await api.fetch(new Request(`http://bord.test${path}`))).status;
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);
  storage.check = () => Promise.reject(new Error('schema is old'));
  const answer = await api.fetch(new Request('http://bord.test/readyz'));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.text()).not.toContain('schema');
  expect(errors).toHaveLength(1);
  storage.check = () => Promise.resolve();
  expect(await statusOf('/readyz')).toBe(200);
  api.drain();
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
});

test('/readyz names the host that is written to if there are several', async () => {
  const { api, storage } = await openRuntime();
  const readiness = async () => (await api.fetch(new Request('http://bord.test/readyz'))).json();
  expect(await readiness()).toEqual({ status: 'ready' });
  let host: string | null = 'db2:5432';
  Object.assign(storage, { primary: { host: () => host, subscribe: () => () => undefined } });
  expect(await readiness()).toEqual({ status: 'ready', writesTo: 'db2:5432' });
  host = null;
  expect(await readiness()).toEqual({ status: 'ready' });
});

test('the listener can be mounted into a plain node:http server, with any base path', async () => {
  const runtime = await openRuntime({ basePath: '/partners/' });
  const url = await mount(runtime.api);
  const headers = { 'x-partner-key': runtime.key, 'content-type': 'application/json' };
  const here = `${url}/partners/locations/${runtime.location.id}`;
  const made = await fetch(`${here}/bookings`, { method: 'POST', headers, body: JSON.stringify(booking()) });
  expect(made.status).toBe(201);
  expect((await fetch(`${url}${BASE}/bookings/none`, { headers })).status).toBe(404);
  const day = await fetch(`${here}/availability?date=2026-12-02&partySize=2`, { headers });
  expect(readAvailability.answer.schema.parse(await day.json()).slots).not.toHaveLength(0);
  const cancel = { method: 'POST', headers, body: 'x'.repeat(1000) };
  const { id } = (await made.json()) as { id: string };
  expect((await fetch(`${url}/partners/bookings/${id}/cancel`, cancel)).status).toBe(200);
  expect((await fetch(`${url}/partners/bookings/${id}`, { headers })).status).toBe(200);
});

/** Headers that differ between two answers to one request: the clock and the count. */
const volatile = new Set(['date', 'x-request-id', 'ratelimit-remaining']);

test('§4.1 the answer through Node and through the web handler is the same', async () => {
  const runtime = await openRuntime();
  const [noScope, limited] = [
    await runtime.keyFor({ scopes: ['menu:read'] }),
    await runtime.keyFor({ rateLimit: 1 }),
  ];
  await runtime.call('/bookings/none', { key: limited });
  const url = await mount(runtime.api);
  const bearer = (key: string): [string, string][] => [['authorization', `Bearer ${key}`]];
  const good = bearer(runtime.key);
  const questions: [query: string, headers: [string, string][], id?: string][] = [
    ['date=2026-12-02&partySize=2', good],
    ['date=2026-11-02&partySize=2', good],
    ['partySize=2&date=2026-12-02&&x&y=', good],
    ['date=2026-12-02&partySize=2', [['x-partner-key', runtime.key]]],
    ['date=2026-12-02&partySize=2', []],
    ['date=2026-12-02&partySize=2', [...good, ['x-partner-key', 'other']]],
    ['date=2026-12-02&partySize=2', [...good, ['x-partner-key', runtime.key]]],
    ['date=2026-12-02&partySize=2', bearer(noScope)],
    ['date=2026-12-02&partySize=2', bearer(limited)],
    ['date=2026-12-02&partySize=2', good, runtime.other.id],
    ['date=2026-12-02&partySize=2', good, 'a'.repeat(36)],
    ['date=2026-12-02&partySize=0', good],
    ['date=2026-12-02&partySize=a', good],
    ['date=2026-02-30&partySize=2', good],
    ['date=2026-12-02', good],
    ['date=2026-12-02&partySize=2&date=2026-12-02', good],
    ['date=2026-12-02&partySize=8&explain=true', good],
    ['date=2026-12-02&partySize=2&explain=no', good],
    ['=&', good],
  ];
  for (const [query, headers, id = runtime.location.id] of questions) {
    const path = `${BASE}/locations/${id}/availability?${query}`;
    const byNode = await fetch(url + path, { headers });
    const byWeb = await runtime.api.fetch(new Request(`http://bord.test${path}`, { headers }));
    const facts = async ({ status, headers: sent }: Response, text: Promise<string>) => ({
      status,
      headers: Object.fromEntries(
        [...sent].filter(([name]) => !volatile.has(name) && !/^(connection|keep-alive)$/.test(name)),
      ),
      text: await text,
    });
    expect(await facts(byNode, byNode.text())).toEqual(await facts(byWeb, byWeb.text()));
  }
});
