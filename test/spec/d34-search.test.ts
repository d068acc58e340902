/** D34 on the wire: the nearest times of several restaurants. */
import { memoryStorage } from '@bord/engine/testing';
import { createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import {
  aRequest,
  availabilityPath,
  bookingsPath,
  DEMO_ID,
  demoPlan,
  IN_MEMORY,
  inEveryWorld,
  TODAY,
} from '../support/world.ts';

const OTHER_ID = '00000000-0000-4000-8000-0000000000a2';
const NOWHERE_ID = '00000000-0000-4000-8000-0000000000ff';
const AT_SEVEN = '2026-12-01T18:00:00Z';
const SEARCH = '/availability/search';

interface Slot {
  readonly slot: string;
  readonly available: boolean;
  readonly remainingCovers: number;
}

inEveryWorld(
  'D34 each slot of a search is a slot of the single day, the nearest five that can be had',
  async (world) => {
    const { engine, get, post } = world;
    await engine.operator.locations.apply(
      { ...demoPlan, name: 'Other', timeZone: 'Europe/Helsinki' },
      OTHER_ID,
    );
    const { key } = await world.makeKey({ locationIds: [DEMO_ID, OTHER_ID] });
    await post(bookingsPath, aRequest({ partySize: 6, startsAt: AT_SEVEN }), key);
    const wish = { locationIds: [OTHER_ID, DEMO_ID.toUpperCase(), OTHER_ID], date: TODAY, partySize: 6 };
    const distance = ({ slot }: Slot): number => Math.abs(Date.parse(slot) - Date.parse(AT_SEVEN));
    const single = async (id: string): Promise<Slot[]> => {
      const { body } = await get(availabilityPath(TODAY, 6).replace(DEMO_ID, id), key);
      return (body.slots as Slot[]).filter(({ available }) => available);
    };
    const { status, body } = await post(SEARCH, { ...wish, around: '2026-12-01T19:00:00+01:00' }, key);
    const nearest = (slots: Slot[]): Slot[] =>
      slots
        .toSorted((a, b) => distance(a) - distance(b) || Date.parse(a.slot) - Date.parse(b.slot))
        .slice(0, 5);
    expect([status, body]).toEqual([
      200,
      {
        date: TODAY,
        partySize: 6,
        locations: [
          { locationId: OTHER_ID, timezone: 'Europe/Helsinki', slots: nearest(await single(OTHER_ID)) },
          { locationId: DEMO_ID, timezone: 'Europe/Stockholm', slots: nearest(await single(DEMO_ID)) },
        ],
      },
    ]);
    const early = (await post(SEARCH, wish, key)).body;
    expect(early.locations[1].slots).toEqual((await single(DEMO_ID)).slice(0, 5));
    const none = (await post(SEARCH, { ...wish, partySize: 7 }, key)).body;
    expect(none.locations.map(({ slots }: { slots: Slot[] }) => slots)).toEqual([[], []]);
  },
  IN_MEMORY,
);

inEveryWorld(
  'D14 D34 a location that the key may not see refuses the search, whether it exists or not, and says which it is',
  async (world) => {
    const { engine, post } = world;
    await engine.operator.locations.apply({ ...demoPlan, name: 'Other' }, OTHER_ID);
    const wish = { date: TODAY, partySize: 2 };
    const foreign = await post(SEARCH, { ...wish, locationIds: [DEMO_ID, OTHER_ID] });
    expect(foreign).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('locationIds.1') },
    });
    const unknown = await post(SEARCH, { ...wish, locationIds: [DEMO_ID, NOWHERE_ID] });
    expect([unknown.status, unknown.text]).toEqual([403, foreign.text]);
    const { key } = await world.makeKey({ locationIds: null });
    expect((await post(SEARCH, { ...wish, locationIds: [DEMO_ID, OTHER_ID] }, key)).status).toBe(200);
    expect((await post(SEARCH, { ...wish, locationIds: [NOWHERE_ID] }, key)).status).toBe(403);
    const many = Array.from({ length: 51 }, () => DEMO_ID);
    for (const body of [
      { locationIds: [] },
      { locationIds: many },
      { locationIds: ['x'] },
      { locationIds: DEMO_ID },
      { locationIds: [DEMO_ID], date: '2026-02-30' },
      { locationIds: [DEMO_ID], partySize: 0 },
      { locationIds: [DEMO_ID], around: '2026-12-01T18:00:00' },
    ])
      expect([body, (await post(SEARCH, { ...wish, ...body })).status]).toEqual([body, 400]);
    expect((await post(SEARCH, { ...wish, locationIds: many.slice(1) })).status).toBe(200);
  },
  IN_MEMORY,
);

test('D34 50 locations cost what 50 single days cost: a reading of each, and none where the day is known', async () => {
  const clock = { nowMs: () => Date.UTC(2026, 11, 1, 8) };
  const storage = memoryStorage(clock);
  const { diary } = storage.bookings;
  let reads = 0;
  storage.bookings.diary = (...given) => {
    reads += 1;
    return diary(...given);
  };
  const ids = Array.from({ length: 50 }, (_, i) => `00000000-0000-4000-8000-0000000001${10 + i}`);
  const single = createEngine({ storage, clock });
  for (const id of ids) await single.operator.locations.apply(demoPlan, id);
  const caller = fixtures.aCaller({ locationIds: ids });
  const day = { date: TODAY, partySize: 2 };
  const costOf = async (ask: () => Promise<unknown>): Promise<number> => {
    reads = 0;
    await ask();
    return reads;
  };
  const one = await costOf(async () => {
    for (const id of ids) await single.partner(caller).readAvailability(id, day);
  });
  const searching = createEngine({ storage, clock }).partner(caller);
  expect([one, await costOf(() => searching.searchAvailability({ ...day, locationIds: ids }))]).toEqual([
    50, 50,
  ]);
  expect(await costOf(() => searching.searchAvailability({ ...day, locationIds: ids }))).toBe(0);
});
