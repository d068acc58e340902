/** D33 on the wire: a partner lists her bookings by their latest change, and catches up, on every storage. */
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
  'D33 each booking of the channel is listed once and as it stands, the oldest change first',
  async (world) => {
    const { clock, engine, post, get } = world;
    const [first, second] = [await made(world), await made(world, { startsAt: '2026-12-01T15:00:00Z' })];
    await clock.pass(5 * SECOND_MS);
    const third = await made(world, { startsAt: '2026-12-01T12:00:00Z', partnerBookingRef: 'r-3' });
    await engine.operator.bookings.create(DEMO_ID, {
      startMs: Date.parse('2026-12-01T12:00:00Z'),
      partySize: 1,
      guest: { name: 'Walk' },
    });
    const { key: foreign } = await world.makeKey({ partner: 'other' });
    await made(world, { startsAt: '2026-12-02T12:00:00Z' }, foreign);
    const all = await list(world);
    expect(all.bookings.map(({ id }) => id).toSorted()).toEqual([first, second, third].toSorted());
    expect([all.bookings[2]!.id, all.hasMore]).toEqual([third, false]);
    const { updatedAt, ...rest } = all.bookings[2]!;
    expect(rest).toEqual((await get(`/bookings/${third}`)).body);
    expect(Math.floor(Date.parse(updatedAt) / SECOND_MS)).toBe(Math.floor(clock.nowMs() / SECOND_MS));
    await clock.pass(5 * SECOND_MS);
    await post(`/bookings/${first}/cancel`);
    const next = await list(world, { cursor: all.nextCursor });
    expect([idsOf(next), next.bookings[0]!.status, next.hasMore]).toEqual([[first], 'cancelled', false]);
    expect(idsOf(await list(world, { cursor: next.nextCursor }))).toEqual([]);
    expect(idsOf(await list(world)).at(-1)).toBe(first);
    expect(idsOf(await list(world, { updatedSince: updatedAt }))).toEqual([third, first]);
    expect(idsOf(await list(world, { updatedSince: new Date(clock.nowMs()).toISOString() }))).toEqual([
      first,
    ]);
    expect(idsOf(await list(world, { partnerBookingRef: 'r-3' }))).toEqual([third]);
  },
);

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
      'cursor=czzzzzzzzzzz',
      'from=2026-02-30',
      'updatedSince=2026-12-01',
      'locationId=x',
    ])
      expect([query, (await world.get(`/bookings?${query}`)).status]).toEqual([query, 400]);
  },
);

inEveryWorld(
  'D9 D33 D41 what a partner does not see is no change: re-seating, a pin, the visit, notes',
  async (world) => {
    const { engine } = world;
    const id = await made(world);
    const { nextCursor } = await list(world);
    const { bookings } = engine.operator;
    await bookings.pin(id, true);
    await bookings.edit(id, { notes: 'by the window' });
    await bookings.arrive(id);
    await bookings.seat(id);
    expect(idsOf(await list(world, { cursor: nextCursor }))).toEqual([]);
    await bookings.complete(id);
    expect((await list(world, { cursor: nextCursor })).bookings).toMatchObject([{ id, status: 'completed' }]);
  },
);

inEveryWorld(
  'D33 who pages while bookings change has in the end met every booking as it stands',
  async (world) => {
    const { post, get } = world;
    const seen = new Map<string, string>();
    const madeIds: string[] = [];
    let isWriting = true;
    const writer = async (day: number): Promise<void> => {
      for (const hour of ['11', '13', '15', '17']) {
        const id = await made(world, { startsAt: `2026-12-${day}T${hour}:00:00Z` });
        madeIds.push(id);
        await post(`/bookings/${id}/move`, { startsAt: `2026-12-${day}T${hour}:30:00Z` });
        if (hour === '13') await post(`/bookings/${id}/cancel`);
      }
    };
    const writing = Promise.all([11, 12, 13, 14].map(writer)).finally(() => (isWriting = false));
    let cursor: string | undefined;
    for (let isLast = false; !isLast;) {
      isLast = !isWriting;
      let page: Page;
      do {
        page = await list(world, { limit: '3', ...(cursor !== undefined && { cursor }) });
        for (const { updatedAt: _, ...booking } of page.bookings)
          seen.set(booking.id, JSON.stringify(booking));
        cursor = page.nextCursor;
      } while (page.hasMore);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await writing;
    for (const id of madeIds) expect(seen.get(id)).toBe((await get(`/bookings/${id}`)).text);
    expect(seen.size).toBe(madeIds.length);
  },
);
