import { expect } from 'vitest';
import {
  aRequest,
  availabilityPath,
  BASE,
  bookingsPath,
  DEMO_ID,
  inEveryWorld,
  TODAY,
} from '../support/world.ts';

inEveryWorld(
  '§7 D14 D17 a service that is not enabled is 503 with Retry-After, and comes back',
  async (world) => {
    await world.engine.operator.service.setEnabled(false);
    for (const answer of [
      await world.get(availabilityPath(TODAY, 2)),
      await world.post(bookingsPath, aRequest()),
      await world.call('GET', '/nowhere'),
    ]) {
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({ statusCode: 503, error: 'Service Unavailable' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await world.engine.operator.service.setEnabled(true);
    expect((await world.get(availabilityPath(TODAY, 2))).status).toBe(200);
  },
);

inEveryWorld(
  '§7 the switch thrown by another process is noticed within 5 seconds',
  async ({ get, storage, clock }) => {
    expect((await get(availabilityPath(TODAY, 2))).status).toBe(200);
    await storage.service.set(false);
    await clock.pass(5000);
    expect((await get(availabilityPath(TODAY, 2))).status).toBe(503);
    await storage.service.set(true);
    await clock.pass(5000);
    expect((await get(availabilityPath(TODAY, 2))).status).toBe(200);
  },
);

inEveryWorld(
  '§7 a key revoked by another process is refused within 5 seconds',
  async ({ get, storage, clock, makeKey }) => {
    const { key, record } = await makeKey();
    expect((await get(availabilityPath(TODAY, 2), key)).status).toBe(200);
    await storage.keys.revoke(record.id, clock.nowMs());
    await clock.pass(5000);
    expect((await get(availabilityPath(TODAY, 2), key)).status).toBe(401);
  },
);

inEveryWorld(
  '§2.11 D18 an unknown path is 404 and a wrong method 405 with Allow, both with the Error shape',
  async ({ call, key }) => {
    for (const path of [
      '',
      '/',
      '/nowhere',
      '/locations',
      `/locations/${DEMO_ID}`,
      '/bookings/x/y',
      '/bookings/x/cancel/y',
      '/v2',
      '//',
    ]) {
      const { status, body } = await call('GET', BASE + path, { key });
      expect([path, status]).toEqual([path, 404]);
      expect(body).toMatchObject({ statusCode: 404, error: 'Not Found', message: expect.any(String) });
    }
    for (const [method, path, allow] of [
      ['DELETE', availabilityPath(TODAY, 2), 'GET'],
      ['PUT', bookingsPath, 'POST'],
      ['GET', `/locations/${DEMO_ID}/availability/batch`, 'POST'],
      ['POST', '/bookings', 'GET'],
      ['POST', '/bookings/x', 'GET'],
      ['GET', '/bookings/x/cancel', 'POST'],
      ['PATCH', `/locations/${DEMO_ID}/menu`, 'GET'],
    ] as const) {
      const { status, body, headers } = await call(method, path, { key });
      expect([path, status]).toEqual([path, 405]);
      expect(headers.get('allow')).toContain(allow);
      expect(body).toMatchObject({ statusCode: 405, error: 'Method Not Allowed' });
    }
  },
);

inEveryWorld(
  '§2.11 D16 errors have a status, a message for people and the status name, a 400 its fields, and nothing else of the inside',
  async (world) => {
    const answers = [
      await world.call('GET', availabilityPath(TODAY, 2)),
      await world.get(availabilityPath('x', 2)),
      await world.get('/bookings/x'),
      await world.post(bookingsPath, '{'),
      await world.get('/nowhere'),
    ];
    const [, malformed] = answers;
    expect(malformed!.body.errors).toEqual([{ field: 'date', message: malformed!.body.message }]);
    for (const { status, body, text } of answers) {
      const more = body === malformed!.body ? ['errors'] : [];
      expect(Object.keys(body)).toEqual(['statusCode', 'message', 'error', ...more]);
      expect(body.statusCode).toBe(status);
      expect(text).not.toMatch(/\bat .*\.ts|node_modules|SELECT|sqlite|stack/i);
    }
  },
);

inEveryWorld('D18 a body over 64 KiB is 400; one of 64 KiB is read', async ({ post }) => {
  const padded = (bytes: number): string => {
    const text = JSON.stringify(aRequest({ extra: '' }));
    return text.replace('"extra":""', `"extra":"${'x'.repeat(bytes - text.length)}"`);
  };
  expect((await post(bookingsPath, padded(64 * 1024))).status).toBe(201);
  expect((await post(bookingsPath, padded(64 * 1024 + 1))).status).toBe(400);
  expect((await post(bookingsPath, padded(1024 * 1024))).status).toBe(400);
  expect((await post(bookingsPath, aRequest())).status).toBe(201);
});

inEveryWorld(
  'D8 only JSON is read: other content types, broken UTF-8 and deep nesting are 400',
  async ({ call, key }) => {
    const body = JSON.stringify(aRequest());
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonx',
      'json',
    ]) {
      expect(
        (await call('POST', bookingsPath, { key, body, headers: { 'content-type': type } })).status,
      ).toBe(400);
    }
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.acme+json']) {
      expect(
        (await call('POST', bookingsPath, { key, body, headers: { 'content-type': type } })).status,
      ).toBeLessThan(410);
      expect(
        (await call('POST', bookingsPath, { key, body, headers: { 'content-type': type } })).status,
      ).not.toBe(400);
    }
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect((await call('POST', bookingsPath, { key, body: deep })).status).toBe(400);
    expect((await call('POST', bookingsPath, { key, body: body.replace('}', `,"x":${deep}}`) })).status).toBe(
      400,
    );
  },
);

