/** The route that delivers events: permissions, immediate answers and waiting. */
import { afterEach, expect, test, vi } from 'vitest';
import { BASE, booking, MAILER, NOW_MS, openRuntime } from '../../test/runtime.ts';
import { mountPages } from '../mount-pages.ts';

/** Possible fields of an answer. */
interface AnswerBody {
  readonly session?: string;
  readonly message?: string;
  readonly over?: string;
  readonly events?: readonly {
    readonly receipt: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }[];
}

afterEach(() => vi.useRealTimers());

async function open() {
  const runtime = await openRuntime({ mailer: MAILER });
  const { api, engine, location, clock } = runtime;
  mountPages({ api, engine, demoLocationId: location.id, publicUrl: () => 'http://x', mailFrom: 'a@b.se' });
  const made = await engine.operator.keys.createSandbox({
    locationId: location.id,
    email: 'a@example.com',
    system: 'A',
  });
  const ask = (path: string, body: unknown, key: string): Promise<Response> =>
    api.fetch(
      new Request(`http://x${BASE}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const wish = async (body: object, key = made.key) => {
    const answer = await ask('/sandbox/listen', body, key);
    return {
      status: answer.status,
      headers: answer.headers,
      json: (await answer.json()) as AnswerBody,
    };
  };
  let hour = 12;
  const book = async (): Promise<string> => {
    const startsAt = new Date(NOW_MS + 86_400_000 + (hour += 2) * 3_600_000 - 43_200_000).toISOString();
    const answer = await ask(`/locations/${location.id}/bookings`, { ...booking(), startsAt }, made.key);
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  };
  return { ...runtime, clock, wish, book };
}

test('D20 a session starts, gets events, acknowledges them, and ends', async () => {
  const { wish, book } = await open();
  const begun = await wish({ events: ['booking.created', 'waitlist.offered'] });
  expect([begun.status, begun.json]).toEqual([
    201,
    {
      session: expect.stringMatching(/^ep_/),
      secret: expect.stringMatching(/^whsec_/),
      events: ['booking.created', 'waitlist.offered'],
    },
  ]);
  const { session = '' } = begun.json;
  const id = await book();
  const { status, json } = await wish({ session });
  const [event] = json.events!;
  expect([status, event!.headers['x-partner-event-id'], JSON.parse(event!.body)]).toEqual([
    200,
    expect.stringMatching(`^${id}:booking.created:`),
    expect.objectContaining({ type: 'booking.created' }),
  ]);
  expect((await wish({ session, taken: [event!.receipt], end: true })).json).toEqual({ events: [] });
  expect((await wish({ session })).json).toEqual({ events: [], over: 'forgotten' });
});

test('D20 a request waits for an event, and at most until the server shuts down', async () => {
  const { wish, book, api } = await open();
  const { session = '' } = (await wish({})).json;
  const waiting = wish({ session });
  await new Promise((done) => setTimeout(done, 20)); // the request probably waits by then; otherwise the answer is the same
  await book();
  expect((await waiting).json.events).toHaveLength(1);
  const wait = setTimeout;
  vi.useFakeTimers({ toFake: ['setTimeout'] }); // stops the timeouts of waiting requests
  const last = wish({ session });
  await new Promise((done) => wait(done, 20));
  api.drain();
  expect((await last).json).toEqual({ events: [] });
});

test('§5.2 D14 a missing key, a real key and an invalid body are rejected in this order', async () => {
  const { wish, key, engine } = await open();
  expect((await wish({}, 'bord_test_x')).status).toBe(401);
  const real = await wish({ events: 'all' }, key);
  expect([real.status, real.json.message]).toEqual([403, expect.stringMatching(/^Only a sandbox key/)]);
  const malformed = await wish({ events: ['booking.made'] });
  expect([malformed.status, malformed.json.message]).toEqual([400, expect.stringContaining('events.0')]);
  for (let i = 0; i < 10; i++) await wish({});
  const often = await wish({});
  expect([often.status, often.headers.get('retry-after')]).toEqual([429, '60']);
  await engine.operator.service.setEnabled(false);
  expect((await wish({})).status).toBe(503);
});
