import { SCOPES } from '@bord/engine';
import { expect } from 'vitest';
import {
  aRequest,
  availabilityPath,
  bookingsPath,
  DEMO_ID,
  demoPlan,
  inEveryWorld,
  TODAY,
  type World,
} from '../support/world.ts';

const OTHER_ID = '00000000-0000-4000-8000-00000000d312';
const UNKNOWN_ID = '00000000-0000-4000-8000-00000000d399';
const aBatch = { startDate: TODAY, endDate: TODAY, partySizes: [2] };

/** Every endpoint, with the scope it needs and the status of a good call. */
const endpoints = (bookingId: string) =>
  [
    ['availability:read', 'GET', availabilityPath(TODAY, 2), undefined, 200],
    ['availability:read', 'POST', `/locations/${DEMO_ID}/availability/batch`, aBatch, 200],
    ['bookings:write', 'POST', bookingsPath, aRequest({ startsAt: '2026-12-01T12:00:00Z' }), 201],
    ['bookings:read', 'GET', `/bookings/${bookingId}`, undefined, 200],
    ['bookings:write', 'POST', `/bookings/${bookingId}/cancel`, undefined, 200],
    ['menu:read', 'GET', `/locations/${DEMO_ID}/menu`, undefined, 200],
  ] as const;

async function prepare(world: World): Promise<ReturnType<typeof endpoints>> {
  await world.engine.operator.menus.apply(DEMO_ID, { currency: 'SEK', categories: [] });
  await world.engine.operator.locations.apply({ ...demoPlan, name: 'Other' }, OTHER_ID);
  const { body } = await world.post(bookingsPath, aRequest());
  return endpoints(body.id);
}

inEveryWorld('§5.1 both header forms carry the key, in any case of the scheme', async (world) => {
  for (const [, method, path, body, status] of await prepare(world)) {
    for (const headers of [
      { authorization: `Bearer ${world.key}` },
      { authorization: `bearer ${world.key}` },
      { 'x-partner-key': world.key },
    ]) {
      expect((await world.call(method, path, { headers, body })).status).toBe(status);
    }
  }
});

inEveryWorld(
  '§5.2 §7 a missing, mistyped, unknown, revoked or expired key is 401 on every endpoint',
  async (world) => {
    const revoked = await world.makeKey();
    await world.engine.operator.keys.revoke(revoked.record.id);
    const expired = await world.makeKey({ expiresMs: world.clock.nowMs() + 1000 });
    const all = await prepare(world);
    await world.clock.pass(1000);
    const unknown = 'bord_live_0000000000000000000000000000000000000000000000000';
    const bad: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: `Basic ${world.key}` },
      { authorization: world.key },
      { authorization: `Bearer ${world.key}x` },
      { authorization: `Bearer ${unknown}` },
      { 'x-partner-key': '' },
      { 'x-partner-key': `Bearer ${world.key}` },
      { 'x-partner-key': revoked.key },
      { authorization: `Bearer ${expired.key}` },
    ];
    for (const [, method, path, body] of all) {
      for (const headers of bad) {
        const answer = await world.call(method, path, { headers, body });
        expect([path, headers, answer.status]).toEqual([path, headers, 401]);
        expect(answer.body).toMatchObject({ statusCode: 401, error: 'Unauthorized' });
      }
    }
  },
);

inEveryWorld('§5.3 §5.4 each scope opens its endpoints and no other: 403 without it', async (world) => {
  const all = await prepare(world);
  for (const granted of SCOPES) {
    const { key } = await world.makeKey({ scopes: [granted] });
    for (const [scope, method, path, body, status] of all) {
      const answer = await world.call(method, path, { key, body });
      expect([granted, path, answer.status]).toEqual([granted, path, scope === granted ? status : 403]);
      if (scope !== granted) expect(answer.body).toMatchObject({ statusCode: 403, error: 'Forbidden' });
    }
  }
});

inEveryWorld(
  '§2.1 §5.5 D15 a location outside the list, and one that does not exist, is 403 for availability and booking',
  async (world) => {
    await prepare(world);
    const unlisted = (await world.makeKey({ locationIds: null })).key;
    for (const [id, key] of [
      [OTHER_ID, world.key],
      [UNKNOWN_ID, world.key],
      [UNKNOWN_ID, unlisted],
    ] as const) {
      const answers = [
        await world.get(`/locations/${id}/availability?date=${TODAY}&partySize=2`, key),
        await world.post(`/locations/${id}/availability/batch`, aBatch, key),
        await world.post(`/locations/${id}/bookings`, aRequest(), key),
      ];
      for (const answer of answers) expect([answer.status, answer.body.error]).toEqual([403, 'Forbidden']);
    }
    for (const id of ['demo', '0', `${DEMO_ID}0`, '%20']) {
      expect((await world.get(`/locations/${id}/availability?date=${TODAY}&partySize=2`)).status).toBe(400);
      expect((await world.post(`/locations/${id}/bookings`, aRequest())).status).toBe(400);
    }
    const upper = await world.get(
      `/locations/${DEMO_ID.toUpperCase()}/availability?date=${TODAY}&partySize=2`,
    );
    expect([upper.status, upper.body.locationId]).toEqual([200, DEMO_ID]);
  },
);

