import { expect } from 'vitest';
import { aRequest, availabilityPath, bookingsPath, DEMO_ID, inEveryWorld, TODAY } from '../support/world.ts';

const batchPath = `/locations/${DEMO_ID}/availability/batch`;
const aBatch = (given: Record<string, unknown> = {}) => ({
  startDate: TODAY,
  endDate: '2026-12-02',
  partySizes: [2],
  ...given,
});

inEveryWorld(
  '§2.5 §4.2.3 a batch has one entry for each date and size, sorted by date, then size, then time',
  async ({ post }) => {
    const { status, body } = await post(batchPath, aBatch({ partySizes: [6, 2] }));
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['days', 'endDate', 'locationId', 'startDate', 'timezone']);
    expect(body).toMatchObject({
      locationId: DEMO_ID,
      startDate: TODAY,
      endDate: '2026-12-02',
      timezone: 'Europe/Stockholm',
    });
    expect(body.days.map((day: { date: string; partySize: number }) => [day.date, day.partySize])).toEqual([
      ['2026-12-01', 2],
      ['2026-12-01', 6],
      ['2026-12-02', 2],
      ['2026-12-02', 6],
    ]);
    for (const { slots } of body.days) {
      const times = slots.map(({ slot }: { slot: string }) => slot);
      expect(times).toEqual(times.toSorted());
    }
  },
);

inEveryWorld('§4.2.5 each entry equals the single-day answer', async ({ post, get }) => {
  for (const [hour, partySize] of [
    [17, 6],
    [18, 2],
    [18, 2],
    [18, 4],
    [15, 1],
  ]) {
    expect(
      (await post(bookingsPath, aRequest({ startsAt: `2026-12-01T${hour}:00:00Z`, partySize }))).status,
    ).toBe(201);
  }
  const { body } = await post(batchPath, aBatch({ endDate: '2026-12-05', partySizes: [1, 2, 3, 4, 5, 6] }));
  expect(body.days).toHaveLength(30);
  for (const { date, partySize, slots } of body.days) {
    expect((await get(availabilityPath(date, partySize))).body.slots).toEqual(slots);
  }
});

inEveryWorld('§4.2.2 §2.4 sizes that are given twice are merged', async ({ post }) => {
  const once = await post(batchPath, aBatch({ partySizes: [2, 4] }));
  expect((await post(batchPath, aBatch({ partySizes: [4, 2, 4, 2, 2] }))).body).toEqual(once.body);
});

inEveryWorld('§4.2.4 D1 a day and size without an available slot is left out', async ({ post, engine }) => {
  const plan = await engine.operator.locations.read(DEMO_ID);
  await engine.operator.locations.apply(
    { ...plan, closures: [{ id: 'c', from: '2026-12-02', to: '2026-12-02', reason: null }] },
    DEMO_ID,
  );
  for (const startsAt of [
    '2026-12-01T10:00:00Z',
    '2026-12-01T12:30:00Z',
    '2026-12-01T15:00:00Z',
    '2026-12-01T17:30:00Z',
  ]) {
    expect((await post(bookingsPath, aRequest({ startsAt, partySize: 6 }))).status).toBe(201);
  }
  const { body } = await post(batchPath, aBatch({ endDate: '2026-12-03', partySizes: [2, 6, 7] }));
  expect(body.days.map((day: { date: string; partySize: number }) => [day.date, day.partySize])).toEqual([
    ['2026-12-01', 2],
    ['2026-12-03', 2],
    ['2026-12-03', 6],
  ]);
});

inEveryWorld(
  '§4.2.1 §8 D28 92 days and 12 sizes are answered; 93 days, 13 sizes and sizes outside 1 to 50 are 400',
  async ({ post }) => {
    const twelve = Array.from({ length: 12 }, (_, i) => i + 1);
    const status = async (given: Record<string, unknown>): Promise<number> =>
      (await post(batchPath, aBatch(given))).status;
    expect(await status({ endDate: '2027-03-02', partySizes: twelve })).toBe(200);
    expect(await status({ endDate: '2027-03-03' })).toBe(400);
    expect(await status({ endDate: TODAY })).toBe(200);
    expect(await status({ endDate: '2026-11-30' })).toBe(400);
    expect(await status({ partySizes: [1, 50] })).toBe(200);
    expect(await status({ partySizes: [...twelve, 13] })).toBe(400);
    expect(await status({ partySizes: Array.from({ length: 13 }, () => 2) })).toBe(400);
    for (const partySizes of [[], [0], [51], [-1], [1.5], ['2'], [null], 2, '2', null, {}])
      expect(await status({ partySizes })).toBe(400);
  },
);

inEveryWorld('§4.2 D8 a body that is no batch request is 400', async ({ post, call, key }) => {
  for (const given of [
    { startDate: undefined },
    { endDate: undefined },
    { partySizes: undefined },
    { startDate: 20261201 },
    { startDate: '2026-2-1' },
    { endDate: '2026-02-30' },
  ]) {
    expect((await post(batchPath, aBatch(given))).status).toBe(400);
  }
  for (const body of ['', 'null', '[]', '"x"', '{', '1'])
    expect((await call('POST', batchPath, { key, body })).status).toBe(400);
  expect((await post(batchPath, aBatch({ colour: 'blue' }))).status).toBe(200);
});

inEveryWorld(
  '§4.2 §8 equal concurrent calls share one reading, and a change shows at once',
  async ({ post, storage }) => {
    let readings = 0;
    const { diary } = storage.bookings;
    Object.assign(storage.bookings, {
      diary: (...args: Parameters<typeof diary>) => {
        readings += 1;
        return diary.apply(storage.bookings, args);
      },
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(batchPath, aBatch())));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(readings).toBe(1);
    await post(bookingsPath, aRequest({ partySize: 2 }));
    expect((await post(batchPath, aBatch())).text).not.toBe(answers[0]!.text);
    expect(readings).toBe(2);
  },
);
