import { expect } from 'vitest';
import { aRequest, availabilityPath, bookingsPath, DEMO_ID, inEveryWorld, TODAY } from '../support/world.ts';

inEveryWorld('§2.3 §4.1 a single day has the location, the date, the zone and its slots', async ({ get }) => {
  const { status, body, headers } = await get(availabilityPath(TODAY, 2));
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(Object.keys(body).toSorted()).toEqual(['date', 'locationId', 'slots', 'timezone']);
  expect(body).toMatchObject({ locationId: DEMO_ID, date: TODAY, timezone: 'Europe/Stockholm' });
  expect(body.slots).toHaveLength(39);
});

inEveryWorld(
  '§2.2 §8 D6 D29 slots are UTC instants a quarter of an hour apart, from 11:00 until two can finish by 22:00',
  async ({ get }) => {
    const { body } = await get(availabilityPath(TODAY, 2));
    expect(body.slots[0]).toEqual({ slot: '2026-12-01T10:00:00Z', available: true, remainingCovers: 14 });
    expect(body.slots[1].slot).toBe('2026-12-01T10:15:00Z');
    expect(body.slots.at(-1).slot).toBe('2026-12-01T19:30:00Z');
  },
);

inEveryWorld('D3 D29 larger parties stay longer, so their last slot is earlier', async ({ get }) => {
  const last = async (partySize: number): Promise<string> =>
    (await get(availabilityPath(TODAY, partySize))).body.slots.at(-1)?.slot;
  expect(await last(1)).toBe('2026-12-01T19:30:00Z');
  expect(await last(4)).toBe('2026-12-01T19:00:00Z');
  expect(await last(6)).toBe('2026-12-01T18:30:00Z');
});

inEveryWorld(
  'D1 a size that no table holds, a past day and a day beyond the horizon have no slots',
  async ({ get }) => {
    for (const [date, size] of [
      [TODAY, 7],
      [TODAY, 5000],
      ['2026-11-30', 2],
      ['2027-12-02', 2],
      ['0001-01-01', 2],
      ['9999-12-31', 2],
    ] as const) {
      const { status, body } = await get(availabilityPath(date, size));
      expect([status, body.slots]).toEqual([200, []]);
    }
    expect((await get(availabilityPath('2027-12-01', 2))).body.slots).toHaveLength(39);
  },
);

inEveryWorld('§4.1 D1 a closed day has an empty list', async ({ get, engine }) => {
  const plan = await engine.operator.locations.read(DEMO_ID);
  await engine.operator.locations.apply(
    { ...plan, closures: [{ id: 'c', from: '2026-12-24', to: '2026-12-26', reason: 'jul' }] },
    DEMO_ID,
  );
  expect((await get(availabilityPath('2026-12-24', 2))).body.slots).toEqual([]);
  expect((await get(availabilityPath('2026-12-27', 2))).body.slots).toHaveLength(39);
});

inEveryWorld('D1 a start that has passed is no longer offered', async ({ get, clock }) => {
  await clock.pass((4 * 60 + 15) * 60_000);
  expect((await get(availabilityPath(TODAY, 2))).body.slots[0].slot).toBe('2026-12-01T12:15:00Z');
  await clock.pass(1);
  expect((await get(availabilityPath(TODAY, 2))).body.slots[0].slot).toBe('2026-12-01T12:30:00Z');
});

inEveryWorld(
  'D1 D2 D4 a slot that is full stays listed, unavailable, with no covers; booking it is refused',
  async ({ get, post }) => {
    const slotAt = async (time: string): Promise<unknown> =>
      (await get(availabilityPath(TODAY, 6))).body.slots.find(({ slot }: { slot: string }) => slot === time);
    expect(await slotAt('2026-12-01T17:00:00Z')).toMatchObject({ available: true, remainingCovers: 14 });
    expect((await post(bookingsPath, aRequest({ partySize: 6 }))).status).toBe(201);
    expect(await slotAt('2026-12-01T15:30:00Z')).toMatchObject({ available: true });
    expect(await slotAt('2026-12-01T15:45:00Z')).toEqual({
      slot: '2026-12-01T15:45:00Z',
      available: false,
      remainingCovers: 0,
    });
    expect(
      (await post(bookingsPath, aRequest({ partySize: 6, startsAt: '2026-12-01T15:45:00Z' }))).status,
    ).toBe(409);
  },
);

inEveryWorld(
  'D4 remainingCovers counts every free table, and is never less than the party',
  async ({ get, post }) => {
    const covers = async (size: number): Promise<number> =>
      (await get(availabilityPath(TODAY, size))).body.slots.find(
        ({ slot }: { slot: string }) => slot === '2026-12-01T18:00:00Z',
      ).remainingCovers;
    expect(await covers(2)).toBe(14);
    await post(bookingsPath, aRequest({ partySize: 4 })); // T2
    expect(await covers(2)).toBe(10);
    await post(bookingsPath, aRequest({ partySize: 5 })); // T3
    expect(await covers(2)).toBe(4);
  },
);

inEveryWorld(
  'D7 what the same process has committed shows at once: a booking, its cancellation, a new plan',
  async ({ get, post, engine }) => {
    const available = async (): Promise<boolean> =>
      (await get(availabilityPath(TODAY, 6))).body.slots.find(
        ({ slot }: { slot: string }) => slot === '2026-12-01T18:00:00Z',
      ).available;
    for (let round = 0; round < 3; round++) {
      expect(await available()).toBe(true);
      const { body } = await post(bookingsPath, aRequest({ partySize: 6 }));
      expect(await available()).toBe(false);
      await post(`/bookings/${body.id}/cancel`);
    }
    const plan = await engine.operator.locations.read(DEMO_ID);
    await engine.operator.locations.apply({ ...plan, leadTimeMinutes: 24 * 60 }, DEMO_ID);
    expect((await get(availabilityPath(TODAY, 6))).body.slots).toEqual([]);
  },
);

inEveryWorld(
  '§4.1 §7 D8 a wrong date, a wrong size, a missing or repeated parameter is 400',
  async ({ get }) => {
    const query = [
      '',
      'date=2026-12-01',
      'partySize=2',
      'date=2026-12-1&partySize=2',
      'date=2026-02-30&partySize=2',
      'date=01-12-2026&partySize=2',
      'date=2026-12-01T00:00:00Z&partySize=2',
      'date=&partySize=2',
      'date=2026-12-01&partySize=',
      'date=2026-12-01&partySize=0',
      'date=2026-12-01&partySize=-1',
      'date=2026-12-01&partySize=1.5',
      'date=2026-12-01&partySize=two',
      'date=2026-12-01&partySize=2e0',
      'date=2026-12-01&partySize=0x2',
      'date=2026-12-01&partySize=%202',
      'date=2026-12-01&partySize=2&partySize=3',
      'date=2026-12-01&date=2026-12-02&partySize=2',
    ];
    for (const text of query) {
      const { status, body } = await get(`/locations/${DEMO_ID}/availability?${text}`);
      expect([text, status]).toEqual([text, 400]);
      expect(body).toMatchObject({ statusCode: 400, error: 'Bad Request' });
    }
  },
);
