/** A hold as staff see it, on every storage: its place, that it is not a booking, and that it is named as an obstacle (D35). */
import { BookingError, HOUR_MS } from '@bord/engine';
import { timelineOf } from '@bord/engine/adapters';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { type StorageKind, storageSample } from '../support/storages.ts';
import { aWaitedRestaurant, SEVEN_MS, type WaitedRestaurant } from '../support/waited-restaurant.ts';

const { aCaller, aPlan, aRequest, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const MINUTE_MS = 60_000;
const GUEST = { name: 'Maja Berg', email: 'maja@example.com' };

interface Restaurant extends WaitedRestaurant {
  /** Holds a table for two at seven. */
  hold(seconds?: number): Promise<string>;
}

async function aRestaurant(kind: StorageKind, tables: readonly string[]): Promise<Restaurant> {
  const restaurant = await aWaitedRestaurant(kind, Object.fromEntries(tables.map((id) => [id, 4])));
  return {
    ...restaurant,
    async hold(seconds = 900) {
      const request = { startMs: SEVEN_MS, partySize: 2, seconds };
      const outcome = await restaurant.engine.partner(aCaller()).createHold(LOCATION_ID, request);
      if (outcome.kind !== 'held') throw new Error(outcome.kind);
      return outcome.hold.id;
    },
  };
}

const AT_A = { tables: ['A'] };
const BLOCK = { ...AT_A, startMs: SEVEN_MS, endMs: SEVEN_MS + HOUR_MS };

for (const kind of storageSample) {
  const { name } = kind;

  test(`D35 a hold is on the day’s sheet as a hold until it expires, and in no list of bookings [${name}]`, async () => {
    const { engine, pass, hold } = await aRestaurant(kind, ['A']);
    const id = await hold();
    const { bookings, months, demand, turns } = engine.operator.at(LOCATION_ID);
    const sheet = await bookings.sheet({ date: FRIDAY });
    expect(sheet).toMatchObject({ bookings: [], others: [], blocks: [] });
    expect(sheet.holds).toEqual([
      {
        id,
        table: 'A',
        startMs: SEVEN_MS,
        endMs: SEVEN_MS + 90 * MINUTE_MS,
        partySize: 2,
        expiresMs: FRIDAY_MS + 15 * MINUTE_MS,
        channel: `partner:${aCaller().partner}`,
        isOffer: false,
        move: null,
      },
    ]);
    const rows = timelineOf(sheet).sections.flatMap((section) => section.rows);
    expect(rows.map(({ tableId, pieces }) => [tableId, pieces.map((piece) => piece.kind)])).toEqual([
      ['A', ['hold']],
    ]);
    expect(await bookings.list()).toEqual([]);
    expect(await bookings.list({ date: FRIDAY })).toEqual([]);
    expect(await bookings.unseated()).toEqual([]);
    for await (const page of bookings.pages()) expect(page).toEqual([]);
    expect(await bookings.search({ search: id })).toMatchObject({
      ahead: [],
      past: [],
    });
    const month = (await months.read(FRIDAY.slice(0, 7))).days;
    expect(month.find(({ date }) => date === FRIDAY)).toMatchObject({ parties: 0, covers: 0 });
    expect(JSON.stringify(await demand.read())).not.toContain(id);
    expect(JSON.stringify(await turns.read())).not.toContain(id);
    for (const what of ['read', 'cancel', 'seat', 'complete'] as const)
      await expect(bookings[what](id)).rejects.toMatchObject({ code: 'booking_not_found' });
    await expect(bookings.pin(id, true)).rejects.toMatchObject({ code: 'booking_not_found' });
    expect(await engine.operator.guests.export('maja@example.com')).toEqual([]);

    await pass(15 * MINUTE_MS);
    expect((await bookings.sheet({ date: FRIDAY })).holds).toEqual([]);
    await engine.partner(aCaller()).confirmHold(id, { guest: GUEST });
    const after = await bookings.sheet({ date: FRIDAY });
    expect([after.holds, after.bookings.map(({ tables }) => tables)]).toEqual([[], [['A']]]);
  });

  test(`D35 D38 D39 where only a hold is in the way it is named, and no force leaves it without its table [${name}]`, async () => {
    const { engine, hold, pass } = await aRestaurant(kind, ['A']);
    const { bookings, tables } = engine.operator.at(LOCATION_ID);
    const id = await hold();
    const named = { kind: 'refused', inTheWay: [], holds: [id] };
    for (const force of [false, true]) {
      expect(await tables.block({ ...BLOCK, force })).toEqual({
        ...named,
        blocks: [],
        possibleFromMs: null,
      });
      const choice = { ...AT_A, force };
      expect(await bookings.create(aRequest(SEVEN_MS), choice)).toEqual({
        ...named,
        reason: 'tables',
      });
    }
    const { slots } = await bookings.times({ date: FRIDAY, partySize: 2 }, AT_A);
    expect(slots.find(({ startMs }) => startMs === SEVEN_MS)).toMatchObject({
      available: false,
      inTheWay: [],
      holds: [id],
    });
    const { offers } = await bookings.tableOffers({ startMs: SEVEN_MS, partySize: 2 });
    expect(offers).toMatchObject([{ tables: ['A'], available: false, holds: [id], reseated: [] }]);
    // The seated party would stay longer.
    const before = await bookings.create(aRequest(SEVEN_MS - 90 * MINUTE_MS), AT_A);
    if (before.kind !== 'booked') throw new Error(before.kind);
    for (const force of [false, true])
      expect(await bookings.extend(before.booking.id, { byMinutes: 30, force })).toEqual({
        ...named,
        reason: 'tables',
      });
    const preview = await bookings.preview(before.booking.id, { startMs: SEVEN_MS }, AT_A);
    expect(preview).toMatchObject({ kind: 'refused', inTheWay: [], holds: [{ id, state: 'held' }] });
    expect((await engine.operator.holds.read(id)).tables).toEqual(['A']);

    // After its expiry it blocks no request.
    await pass(15 * MINUTE_MS);
    expect((await tables.block(BLOCK)).kind).toBe('blocked');
    expect((await engine.operator.holds.read(id)).state).toBe('gone');
  });

  test(`D35 a hold makes room like a booking if it can, and its move sends no event [${name}]`, async () => {
    const { engine, hold } = await aRestaurant(kind, ['A', 'B']);
    const id = await hold();
    const [at] = (await engine.operator.holds.read(id)).tables;
    const other = at === 'A' ? 'B' : 'A';
    const request = { ...BLOCK, tables: [at!] };
    expect(await engine.operator.at(LOCATION_ID).tables.preview(request)).toMatchObject({ kind: 'blocked' });
    expect((await engine.operator.holds.read(id)).tables).toEqual([at]);
    const { offers } = await engine.operator.at(LOCATION_ID).bookings.tableOffers({
      startMs: SEVEN_MS,
      partySize: 2,
    });
    expect(offers.find(({ tables }) => tables[0] === at)).toMatchObject({ available: true, reseated: [] });
    expect(await engine.operator.at(LOCATION_ID).tables.block(request)).toMatchObject({
      kind: 'blocked',
      moved: [],
      unseated: [],
    });
    expect(await engine.operator.holds.read(id)).toMatchObject({ state: 'held', tables: [other] });
    const booked = await engine.partner(aCaller()).confirmHold(id, { guest: GUEST });
    expect(booked).toMatchObject({ kind: 'booked', booking: { tables: [other] } });
  });

  test(`D35 an expired hold whose table the plan has lost is confirmed at another one, or rejected [${name}]`, async () => {
    for (const left of [['B'], []]) {
      const { engine, hold, pass } = await aRestaurant(kind, ['A']);
      const id = await hold(60);
      await pass(MINUTE_MS);
      const floorPlan = {
        tables: [...left, 'tiny'].map((table) => aTable(table, table === 'tiny' ? { seatsMax: 1 } : {})),
        combinations: [],
        wastedSeatsMax: null,
      };
      await engine.operator.locations.apply(aPlan({ floorPlan }), LOCATION_ID);
      const outcome = await engine.partner(aCaller()).confirmHold(id, { guest: GUEST });
      if (left.length > 0) expect(outcome).toMatchObject({ kind: 'booked', booking: { tables: ['B'] } });
      else expect(outcome).toMatchObject({ kind: 'refused', reason: 'tables' });
    }
  });

  test(`D35 the restaurant releases any hold, and a location with expired holds alone can be removed [${name}]`, async () => {
    const { engine, hold, pass } = await aRestaurant(kind, ['A']);
    const { holds, locations } = engine.operator;
    const id = await hold();
    expect((await holds.release(id)).state).toBe('released');
    expect((await holds.release(id)).state).toBe('released');
    expect((await engine.operator.at(LOCATION_ID).bookings.create(aRequest(SEVEN_MS))).kind).toBe('booked');
    await expect(holds.release('hd_0000000000000000000000')).rejects.toThrow(BookingError);
    await engine.operator.bookings.cancel((await engine.operator.at(LOCATION_ID).bookings.list())[0]!.id);
    await hold(60);
    await pass(MINUTE_MS);
    await engine.background.deliverDue(); // e-mails that wait keep a location
    await locations.remove(LOCATION_ID);
    await expect(engine.operator.at(LOCATION_ID).holds.list()).rejects.toMatchObject({
      code: 'location_not_found',
    });
  });

  test(`D35 a hold that expired an hour ago and was never confirmed leaves the diary [${name}]`, async () => {
    const { engine, hold, opened, pass } = await aRestaurant(kind, ['A']);
    const lost = await hold(60);
    await pass(MINUTE_MS);
    const taken = await engine.operator.at(LOCATION_ID).bookings.create(aRequest(SEVEN_MS));
    if (taken.kind !== 'booked') throw new Error(taken.kind);
    await engine.operator.bookings.cancel(taken.booking.id);
    const open = await hold();
    await engine.background.giveOut();
    expect((await opened.storage.bookings.pending(LOCATION_ID)).map(({ id }) => id).toSorted()).toEqual(
      [lost, open].toSorted(),
    );
    await pass(HOUR_MS);
    await engine.background.giveOut();
    expect((await opened.storage.bookings.pending(LOCATION_ID)).map(({ id }) => id)).toEqual([open]);
    expect((await engine.operator.holds.read(lost)).state).toBe('gone');
    expect((await engine.operator.holds.read(open)).state).toBe('lapsed');
    await pass(15 * MINUTE_MS);
    await engine.background.giveOut();
    expect(await opened.storage.bookings.pending(LOCATION_ID)).toEqual([]);
    expect((await engine.operator.holds.read(open)).state).toBe('lapsed');
  });
}
