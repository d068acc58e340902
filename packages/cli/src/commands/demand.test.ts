import { afterAll, expect, test } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';
import { serveBord } from '../../test/serve-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const friday = new Date(Date.now() + (7 + ((12 - new Date().getUTCDay()) % 7)) * 86_400_000)
  .toISOString()
  .slice(0, 10);

test('unmet demand of partners by weekday, hour and reason', async () => {
  const none = await bord.json(...words(`demand ${DEMO}`));
  expect(none).toMatchObject({
    locationId: DEMO,
    total: { requests: 0, covers: 0 },
    byReason: {},
    hours: [],
    own: { total: { requests: 0, covers: 0 }, byReason: {}, hours: [] },
  });
  expect((await bord.run(words(`demand ${DEMO}`))).out).toMatch(/^Bryggan rejected no request \(.*\)\.\n$/);

  const server = await serveBord(bord, 'serve --port 0');
  const { key } = await bord.json<{ key: string }>(
    ...words('sandbox key --email ada@example.com --system Test'),
  );
  const ask = async (at: string, partySize: number): Promise<number> => {
    const made = await fetch(`${server.at.baseUrl}/locations/${DEMO}/bookings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        startsAt: at,
        partySize,
        name: 'Berg',
        email: 'b@example.com',
        idempotencyKey: `${at} ${partySize}`,
      }),
    });
    return made.status;
  };
  expect(await ask(`${friday}T16:00:00Z`, 6)).toBe(201);
  expect(await ask(`${friday}T16:15:00Z`, 5)).toBe(409);
  expect(await ask(`${friday}T16:15:00Z`, 6)).toBe(409);
  expect(await ask(`${friday}T03:00:00Z`, 2)).toBe(409);
  server.kill('SIGTERM');
  await server.ended;

  const byPhone = `bookings create --location ${DEMO} --at ${friday}T16:15:00Z --party 6 --name Berg`;
  expect(await bord.refusal(words(byPhone))).toContain('bord: not booked: no table is free then');

  const range = `demand ${DEMO} --from ${friday} --to ${friday}`;
  const report = await bord.json<{ hours: { hour: number }[] }>(...words(range));
  const [early, late] = report.hours;
  expect(report).toEqual({
    locationId: DEMO,
    from: friday,
    to: friday,
    total: { requests: 3, covers: 13 },
    byReason: { tables: 2, closed: 1 },
    hours: [
      { weekday: 5, hour: expect.any(Number), requests: 1, covers: 2, byReason: { closed: 1 } },
      { weekday: 5, hour: early!.hour + 13, requests: 2, covers: 11, byReason: { tables: 2 } },
    ],
    own: {
      total: { requests: 1, covers: 6 },
      byReason: { tables: 1 },
      hours: [{ weekday: 5, hour: early!.hour + 13, requests: 1, covers: 6, byReason: { tables: 1 } }],
    },
  });
  const { out } = await bord.run(words(range));
  expect(out).toContain('Bryggan turned away 3 requests for 13 guests');
  expect(out).toMatch(new RegExp(`^Fri +0${early!.hour}:00 +1 +2 +#{15}$`, 'm'));
  expect(out).toMatch(new RegExp(`^ +${late!.hour}:00 +2 +11 +#{30}$`, 'm'));
  expect(out).toContain('Why: 2 × no table is free then; 1 × the restaurant is closed then.');

  expect(out).toContain('Staff rejected 1 request for 6 guests, on the phone or at the door.');

  expect(await bord.refusal(words(`demand ${DEMO} --from 2026-12-02 --to 2026-12-01`))).toBe(
    'bord: to must not be before from',
  );
});

test('D52 the bookings of the booking page are counted by the ref of their link, the most frequent first', async () => {
  const server = await serveBord(bord, 'serve --port 0');
  const post = async (path: string, fields: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(server.at.url + path, { method: 'POST', body, redirect: 'manual' });
    return answer.headers.get('location')!.split('?')[0]!;
  };
  for (const [i, ref] of ['poster', 'instagram', 'instagram'].entries()) {
    const held = await post('/book/demo/hold', { start: `${friday}T${17 + i}:00:00Z`, party: '2', ref });
    const guest = { name: 'Berg', email: `guest${i}@example.com` };
    expect(await post(`${held}/confirm`, guest)).toMatch(/^\/manage\//);
  }
  server.kill('SIGTERM');
  await server.ended;
  const range = `demand demo --from ${friday} --to ${friday}`;
  const { refs } = await bord.json<{ refs: unknown }>(...words(range));
  expect(refs).toEqual([
    { ref: 'instagram', bookings: 2 },
    { ref: 'poster', bookings: 1 },
  ]);
  expect((await bord.run(words(range))).out).toMatch(/^instagram +2\nposter +1$/m);
});
