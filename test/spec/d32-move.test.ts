/** D31, D32 on the wire: a partner's move, and what a refusal names instead, on every storage. */
import { expect, test } from 'vitest';
import { createPartnerApi } from '@bord/adapter-http';
import { createEngine } from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import {
  availabilityPath,
  aRequest,
  BASE,
  bookingsPath,
  DEMO_ID,
  demoPlan,
  inEveryWorld,
  TODAY,
  type World,
} from '../support/world.ts';

const AT_SIX = '2026-12-01T17:00:00Z';
const AT_SEVEN = '2026-12-01T18:00:00Z';
const MINUTE_MS = 60_000;

const move = (id: string): string => `/bookings/${id}/move`;

async function made({ post }: World, given: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await post(bookingsPath, aRequest(given));
  expect(status).toBe(201);
  return body.id as string;
}

/** The events that have been written for the partner's endpoint, by type. */
async function eventsOf({ engine }: World, endpointId: string): Promise<string[]> {
  const deliveries = await engine.operator.webhooks.deliveries(endpointId);
  return deliveries.map(({ eventId }) => eventId.split(':')[1]!).toReversed();
}

inEveryWorld(
  'D32 a booking gets another time, another size or both, and the same once more tells nobody',
  async (world) => {
    const { get, post } = world;
    const endpoint = fixtures.anEndpoint();
    await world.storage.endpoints.insert(endpoint);
    const id = await made(world, { partnerBookingRef: 'r-1' });
    const read = (await get(`/bookings/${id}`)).body;
    const later = await post(move(id), { startsAt: '2026-12-01T20:00:00+01:00' });
    expect([later.status, later.body]).toEqual([200, { ...read, startsAt: '2026-12-01T19:00:00Z' }]);
    const larger = await post(move(id), { partySize: 3 });
    expect([larger.status, larger.body]).toEqual([200, { ...later.body, partySize: 3 }]);
    const both = await post(move(id), { startsAt: AT_SIX, partySize: 2 });
    expect([both.status, both.body]).toEqual([200, { ...read, startsAt: AT_SIX }]);
    expect(await get(`/bookings/${id}`)).toMatchObject({ status: 200, body: both.body });
    for (const same of [{}, { startsAt: AT_SIX }, { partySize: 2 }, { startsAt: AT_SIX, partySize: 2 }])
      expect(await post(move(id), same)).toMatchObject({ status: 200, body: both.body });
    expect(await eventsOf(world, endpoint.id)).toEqual([
      'booking.created',
      'booking.updated',
      'booking.updated',
      'booking.updated',
    ]);
  },
);

inEveryWorld(
  'D31 D32 a move that cannot be had leaves the booking as it was, and names times that can',
  async (world) => {
    const { get, post } = world;
    const id = await made(world);
    const six = await made(world, { partySize: 6 });
    const before = (await get(`/bookings/${id}`)).body;
    const refusal = await post(move(id), { partySize: 6 });
    expect([refusal.status, refusal.body]).toEqual([
      409,
      {
        statusCode: 409,
        error: 'Conflict',
        message: expect.any(String),
        reason: 'tables',
        alternatives: ['15:30', '15:15', '15:00', '14:45'].map((time) => ({
          startsAt: `${TODAY}T${time}:00Z`,
        })),
      },
    ]);
    for (const [body, reason] of [
      [{ startsAt: '2026-12-01T18:05:00Z' }, 'closed'],
      [{ startsAt: '2026-12-02T03:00:00Z' }, 'closed'],
      [{ startsAt: '2026-11-30T18:00:00Z' }, 'too_soon'],
      [{ startsAt: '2028-11-30T18:00:00Z' }, 'too_far'],
      [{ startsAt: '9999-12-31T23:59:59Z' }, 'too_far'],
      [{ startsAt: '0001-01-01T00:00:00Z' }, 'too_soon'],
      [{ partySize: 7 }, 'party_size'],
    ] as const) {
      const { status, body: answered } = await post(move(id), body);
      expect([body, status, answered.reason]).toEqual([body, 409, reason]);
      expect(answered.alternatives === undefined).toBe(reason === 'party_size');
    }
    expect((await get(`/bookings/${id}`)).body).toEqual(before);
    for (const { startsAt } of refusal.body.alternatives as { startsAt: string }[])
      expect(await post(move(id), { startsAt, partySize: 6 })).toMatchObject({ status: 200 });
    expect((await get(`/bookings/${six}`)).body.startsAt).toBe(AT_SEVEN);
  },
);

inEveryWorld(
  'D31 each alternative of a refused creation is free, and taken at its word it is had',
  async (world) => {
    const { get, post } = world;
    await made(world, { partySize: 6 });
    const refusal = await post(bookingsPath, aRequest({ partySize: 6 }));
    const { slots } = (await get(availabilityPath(TODAY, 6))).body;
    const free = (slots as { slot: string; available: boolean }[]).filter(({ available }) => available);
    const nearest = free
      .map(({ slot }) => slot)
      .toSorted((a, b) => distance(a) - distance(b) || Date.parse(a) - Date.parse(b))
      .slice(0, 4);
    expect(refusal.body.alternatives).toEqual(nearest.map((startsAt) => ({ startsAt })));
    for (const startsAt of nearest) {
      const { status, body } = await post(bookingsPath, aRequest({ startsAt, partySize: 6 }));
      expect(status).toBe(201);
      await post(`/bookings/${body.id}/cancel`);
    }
    const yesterday = await post(bookingsPath, aRequest({ startsAt: '2026-11-30T18:00:00Z' }));
    expect(yesterday.body).toMatchObject({
      alternatives: [],
      nextAvailable: { date: TODAY, startsAt: AT_SEVEN },
    });
    expect((await post(bookingsPath, aRequest({ partySize: 7 }))).body).toEqual({
      statusCode: 409,
      error: 'Conflict',
      message: expect.any(String),
      reason: 'party_size',
    });
  },
);

