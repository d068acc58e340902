import { expect, test } from 'vitest';
import { booking, openRuntime } from '../../test/runtime.ts';
import type { RequestRecord } from './exchange.ts';

/** A server that records its answered requests. */
async function recorded() {
  const records: RequestRecord[] = [];
  const runtime = await openRuntime({ onRequest: (record) => records.push(record) });
  const post = (body: object, init = {}) =>
    runtime.post(`/locations/${runtime.location.id}/bookings`, booking(body), init);
  const last = () => records.at(-1)!;
  return { ...runtime, postBooking: post, last, records };
}

test('a 400 is recorded with its code and the names of the invalid fields, without their values', async () => {
  const { postBooking, call, post, location, last, records } = await recorded();
  const here = `/locations/${location.id}`;
  await postBooking({ partySize: 'two', email: 'astrid(at)example.com' });
  expect([last().status, last().failure]).toEqual([
    400,
    { code: 'invalid_request', fields: ['partySize', 'email'], cause: null },
  ]);
  await call(`${here}/availability?date=astrid&partySize=2`);
  expect(last().failure).toMatchObject({ code: 'invalid_request', fields: ['date'] });
  await post(`${here}/availability/batch`, {
    startDate: '2026-12-02',
    endDate: '2026-12-04',
    partySizes: [2, 'astrid'],
  });
  expect(last().failure).toMatchObject({ fields: ['partySizes.1'] });
  await call(`${here}/bookings`, {
    method: 'POST',
    body: '{"guest": astrid',
    headers: { 'content-type': 'application/json' },
  });
  expect(last().failure).toEqual({ code: 'invalid_request', fields: ['body'], cause: 'not_json' });
  await call(`${here}/bookings`, {
    method: 'POST',
    body: 'name=astrid',
    headers: { 'content-type': 'text/plain' },
  });
  expect(last().failure).toMatchObject({ fields: ['body'], cause: 'content_type' });
  expect(JSON.stringify(records).toLowerCase()).not.toContain('astrid');
});

test('a 401 is recorded with its cause, and with the key if it was valid once', async () => {
  const { engine, clock, call, location, last, records } = await recorded();
  const path = `/locations/${location.id}/availability?date=2026-12-02&partySize=2`;
  const { key: revoked, record: one } = await engine.operator.keys.create({
    partner: 'acme',
    locationIds: [location.id],
  });
  const { key: expired, record: two } = await engine.operator.keys.create({
    partner: 'nord',
    locationIds: [location.id],
    expiresMs: clock.ms + 1000,
  });
  await engine.operator.keys.revoke(one.id);
  clock.ms += 10_000;
  const { key: unknown } = await openRuntime(); // of another server
  const cases = [
    [{ key: null }, 'missing', null, null],
    [{ key: null, headers: { authorization: 'Basic abc' } }, 'no_bearer', null, null],
    [{ key: `${revoked.slice(0, -1)}_` }, 'malformed', null, null],
    [{ key: unknown }, 'unknown', null, null],
    [{ key: revoked }, 'revoked', one.id, 'acme'],
    [{ key: expired }, 'expired', two.id, 'nord'],
  ] as const;
  for (const [init, cause, keyId, partner] of cases) {
    const answer = await call(path, init);
    expect(answer.status).toBe(401);
    expect(last()).toMatchObject({ failure: { code: 'key_invalid', fields: [], cause }, keyId, partner });
  }
  const all = JSON.stringify(records);
  for (const key of [revoked, expired, unknown]) expect(all).not.toContain(key.slice(10, 20));
});

test('all other rejections are recorded with their code, and successful requests without one', async () => {
  const { call, postBooking, keyFor, other, last } = await recorded();
  await postBooking({});
  expect([last().status, last().failure]).toEqual([201, null]);
  const codeOf = async (path: string, key?: string) => {
    await call(path, key === undefined ? {} : { key });
    return last().failure?.code;
  };
  expect(await codeOf('/bookings/bk_none')).toBe('booking_not_found');
  expect(await codeOf(`/locations/${other.id}/menu`)).toBe('location_forbidden');
  expect(await codeOf('/bookings/bk_none', await keyFor({ scopes: ['menu:read'] }))).toBe('missing_scope');
  const once = await keyFor({ rateLimit: 1 });
  await codeOf('/bookings/bk_none', once);
  expect(await codeOf('/bookings/bk_none', once)).toBe('rate_limited');
});
