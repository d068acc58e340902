/** Tables that become free without a step on their date are allocated, too (D36): by time, by a plan, by a step on another date. */
import { DAY_MS, type Engine, HOUR_MS, MINUTE_MS, type Waiting, type WaitingMode } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { storageSample } from '../support/storages.ts';
import { anEntry, aWaitedRestaurant, OFFER_MS, SEVEN_MS } from '../support/waited-restaurant.ts';

const { aCaller, aRequest, aTable, FRIDAY, LOCATION_ID } = fixtures;

const statesOf = (engine: Engine, waiting: readonly Waiting[]): Promise<string[]> =>
  Promise.all(waiting.map(async ({ id }) => (await engine.partner(aCaller()).readWaiting(id)).state));

for (const kind of storageSample) {
  const { name } = kind;

  test(`D36 an offer that expires on a quiet day goes to the next entry without a request [${name}]`, async () => {
    const { engine, pass, book, faults } = await aWaitedRestaurant(kind, { A: 2 });
    const partner = engine.partner(aCaller());
    const first = await book();
    const waiting = [];
    for (const guest of ['one', 'two', 'three'])
      waiting.push(await partner.joinWaitlist(LOCATION_ID, anEntry(guest)));
    await partner.cancelBooking(first.id);
    expect(await engine.background.giveOut()).toBe(1);
    expect(await statesOf(engine, waiting)).toEqual(['offered', 'waiting', 'waiting']);
    await pass(OFFER_MS - 1);
    await engine.background.giveOut();
    expect(await statesOf(engine, waiting)).toEqual(['offered', 'waiting', 'waiting']);
    await pass(1);
    await engine.background.giveOut();
    await engine.background.giveOut();
    expect(await statesOf(engine, waiting)).toEqual(['lapsed', 'offered', 'waiting']);
    await pass(OFFER_MS);
    await engine.background.giveOut();
    expect(await statesOf(engine, waiting)).toEqual(['lapsed', 'lapsed', 'offered']);
    expect(faults).toEqual([]);
  });

  test(`D36 several processes that allocate concurrently allocate each table once [${name}]`, async () => {
    const { engine, pass, book, another } = await aWaitedRestaurant(kind, { A: 2, B: 2 });
    const partner = engine.partner(aCaller());
    const first = [await book(), await book()];
    const waiting = [];
    for (const guest of ['one', 'two', 'three', 'four', 'five'])
      waiting.push(await partner.joinWaitlist(LOCATION_ID, anEntry(guest)));
    for (const { id } of first) await partner.cancelBooking(id);
    await pass(OFFER_MS);
    const engines = [engine, await another(), await another()];
    await Promise.all(engines.flatMap((one) => [one.background.giveOut(), one.background.giveOut()]));
    expect(await statesOf(engine, waiting)).toEqual(['lapsed', 'lapsed', 'offered', 'offered', 'waiting']);
  });

  test(`D36 a move to another date frees its table for the waiting parties of the old date [${name}]`, async () => {
    const { engine, book } = await aWaitedRestaurant(kind, { A: 2 });
    const partner = engine.partner(aCaller());
    const first = await book();
    const waiting = [await partner.joinWaitlist(LOCATION_ID, anEntry('one', { mode: 'book' }))];
    expect(await statesOf(engine, waiting)).toEqual(['waiting']);
    await engine.operator.bookings.move(first.id, { startMs: SEVEN_MS + DAY_MS });
    expect(await statesOf(engine, waiting)).toEqual(['booked']);
  });

  test(`D36 unblocked tables and those of a new plan go to waiting parties [${name}]`, async () => {
    const { engine, opened } = await aWaitedRestaurant(kind, { A: 2 });
    const partner = engine.partner(aCaller());
    const block = await engine.operator.at(LOCATION_ID).tables.block({
      tables: ['A'],
      startMs: SEVEN_MS - HOUR_MS,
      endMs: SEVEN_MS + HOUR_MS,
      reason: null,
    });
    const waiting = [
      await partner.joinWaitlist(LOCATION_ID, anEntry('one')),
      await partner.joinWaitlist(LOCATION_ID, anEntry('two')),
    ];
    if (block.kind !== 'blocked') throw new Error(block.kind);
    await engine.operator.tables.unblock(block.block.id);
    expect(await statesOf(engine, waiting)).toEqual(['offered', 'waiting']);
    const { id, revision, ...plan } = (await opened.storage.locations.get(LOCATION_ID))!;
    expect(revision).toBeGreaterThan(0);
    const tables = [...plan.floorPlan.tables, aTable('B', { seatsMax: 2 })];
    await engine.operator.locations.apply({ ...plan, floorPlan: { ...plan.floorPlan, tables } }, id);
    expect(await statesOf(engine, waiting)).toEqual(['offered', 'offered']);
  });

  test.each<[string, (engine: Engine, earlierId: string) => Promise<unknown>, WaitingMode]>([
    [
      'D39 a block by force',
      ({ operator }) =>
        operator.at(LOCATION_ID).tables.block({
          tables: ['A'],
          startMs: SEVEN_MS,
          endMs: SEVEN_MS + HOUR_MS,
          force: true,
        }),
      'book',
    ],
    [
      'D46 a block that releases holds',
      ({ operator }) =>
        operator.at(LOCATION_ID).tables.block({
          tables: ['A'],
          startMs: SEVEN_MS,
          endMs: SEVEN_MS + HOUR_MS,
          releaseHolds: true,
        }),
      'offer',
    ],
    [
      'D41 a longer stay by force',
      ({ operator }, earlierId) => operator.bookings.extend(earlierId, { byMinutes: 60, force: true }),
      'book',
    ],
  ])(
    `D36 %s takes no table that the same step has given to a waiting party [${name}]`,
    async (_, take, mode) => {
      const { engine, pass, book } = await aWaitedRestaurant(kind, { A: 2 });
      const partner = engine.partner(aCaller());
      const earlier = await book(SEVEN_MS - 2 * HOUR_MS);
      const held = await partner.createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, seconds: 60 });
      expect(held.kind).toBe('held');
      const waiting = [await partner.joinWaitlist(LOCATION_ID, anEntry('one', { mode }))];
      await pass(MINUTE_MS); // the hold has expired, and no step has seen it
      await take(engine, earlier.id);
      expect(await statesOf(engine, waiting)).toEqual(['waiting']);
      const bookings = await engine.operator.at(LOCATION_ID).bookings.list({ date: FRIDAY });
      expect(bookings.map(({ tables }) => tables)).toEqual([['A']]);
    },
  );

  test(`D36 removing a closure gives tables to waiting parties immediately [${name}]`, async () => {
    const { engine, book } = await aWaitedRestaurant(kind, { A: 2 });
    const partner = engine.partner(aCaller());
    const first = await book();
    const waiting = [await partner.joinWaitlist(LOCATION_ID, anEntry('one'))];
    const closure = await engine.operator.at(LOCATION_ID).closures.add({
      from: FRIDAY,
      to: FRIDAY,
      reason: null,
    });
    await partner.cancelBooking(first.id);
    expect(await statesOf(engine, waiting)).toEqual(['waiting']);
    await engine.operator.at(LOCATION_ID).closures.remove(closure.id);
    expect(await statesOf(engine, waiting)).toEqual(['offered']);
  });

  test(`D36 a table that fits no waiting party is shown as free after it was examined [${name}]`, async () => {
    const { engine, pass, book } = await aWaitedRestaurant(kind, { A: 2, B: 6 });
    const partner = engine.partner(aCaller());
    await book(SEVEN_MS, 6);
    const large = await partner.joinWaitlist(LOCATION_ID, anEntry('large', { partySize: 6 }));
    const held = await partner.createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, seconds: 60 });
    expect(held.kind).toBe('held');
    const isFree = async (): Promise<boolean> => {
      const { answer } = await partner.readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
      return answer.slots.find(({ startMs }) => startMs === SEVEN_MS)!.available;
    };
    expect(await isFree()).toBe(false);
    await engine.background.giveOut(); // a held table is not examined
    await pass(MINUTE_MS);
    expect(await isFree()).toBe(false);
    await engine.background.giveOut();
    expect(await isFree()).toBe(true);
    expect(await statesOf(engine, [large])).toEqual(['waiting']);
    expect((await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS))).kind).toBe('booked');
  });

  test(`D36 an examined table stays free while another expired hold was not examined [${name}]`, async () => {
    const { engine, pass, book } = await aWaitedRestaurant(kind, { A: 2, B: 6, C: 2 });
    const partner = engine.partner(aCaller());
    await book(SEVEN_MS, 6);
    await partner.joinWaitlist(LOCATION_ID, anEntry('large', { partySize: 6 }));
    for (const seconds of [60, 120])
      await partner.createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, seconds });
    const freeSeats = async (): Promise<number> => {
      const { answer } = await partner.readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
      return answer.slots.find(({ startMs }) => startMs === SEVEN_MS)!.remainingCovers;
    };
    expect(await freeSeats()).toBe(0);
    await pass(MINUTE_MS);
    await engine.background.giveOut();
    expect(await freeSeats()).toBe(2);
    await pass(MINUTE_MS); // the other hold has expired, and no step has seen it
    expect(await freeSeats()).toBe(2);
    await engine.background.giveOut();
    expect(await freeSeats()).toBe(4);
  });

  test(`D36 an entry whose time has passed leaves the waitlist, and is still notified of its end [${name}]`, async () => {
    const { engine, opened, pass, book } = await aWaitedRestaurant(kind, { A: 2 });
    const partner = engine.partner(aCaller());
    await book();
    const waiting = [
      await partner.joinWaitlist(LOCATION_ID, anEntry('one')),
      await partner.joinWaitlist(LOCATION_ID, anEntry('two', { toMs: SEVEN_MS + HOUR_MS })),
    ];
    await pass(18 * HOUR_MS - MINUTE_MS);
    await engine.background.giveOut();
    expect(await opened.storage.bookings.pending(LOCATION_ID)).toHaveLength(2);
    await pass(MINUTE_MS);
    await engine.background.giveOut();
    expect(await opened.storage.bookings.pending(LOCATION_ID)).toHaveLength(1);
    expect(await statesOf(engine, waiting)).toEqual(['lapsed', 'waiting']);
    await pass(HOUR_MS);
    expect(await engine.background.giveOut()).toBe(1);
    expect(await engine.background.giveOut()).toBe(0);
    expect(await statesOf(engine, waiting)).toEqual(['lapsed', 'lapsed']);
    expect(await opened.storage.bookings.pending(null)).toEqual([]);
  });

  test(`D36 D45 entries stay on the waitlist after a jump of the clock [${name}]`, async () => {
    const { engine, opened, pass, book } = await aWaitedRestaurant(kind, { A: 2 });
    await engine.background.runMaintenance();
    await book();
    await engine.partner(aCaller()).joinWaitlist(LOCATION_ID, anEntry('one'));
    await pass(5 * DAY_MS);
    await engine.background.giveOut();
    expect(await opened.storage.bookings.pending(LOCATION_ID)).toHaveLength(1);
  });
}