const distance = (slot: string): number => Math.abs(Date.parse(slot) - Date.parse(AT_SEVEN));

inEveryWorld(
  'D32 what is left out stays as it is at the moment of the step, whoever has changed it meanwhile',
  async (world) => {
    const id = await made(world);
    const { engine } = world;
    const both = await Promise.all([
      world.post(move(id), { startsAt: AT_SIX }),
      engine.operator.bookings.move(id, { partySize: 4 }),
      world.post(move(id), { partySize: 3 }),
    ]);
    expect(both.map((one) => ('status' in one ? one.status : one.kind))).toEqual([200, 'changed', 200]);
    const { body } = await world.get(`/bookings/${id}`);
    expect(body.startsAt).toBe(AT_SIX);
    expect([3, 4]).toContain(body.partySize);
  },
);

inEveryWorld(
  'D32 D41 a booking that is cancelled or over, or whose party is there, cannot be moved: 400',
  async (world) => {
    const { engine, post } = world;
    const { bookings } = engine.operator;
    const ends = {
      cancelled: (id: string) => bookings.cancel(id),
      completed: (id: string) => bookings.complete(id),
      no_show: (id: string) => bookings.markNoShow(id),
      seated: (id: string) => bookings.seat(id),
    };
    for (const [state, end] of Object.entries(ends)) {
      const id = await made(world);
      await end(id);
      const { status, body } = await post(move(id), { startsAt: AT_SIX });
      expect([state, status, body.message]).toEqual([state, 400, expect.stringContaining('cannot be moved')]);
      const isThere = state === 'seated';
      // The visit is none of hers: a move to where the booking is says no more than that it stands.
      expect((await post(move(id), { startsAt: AT_SEVEN })).status).toBe(isThere ? 200 : 400);
      if (isThere) await post(`/bookings/${id}/cancel`);
    }
  },
);

inEveryWorld(
  'D32 a partner moves to what she could book: online tables, pacing, lead time',
  async (world) => {
    const { engine, clock, post } = world;
    const offline = { ...fixtures.aTable('T9', { seatsMin: 1, seatsMax: 8 }), online: false };
    const { floorPlan } = demoPlan;
    await engine.operator.locations.apply(
      {
        ...demoPlan,
        leadTimes: [{ partyMax: 1000, leadTimeMinutes: 120 }],
        pacing: { coversPerStep: 4, partiesPerStep: null },
        floorPlan: { ...floorPlan, tables: [...floorPlan.tables, offline] },
      },
      DEMO_ID,
    );
    const id = await made(world);
    expect((await post(move(id), { partySize: 8 })).body.reason).toBe('party_size');
    await made(world, { startsAt: AT_SIX });
    expect((await post(move(id), { startsAt: AT_SIX, partySize: 3 })).body.reason).toBe('pacing');
    await clock.pass(Date.parse(AT_SEVEN) - clock.nowMs() - 100 * MINUTE_MS);
    expect((await post(move(id), { startsAt: '2026-12-01T18:15:00Z' })).body.reason).toBe('too_soon');
    // Out of a time that nobody could book any more she may go, as she may cancel.
    expect((await post(move(id), { startsAt: '2026-12-01T19:00:00Z' })).status).toBe(200);
  },
);

test('D31 a refusal does not wait for other times for ever, nor fall with them', async () => {
  const clock = { nowMs: () => Date.UTC(2026, 11, 1, 8) };
  const storage = memoryStorage(clock);
  const engine = createEngine({ storage, clock });
  await engine.operator.locations.apply(demoPlan, DEMO_ID);
  const { key } = await engine.operator.keys.create({ partner: 'acme', locationIds: [DEMO_ID] });
  const faults: unknown[] = [];
  const limits = {
    atOnce: 9,
    atOnceEach: 9,
    turnMs: 1000,
    waiting: 9,
    waitMs: 1000,
    arriving: 9,
    arrivingEach: 9,
    arriveMs: 1000,
  };
  const none = { ...limits, atOnce: 0, waiting: 0 };
  const ask = async (
    overload?: Parameters<typeof createPartnerApi>[0]['overload'],
  ): Promise<Record<string, unknown>> => {
    const api = createPartnerApi({
      engine,
      onError: (error) => faults.push(error),
      ...(overload && { overload }),
    });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify(aRequest({ startsAt: '2026-12-02T03:00:00Z' }));
    const answer = await api.fetch(
      new Request(`http://bord.test${BASE}${bookingsPath}`, { method: 'POST', headers, body }),
    );
    expect(answer.status).toBe(409);
    return (await answer.json()) as Record<string, unknown>;
  };
  const alone = { statusCode: 409, error: 'Conflict', message: expect.any(String), reason: 'closed' };
  const { diary } = storage.bookings;
  storage.bookings.diary = () => Promise.reject(new Error('disk on fire'));
  expect(await ask()).toEqual(alone);
  expect(faults).toEqual([new Error('disk on fire')]);
  storage.bookings.diary = () => new Promise(() => undefined);
  expect(await ask()).toEqual(alone);
  storage.bookings.diary = diary;
  // Too much to do: what somebody reads is not done, and no part of it for who books.
  expect(await ask({ booking: limits, reading: none, pages: none, batch: none })).toEqual(alone);
  expect(faults).toHaveLength(1);
  expect(await ask({ booking: limits, reading: limits, pages: none, batch: none })).toEqual({
    ...alone,
    alternatives: expect.any(Array),
  });
});
