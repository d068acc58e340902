import { BookingError, createEngine } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { booking, openRuntime } from '../../test/runtime.ts';
import { createPartnerApi } from '../create-partner-api.ts';

test('§2.11 an unexpected error is a 500 without details, and is reported', async () => {
  const runtime = await openRuntime();
  runtime.storage.bookings.find = () => Promise.reject(new Error('SELECT secret FROM bookings'));
  const answer = await runtime.call('/bookings/bk_1', { headers: { 'x-request-id': 'req-1' } });
  expect(answer.status).toBe(500);
  expect(answer.headers.get('x-request-id')).toBe('req-1');
  expect(await answer.json()).toEqual({
    statusCode: 500,
    message: 'Something went wrong on our side.',
    error: 'Internal Server Error',
    code: 'unexpected',
    docs: '/docs#error-unexpected',
  });
  expect(runtime.errors).toEqual([expect.objectContaining({ message: 'SELECT secret FROM bookings' })]);
});

test('D17 unavailable storage is a 503 with Retry-After, and is reported', async () => {
  const runtime = await openRuntime();
  runtime.storage.bookings.amend = () => Promise.reject(new BookingError('unavailable', 'socket hang up'));
  const answer = await runtime.post(`/locations/${runtime.location.id}/bookings`, booking());
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  const body = await answer.json();
  expect(body).toMatchObject({ statusCode: 503, error: 'Service Unavailable' });
  expect(JSON.stringify(body)).not.toContain('socket');
  expect(runtime.errors).toHaveLength(1);
});

test('§7 while the service is switched off, everything below the base path is 503 with Retry-After', async () => {
  const runtime = await openRuntime();
  await runtime.engine.operator.service.setEnabled(false);
  for (const [path, method] of [
    ['/bookings/none', 'GET'],
    ['/bookings/none', 'DELETE'],
    ['/nothing/here', 'GET'],
    ['', 'GET'],
  ] as const) {
    const answer = await runtime.call(path, { method, key: null });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await answer.json()).toMatchObject({ statusCode: 503, error: 'Service Unavailable' });
  }
  expect((await runtime.api.fetch(new Request('http://bord.test/healthz'))).status).toBe(200);
});

test.each([
  [{ startsAt: '2026-12-02T03:00:00Z' }, 'closed'],
  [{ startsAt: '2026-12-02T18:01:00Z' }, 'closed'],
  [{ startsAt: '2026-12-01T11:00:00Z' }, 'too_soon'],
  [{ startsAt: '2029-12-01T18:00:00Z' }, 'too_far'],
  [{ startsAt: '2026-12-02T20:30:00Z' }, 'last_seating'],
  [{ partySize: 40 }, 'party_size'],
])(
  'D8 D31 an unavailable time is 409 with its reason, and with alternatives unless the size is the reason: %j',
  async (more, reason) => {
    const runtime = await openRuntime();
    const answer = await runtime.post(`/locations/${runtime.location.id}/bookings`, booking(more));
    expect(answer.status).toBe(409);
    expect(await answer.json()).toEqual({
      statusCode: 409,
      error: 'Conflict',
      code: 'time_unavailable',
      docs: '/docs#error-time_unavailable',
      reason,
      message: expect.stringMatching(/^[A-Z].*\.$/),
      ...(reason !== 'party_size' && { alternatives: expect.any(Array) }),
    });
  },
);

test.each([
  ['2026-12-02T18:05:00Z', ['18:00', '18:15', '17:45', '18:30'], /^No slot starts at exactly this time/],
  ['2026-12-02T18:00:01Z', ['18:00', '18:15', '17:45', '18:30'], /^No slot starts at exactly this time/],
  ['2026-12-02T03:00:00Z', ['10:00', '10:15', '10:30', '10:45'], /^The restaurant takes no bookings/],
])(
  'D8 D31 for a time between two slots the message says so, and the adjacent slots are the alternatives: %s',
  async (startsAt, near, words) => {
    const runtime = await openRuntime();
    const at = `/locations/${runtime.location.id}/bookings`;
    const { reason, message, alternatives } = (await (
      await runtime.post(at, booking({ startsAt }))
    ).json()) as {
      reason: string;
      message: string;
      alternatives: { startsAt: string }[];
    };
    expect([reason, alternatives.map((each) => each.startsAt.slice(11, 16))]).toEqual(['closed', near]);
    expect(message).toMatch(words);
  },
);

