/** D33 on the wire: a partner lists its bookings by their latest change, and catches up, on every storage. */
import { expect } from 'vitest';
import { aRequest, bookingsPath, DEMO_ID, demoPlan, inEveryWorld, type World } from '../support/world.ts';

const OTHER_ID = '00000000-0000-4000-8000-0000000000a2';
const SECOND_MS = 1000;

interface Page {
  readonly bookings: readonly {
    readonly id: string;
    readonly status: string;
    readonly updatedAt: string;
    readonly partySize: number;
  }[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

async function list({ get }: World, conditions: Record<string, string> = {}, key?: string): Promise<Page> {
  const { status, body } = await get(`/bookings?${new URLSearchParams(conditions).toString()}`, key);
  expect([status, body]).toEqual([200, body]);
  return body as Page;
}
const idsOf = ({ bookings }: Page): string[] => bookings.map(({ id }) => id);

async function made(
  { post }: World,
  given: Record<string, unknown> = {},
  key?: string,
  path = bookingsPath,
): Promise<string> {
  const { status, body } = await post(path, aRequest(given), key);
  expect(status).toBe(201);
  return body.id as string;
}

inEveryWorld(
  'D33 pages have as many as were asked for, and only locations of the key’s list',
  async (world) => {
    const { engine } = world;
    await engine.operator.locations.apply({ ...demoPlan, name: 'Other' }, OTHER_ID);
    const { key } = await world.makeKey({ locationIds: [DEMO_ID, OTHER_ID] });
    const ids = [];
    for (const [day, path] of [
      ['02', bookingsPath],
      ['03', bookingsPath],
      ['04', `/locations/${OTHER_ID}/bookings`],
      ['05', bookingsPath],
    ] as const) {
      ids.push(await made(world, { startsAt: `2026-12-${day}T18:00:00Z` }, key, path));
      await world.clock.pass(SECOND_MS);
    }
    let page = await list(world, { limit: '2' }, key);
    const met = [...idsOf(page)];
    while (page.hasMore) {
      page = await list(world, { limit: '2', cursor: page.nextCursor }, key);
      met.push(...idsOf(page));
    }
    expect(met).toEqual(ids);
    expect(idsOf(await list(world))).toEqual([ids[0], ids[1], ids[3]]);
    expect(idsOf(await list(world, { locationId: OTHER_ID }, key))).toEqual([ids[2]]);
    expect(idsOf(await list(world, { from: '2026-12-03', to: '2026-12-04' }, key))).toEqual([ids[1], ids[2]]);
    expect((await world.get(`/bookings?locationId=${OTHER_ID}`)).status).toBe(403);
    for (const query of [
      'limit=0',
      'limit=201',
      'limit=x',
      'cursor=1',
      'cursor=czzzzzzzzzzz', // no whole number
      'from=2026-02-30',
      'updatedSince=2026-12-01',
      'locationId=x',
    ])
      expect([query, (await world.get(`/bookings?${query}`)).status]).toEqual([query, 400]);
  },
);

inEveryWorld('D33 the conditions take every date of the calendar', async (world) => {
  const id = await made(world);
  const past = { from: '0000-01-01', to: '0000-12-31' };
  expect(idsOf(await list(world, { ...past, to: '9999-12-31' }))).toEqual([id]);
  expect(idsOf(await list(world, past))).toEqual([]);
  const pages = world.engine.operator.at(DEMO_ID).bookings.pages({ date: past.from });
  for await (const page of pages) expect(page).toEqual([]);
  for (const date of [past.from, '9999-12-31'])
    expect(await world.engine.operator.at(DEMO_ID).bookings.sheet({ date })).toMatchObject({ date });
});

inEveryWorld('D8 D11 D33 a number of the partner in the query is read as in a body', async (world) => {
  const id = await made(world, { partnerBookingRef: 'r-1' });
  await made(world, { startsAt: '2026-12-01T12:00:00Z' });
  for (const given of ['x'.repeat(201), 'a\0b']) {
    const { status, body } = await world.get(
      `/bookings?${new URLSearchParams({ partnerBookingRef: given }).toString()}`,
    );
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'partnerBookingRef']);
  }
  expect(idsOf(await list(world, { partnerBookingRef: '🍷'.repeat(200) }))).toEqual([]);
  expect(idsOf(await list(world, { partnerBookingRef: 'r-1' }))).toEqual([id]);
  expect(idsOf(await list(world, { partnerBookingRef: ' ' }))).toHaveLength(2);
});

inEveryWorld(
  'D48 an updatedSince in the future lists nothing, changes no position, and its cursor continues from then',
  async (world) => {
    const first = await made(world);
    const updatedSince = '2099-01-01T00:00:00Z';
    const ahead = await list(world, { updatedSince });
    expect([idsOf(ahead), ahead.hasMore]).toEqual([[], false]);
    const second = await made(world, { startsAt: '2026-12-01T15:00:00Z' });
    for (const conditions of [{}, { updatedSince }])
      expect(idsOf(await list(world, { ...conditions, cursor: ahead.nextCursor }))).toEqual([second]);
    const all = await list(world);
    expect(idsOf(all)).toEqual([first, second]);
    const updatedMs = Math.floor(world.clock.nowMs() / SECOND_MS) * SECOND_MS;
    for (const { updatedAt } of all.bookings) expect(Date.parse(updatedAt)).toBe(updatedMs);
    const end = await list(world, { cursor: all.nextCursor });
    expect([idsOf(end), idsOf(await list(world, { cursor: end.nextCursor }))]).toEqual([[], []]);
  },
);

inEveryWorld(
  'D48 updatedSince lists no change of an earlier second, whoever has read the list before',
  async (world) => {
    await made(world);
    await world.clock.pass(60.5 * SECOND_MS);
    const updatedSince = new Date(world.clock.nowMs()).toISOString();
    expect(idsOf(await list(world, { updatedSince }))).toEqual([]);
    const late = await made(world, { startsAt: '2026-12-01T15:00:00Z' });
    expect(idsOf(await list(world, { updatedSince }))).toEqual([late]);
  },
);