inEveryWorld(
  '§5.6 D16 a key without a list books, reads availability and menus, and may neither read nor cancel: 403, in Swedish',
  async (world) => {
    const all = await prepare(world);
    const { key } = await world.makeKey({ locationIds: null });
    for (const [, method, path, body, status] of all) {
      const answer = await world.call(method, path, { key, body });
      const isOwn = path.startsWith('/bookings/');
      expect([path, answer.status]).toEqual([path, isOwn ? 403 : status]);
      if (isOwn) expect(answer.body.message).toMatch(/nyckel/i);
    }
  },
);

inEveryWorld(
  '§5.8 D20 a sandbox key: the demo location, all scopes, 60 a minute, 30 days, three for one address',
  async (world) => {
    const all = await prepare(world);
    const { key, record } = await world.engine.operator.keys.createSandbox({
      locationId: DEMO_ID,
      email: 'Dev@Example.com',
      system: 'Booking bot',
    });
    expect(key).toMatch(/^bord_test_/);
    expect(record).toMatchObject({
      locationIds: [DEMO_ID],
      scopes: SCOPES,
      rateLimit: 60,
      partner: expect.stringMatching(/^sandbox-/),
    });
    expect(record.expiresMs).toBe(world.clock.nowMs() + 30 * 86_400_000);
    const [, method, path] = all[0];
    const answer = await world.call(method, path, { key });
    expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([200, '60']);
    expect((await world.get(`/locations/${OTHER_ID}/menu`, key)).status).toBe(403);
    await world.engine.operator.keys.createSandbox({
      locationId: DEMO_ID,
      email: 'dev@example.com',
      system: 'two',
    });
    await world.engine.operator.keys.createSandbox({
      locationId: DEMO_ID,
      email: 'DEV@EXAMPLE.COM',
      system: 'three',
    });
    await expect(
      world.engine.operator.keys.createSandbox({
        locationId: DEMO_ID,
        email: 'dev@example.com',
        system: 'four',
      }),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
    await world.clock.pass(30 * 86_400_000);
    expect((await world.call(method, path, { key })).status).toBe(401);
    await world.engine.operator.keys.createSandbox({
      locationId: DEMO_ID,
      email: 'dev@example.com',
      system: 'after expiry',
    });
  },
);

inEveryWorld(
  '§5.9 a production key: its partner, its list, its rate; it is kept as a hash',
  async ({ makeKey, storage }) => {
    const { key, record } = await makeKey({ partner: 'portal', rateLimit: 300 });
    expect(key).toMatch(/^bord_live_/);
    expect(record).toMatchObject({
      partner: 'portal',
      locationIds: [DEMO_ID],
      expiresMs: null,
      rateLimit: 300,
    });
    expect(JSON.stringify(await storage.keys.list())).not.toContain(key);
  },
);

inEveryWorld('D14 of two faults the earlier in the order is answered', async (world) => {
  await prepare(world);
  const { key: poor } = await world.makeKey({ scopes: ['menu:read'] });
  const { key: spent } = await world.makeKey({ scopes: ['menu:read'], rateLimit: 1 });
  await world.get(`/locations/${DEMO_ID}/menu`, spent);
  const bad = { startsAt: 'never' };
  const status = async (path: string, key: string | undefined, body: unknown = bad): Promise<number> =>
    (await world.call('POST', path, { ...(key === undefined ? {} : { key }), body })).status;
  expect(await status('/locations/x/bookings', 'nonsense')).toBe(401);
  expect(await status('/locations/x/bookings', spent)).toBe(429);
  expect(await status('/locations/x/bookings', poor)).toBe(403);
  expect(await status('/locations/x/bookings', world.key)).toBe(400);
  expect(await status(`/locations/${OTHER_ID}/bookings`, world.key)).toBe(403);
  expect(await status(bookingsPath, world.key)).toBe(400);
  expect((await world.get(`/locations/${OTHER_ID}/availability?date=x`)).status).toBe(403);
  await world.engine.operator.service.setEnabled(false);
  expect(await status('/locations/x/bookings', 'nonsense')).toBe(503);
});
