import { expect } from 'vitest';
import {
  aRequest,
  availabilityPath,
  BASE,
  bookingsPath,
  DEMO_ID,
  IN_MEMORY,
  inEveryWorld,
  TODAY,
} from '../support/world.ts';

inEveryWorld(
  '§4.4 D18 a path with an additional slash, and so with an empty id, is 404 for every operation',
  async ({ call, key, post }) => {
    const { id } = (await post(bookingsPath, aRequest())).body as { id: string };
    for (const [method, path] of [
      ['GET', '/bookings/'],
      ['GET', `/bookings/${id}/`],
      ['POST', '/bookings//cancel'],
      ['POST', `/bookings/${id}/cancel/`],
      ['DELETE', '/holds/'],
      ['GET', '/waitlist/'],
      ['GET', availabilityPath(TODAY, 2).replace('?', '/?')],
    ] as const) {
      const { status, body } = await call(method, BASE + path, { key });
      expect([path, status]).toEqual([path, 404]);
      expect(body).toMatchObject({ statusCode: 404, error: 'Not Found' });
    }
  },
  IN_MEMORY,
);

inEveryWorld(
  '§4.4 a percent-encoded unreserved character in a path means the character itself',
  async ({ get, post }) => {
    const { id } = (await post(bookingsPath, aRequest())).body as { id: string };
    for (const path of [
      `/bookings/${id.replace('_', '%5F')}`,
      `/bookings/${id.replace('_', '%5f')}`,
      `/bookings/${id.replace('k', '%6B')}`,
    ])
      expect([path, (await get(path)).body.id]).toEqual([path, id]);
    const [location, rest] = [DEMO_ID.replaceAll('-', '%2D'), '/availability?date=2026-12-01&partySize=2'];
    expect((await get(`/locations/${location}${rest}`)).status).toBe(200);
    for (const odd of ['%', '%zz', '%2F', '%00', '%25'])
      expect([odd, (await get(`/bookings/${odd}`)).status]).toEqual([odd, 404]);
  },
  IN_MEMORY,
);

inEveryWorld(
  '§2.11 D16 D49 errors have a status, a message for people, the status name, a code and its page, and a 400 its fields; no internals',
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
      expect(Object.keys(body)).toEqual(['statusCode', 'message', 'error', 'code', 'docs', ...more]);
      expect(body.statusCode).toBe(status);
      expect(text).not.toMatch(/\bat .*\.ts|node_modules|SELECT|sqlite|stack/i);
    }
  },
  IN_MEMORY,
);

inEveryWorld(
  '§8 a key has 120 requests a minute unless told otherwise; exactly so many of 150 at once are allowed',
  async ({ get, engine }) => {
    const { key } = await engine.operator.keys.create({ partner: 'busy', locationIds: [DEMO_ID] });
    /** A shed request is not counted, and is repeated. */
    const ask = async (): Promise<Awaited<ReturnType<typeof get>>> => {
      const answer = await get(availabilityPath(TODAY, 2), key);
      return answer.status === 503 ? ask() : answer;
    };
    const answers = await Promise.all(Array.from({ length: 150 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  },
);