test('§4.5 a booking in a final state cannot be cancelled, with the message in Swedish', async () => {
  const runtime = await openRuntime();
  const made = await runtime.post(`/locations/${runtime.location.id}/bookings`, booking());
  const { id } = (await made.json()) as { id: string };
  await runtime.engine.operator.bookings.markNoShow(id);
  const answer = await runtime.call(`/bookings/${id}/cancel`, { method: 'POST' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining('kan inte avbokas') });
});

test('errors of custom routes have the Error shape, and are reported as they were thrown', async () => {
  const errors: unknown[] = [];
  const engine = createEngine({ storage: memoryStorage() });
  const api = createPartnerApi({ engine, onError: (error) => errors.push(error) });
  const thrown = [
    new Error('secret'),
    new Error('secret: no menu', { cause: new Error('ECONNREFUSED') }),
    Object.assign(new Error('secret of a client'), { name: 'HTTPError', status: 418 }),
    'secret text',
    undefined,
  ];
  for (const [i, error] of thrown.entries()) {
    const broken = (): never => {
      // oxlint-disable-next-line typescript/only-throw-error -- others throw anything
      throw error;
    };
    api.route(`/broken/${i}`, { GET: broken });
    api.route(`/rejected/${i}`, { GET: async () => broken() });
  }
  for (const kind of ['broken', 'rejected']) {
    for (const i of thrown.keys()) {
      const answer = await api.fetch(new Request(`http://bord.test/${kind}/${i}`));
      const text = await answer.text();
      expect([answer.status, JSON.parse(text)]).toEqual([500, expect.objectContaining({ statusCode: 500 })]);
      expect(text).not.toContain('secret');
    }
  }
  expect(errors).toHaveLength(2 * thrown.length);
  for (const [i, error] of [...thrown, ...thrown].entries()) expect(errors[i]).toBe(error);
});

test('a custom route answers its methods, other paths are 404, other methods 405', async () => {
  const engine = createEngine({ storage: memoryStorage() });
  const api = createPartnerApi({ engine });
  api.route('/guest/:name', {
    GET: () => Promise.reject(new BookingError('booking_not_found')),
    POST: async (_, { name }) => ({ status: 201, body: { name } }),
  });
  api.route('/gone/**', async () => ({ status: 204, body: '' }));
  const ask = async (path: string, method = 'GET') => {
    const answer = await api.fetch(new Request(`http://bord.test${path}`, { method }));
    return [answer.status, answer.headers.get('allow'), await answer.text()];
  };
  expect(await ask('/guest/ada', 'POST')).toEqual([201, null, '{"name":"ada"}']);
  expect(await ask('/guest/ada')).toEqual([404, null, expect.stringContaining('"statusCode":404')]);
  expect(await ask('/guest/ada', 'HEAD')).toEqual([404, null, '']);
  expect(await ask('/guest/ada', 'PUT')).toEqual([405, 'GET, HEAD, POST', expect.stringContaining('405')]);
  expect(await ask('/gone/a/b', 'DELETE')).toEqual([204, null, '']);
  for (const path of ['/nowhere', '//x', '/guest', '/guest/ada/x'])
    expect(await ask(path)).toEqual([404, null, expect.stringContaining('"statusCode":404')]);
});

test('§4.2.1 the message names the invalid party size of a batch', async () => {
  const { post, location } = await openRuntime();
  const range = { startDate: '2026-12-02', endDate: '2026-12-02' };
  for (const [partySizes, named] of [
    [[0], 'partySizes.0 '],
    [[2, 51], 'partySizes.1 '],
    [[2, 'x'], 'partySizes.1 '],
    [[], 'partySizes has 0 items'],
  ] as const) {
    const answer = await post(`/locations/${location.id}/availability/batch`, { ...range, partySizes });
    expect(await answer.json()).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(named),
    });
  }
});
