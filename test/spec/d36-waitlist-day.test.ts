/** Waiting parties on the day for staff (D36): their order, the reason why they have no table, and their offer. */
import { type DaySheet, HOUR_MS, MINUTE_MS, type WaitingParty } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { storages, storageSample } from '../support/storages.ts';
import {
  anEntry,
  aWaitedRestaurant,
  OFFER_MS,
  SEVEN_MS,
  type WaitedRestaurant,
} from '../support/waited-restaurant.ts';

const { FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;

const LATE_MS = SEVEN_MS + 3 * HOUR_MS;
const LONG_DAY = { servicePeriods: [fixtures.aPeriod({ opensMinute: 17 * 60, closesMinute: 24 * 60 })] };

const sheetOf = ({ engine }: WaitedRestaurant): Promise<DaySheet> =>
  engine.operator.at(LOCATION_ID).bookings.sheet({ date: FRIDAY });

const namesOf = ({ waiting = [] }: DaySheet): string[] => waiting.map(({ guest }) => guest.name);

for (const kind of storageSample) {
  const { name } = kind;

  test(`D36 the day lists waiting parties in order, with the reason and their offer [${name}]`, async () => {
    const restaurant = await aWaitedRestaurant(kind, { A: 2, B: 4 }, LONG_DAY);
    const { engine, book, pass } = restaurant;
    const { bookings, waitlist } = engine.operator.at(LOCATION_ID);
    const first = await book();
    const other = await book(SEVEN_MS, 4);
    expect((await sheetOf(restaurant)).waiting).toEqual([]);
    const add = (who: string, given = {}) => waitlist.add(anEntry(who, given));
    await add('four', { partySize: 4, toMs: SEVEN_MS + 30 * MINUTE_MS });
    await pass(1000);
    await add('booked', { guest: { name: 'booked', email: 'other@example.com', phone: '070-123 45 67' } });
    await bookings.edit(other.id, { phone: '+46 70 123 45 67' });
    await add('two', { mode: 'book' });
    await add('late', { fromMs: SEVEN_MS, toMs: SEVEN_MS + HOUR_MS });

    const full = await sheetOf(restaurant);
    expect(namesOf(full)).toEqual(['four', 'booked', 'two', 'late']);
    const [four, booked, two] = full.waiting!;
    expect(four).toMatchObject({ state: 'waiting', partySize: 4, bookedMs: null, createdMs: FRIDAY_MS });
    // The table for four is free again when its party has gone, and a buffer has passed.
    const { answer } = await bookings.availability({ date: FRIDAY, partySize: 4 });
    const free = answer.slots.filter(({ available }) => available).map(({ startMs }) => startMs);
    expect(four!.nextFreeMs).toBe(free.find((startMs) => startMs > SEVEN_MS + 30 * MINUTE_MS));
    expect(booked).toMatchObject({ bookedMs: SEVEN_MS });
    expect(two).toMatchObject({ mode: 'book', bookedMs: null, createdMs: FRIDAY_MS + 1000 });

    // Each one is unmet demand of staff for its first start.
    const { demand } = await engine.operator.at(LOCATION_ID).demand.read({ from: FRIDAY, to: FRIDAY });
    expect(demand).toMatchObject({ total: { requests: 0 }, own: { total: { requests: 4, covers: 10 } } });
    expect(demand.own).toMatchObject({
      byReason: { tables: 4 },
      hours: [{ weekday: 5, hour: 19, covers: 10 }],
    });

    await bookings.cancel(other.id);
    const offered = await sheetOf(restaurant);
    expect(namesOf(offered)).toEqual(['four', 'booked', 'two', 'late']);
    expect(offered.waiting![0]).toMatchObject({
      state: 'offered',
      nextFreeMs: null,
      offer: { tables: ['B'], startMs: SEVEN_MS, expiresMs: FRIDAY_MS + 1000 + OFFER_MS, state: 'held' },
    });
    expect(offered.waiting![1]).toMatchObject({ bookedMs: null });
    expect(offered.holds).toMatchObject([{ table: 'B', isOffer: true }]);

    // Each equals its entry in `waitlist.list`, and its single read.
    const listed = await waitlist.list(FRIDAY);
    expect(offered.waiting!.map(entryOf)).toEqual(listed);
    expect(await Promise.all(listed.map(({ id }) => waitlist.read(id)))).toEqual(listed);

    // Entries that have left, have a table, or let their offer expire are no longer waiting.
    await bookings.cancel(first.id);
    const joinedAtOnce = await waitlist.add(anEntry('prompt', { fromMs: LATE_MS, toMs: LATE_MS }));
    expect(joinedAtOnce.state).toBe('offered');
    await waitlist.leave(joinedAtOnce.id);
    const after = await engine.operator.at(LOCATION_ID).demand.read({ from: FRIDAY, to: FRIDAY });
    expect(after.demand).toEqual(demand);
    await waitlist.leave(listed.at(-1)!.id);
    await pass(OFFER_MS);
    const last = await sheetOf(restaurant);
    expect(namesOf(last)).not.toContain('late');
    expect(last.waiting!.every(({ state }) => state === 'waiting' || state === 'offered')).toBe(true);
    expect((await bookings.sheet({ date: '2030-03-02' })).waiting).toEqual([]);
  });
}

test('D36 a waitlist of fifty costs a day as much as one entry: one read of pending rows, and one search per size', async () => {
  const restaurant = await aWaitedRestaurant(storages[0]!, { A: 2 });
  const { engine, book, opened } = restaurant;
  await book();
  const { bookings } = opened.storage;
  const queries: string[] = [];
  for (const query of ['find', 'pending', 'diary', 'list'] as const) {
    const before = bookings[query].bind(bookings) as (...args: readonly unknown[]) => unknown;
    Object.assign(bookings, {
      [query]: (...args: readonly unknown[]) => (queries.push(query), before(...args)),
    });
  }
  const readings = async (): Promise<readonly string[]> => {
    await sheetOf(restaurant); // fills the cache
    queries.length = 0;
    await sheetOf(restaurant);
    return queries.toSorted();
  };
  expect(await readings()).toEqual(['diary', 'list']);
  await engine.operator.at(LOCATION_ID).waitlist.add(anEntry('first'));
  const one = await readings();
  expect(one).toEqual(['diary', 'list', 'pending']);
  for (let i = 0; i < 49; i += 1) await engine.operator.at(LOCATION_ID).waitlist.add(anEntry(`g${i}`));
  expect((await sheetOf(restaurant)).waiting).toHaveLength(50);
  expect(await readings()).toEqual(one);
});

/** Without the fields that only the day has. */
function entryOf(party: WaitingParty): object {
  const { bookedMs: _, nextFreeMs: __, ...entry } = party;
  return entry;
}
