/** D31, D32 on the wire: a partner's move, and the alternatives of a rejection, on every storage. */
import { expect, test } from 'vitest';
import { createPartnerApi } from '@bord/adapter-http';
import { createEngine } from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import {
  aRequest,
  BASE,
  bookingsPath,
  DEMO_ID,
  demoPlan,
  inEveryWorld,
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
    // A booking can leave a time that is no longer bookable, as it can be cancelled.
    expect((await post(move(id), { startsAt: '2026-12-01T19:00:00Z' })).status).toBe(200);
  },
);

test('D31 a rejection does not wait for alternatives without limit, and does not fail with them', async () => {
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
  const alone = {
    statusCode: 409,
    error: 'Conflict',
    code: 'time_unavailable',
    docs: '/docs#error-time_unavailable',
    message: expect.any(String),
    reason: 'closed',
  };
  const { diary } = storage.bookings;
  storage.bookings.diary = () => Promise.reject(new Error('disk on fire'));
  expect(await ask()).toEqual(alone);
  expect(faults).toMatchObject([{ code: 'unexpected', cause: new Error('disk on fire') }]);
  storage.bookings.diary = () => new Promise(() => undefined);
  expect(await ask()).toEqual(alone);
  storage.bookings.diary = diary;
  // Under overload reads are shed, also those that are part of a create.
  expect(await ask({ booking: limits, reading: none, pages: none, batch: none })).toEqual(alone);
  expect(faults).toHaveLength(1);
  expect(await ask({ booking: limits, reading: limits, pages: none, batch: none })).toEqual({
    ...alone,
    alternatives: expect.any(Array),
  });
});