inEveryWorld(
  '§8 D17 the limit: so many a minute, told in the headers; then 429 with Retry-After, until the window is over',
  async ({ get, makeKey, clock }) => {
    const { key } = await makeKey({ rateLimit: 3 });
    for (const left of ['2', '1', '0']) {
      const { status, headers } = await get(availabilityPath(TODAY, 2), key);
      expect(status).toBe(200);
      expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['3', left]);
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    }
    await clock.pass(20_000);
    const { status, headers, body } = await get(availabilityPath(TODAY, 2), key);
    expect(status).toBe(429);
    expect(body).toMatchObject({ statusCode: 429, error: 'Too Many Requests' });
    expect([
      headers.get('ratelimit-remaining'),
      headers.get('ratelimit-reset'),
      headers.get('retry-after'),
    ]).toEqual(['0', '40', '40']);
    await clock.pass(40_000);
    expect((await get(availabilityPath(TODAY, 2), key)).status).toBe(200);
  },
);

inEveryWorld(
  '§8 §5.2 the limit is the key’s own: others are not slowed, and an invalid key counts against nobody',
  async ({ get, makeKey }) => {
    const { key } = await makeKey({ rateLimit: 1 });
    await get(availabilityPath(TODAY, 2), key);
    expect((await get(availabilityPath(TODAY, 2), key)).status).toBe(429);
    expect((await get(availabilityPath(TODAY, 2))).status).toBe(200);
    const { headers } = await get(availabilityPath(TODAY, 2), 'bord_live_wrong');
    expect(headers.get('ratelimit-limit')).toBeNull();
  },
);

inEveryWorld(
  '§8 a key has 120 requests a minute unless told otherwise; exactly so many of 150 at once are allowed',
  async ({ get, engine }) => {
    const { key } = await engine.operator.keys.create({ partner: 'busy', locationIds: [DEMO_ID] });
    /** Who is turned away by a busy server is not counted, and comes again. */
    const ask = async (): Promise<Awaited<ReturnType<typeof get>>> => {
      const answer = await get(availabilityPath(TODAY, 2), key);
      return answer.status === 503 ? ask() : answer;
    };
    const answers = await Promise.all(Array.from({ length: 150 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  },
);

inEveryWorld(
  'D17 every authenticated answer carries the limit, also an error',
  async ({ get, post, key }) => {
    for (const answer of [
      await get('/bookings/x'),
      await get(availabilityPath('x', 2)),
      await post(bookingsPath, '{', key),
    ]) {
      expect(answer.headers.get('ratelimit-limit')).toBe('1000000');
      expect(answer.headers.get('ratelimit-remaining')).not.toBeNull();
      expect(answer.headers.get('ratelimit-reset')).not.toBeNull();
    }
  },
);

inEveryWorld(
  '§9 clients may send what they like beyond the contract: unknown query parameters and headers are ignored',
  async ({ call, key }) => {
    const answer = await call('GET', `${availabilityPath(TODAY, 2)}&utm=1`, {
      key,
      headers: { 'x-colour': 'blue' },
    });
    expect(answer.status).toBe(200);
  },
);
