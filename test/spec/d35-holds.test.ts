/** Holds on every storage: a held table is not available to others, and an expired one goes to the first step (D35). */
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { storageSample } from '../support/storages.ts';
import { aWaitedRestaurant, SEVEN_MS } from '../support/waited-restaurant.ts';

const { aCaller, aRequest, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const MINUTE_MS = 60_000;
const GUEST = { name: 'Maja Berg', email: 'maja@example.com' };
const HOLD = { startMs: SEVEN_MS, partySize: 2 };

for (const kind of storageSample) {
  const { name } = kind;

  test(`D35 a held table is taken for others, is not a booking, and is confirmed once [${name}]`, async () => {
    const { engine, opened } = await aWaitedRestaurant(kind, { A: 4 });
    const partner = engine.partner(aCaller());
    const placed = await partner.createHold(LOCATION_ID, { ...HOLD, idempotencyKey: 'a' });
    if (placed.kind !== 'held') throw new Error(placed.kind);
    const { hold } = placed;
    expect(hold).toMatchObject({ state: 'held', expiresMs: FRIDAY_MS + 5 * MINUTE_MS, startMs: SEVEN_MS });
    expect(await partner.createHold(LOCATION_ID, { ...HOLD, idempotencyKey: 'a' })).toEqual({
      kind: 'replayed',
      hold,
    });
    expect(await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS))).toMatchObject({ reason: 'tables' });
    const day = await partner.readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
    expect(day.answer.slots.find(({ startMs }) => startMs === SEVEN_MS)).toMatchObject({ reason: 'tables' });
    await expect(partner.readBooking(hold.id)).rejects.toMatchObject({ code: 'booking_not_found' });
    expect(await engine.operator.at(LOCATION_ID).bookings.list()).toEqual([]);
    expect(await engine.operator.at(LOCATION_ID).holds.list()).toEqual([hold]);

    const booked = await partner.confirmHold(hold.id, { guest: GUEST });
    if (booked.kind !== 'booked') throw new Error(booked.kind);
    expect(booked.booking).toMatchObject({ startMs: SEVEN_MS, partySize: 2, tables: ['A'], kind: 'booking' });
    expect(booked.booking.id).not.toBe(hold.id);
    const again = await partner.confirmHold(hold.id, { guest: { ...GUEST, name: 'Somebody else' } });
    expect(again).toEqual({ kind: 'replayed', booking: booked.booking });
    expect(await engine.operator.holds.read(hold.id)).toMatchObject({ state: 'confirmed' });
    expect(await engine.operator.at(LOCATION_ID).holds.list()).toEqual([]);
    expect((await opened.storage.bookings.pending(LOCATION_ID)).length).toBe(0);
    const replay = await partner.createHold(LOCATION_ID, { ...HOLD, idempotencyKey: 'a' });
    expect(replay).toMatchObject({ kind: 'replayed', hold: { id: hold.id, state: 'confirmed' } });
  });

  test(`D35 an expired hold is rejected on a date that is closed, and confirmed once the date is open again [${name}]`, async () => {
    const { engine, pass } = await aWaitedRestaurant(kind, { A: 4 });
    const partner = engine.partner(aCaller());
    const placed = await partner.createHold(LOCATION_ID, HOLD);
    if (placed.kind !== 'held') throw new Error(placed.kind);
    const { hold } = placed;
    await pass(5 * MINUTE_MS);
    const closure = { from: FRIDAY, to: FRIDAY, reason: 'a burst pipe' };
    const { id: closureId } = await engine.operator.at(LOCATION_ID).closures.add(closure);
    const refused = { kind: 'refused', reason: 'closed' };
    expect(await partner.confirmHold(hold.id, { guest: GUEST })).toEqual(refused);
    await engine.operator.at(LOCATION_ID).closures.remove(closureId);
    expect(await partner.confirmHold(hold.id, { guest: GUEST })).toMatchObject({ kind: 'booked' });
  });

  test(`D35 an expired hold is free for others, can be confirmed until its tables are needed, and never afterwards [${name}]`, async () => {
    const { engine, pass } = await aWaitedRestaurant(kind, { A: 4, B: 4 });
    const partner = engine.partner(aCaller());
    const holds = await Promise.all([
      partner.createHold(LOCATION_ID, HOLD),
      partner.createHold(LOCATION_ID, HOLD),
    ]);
    const [first, second] = holds.map((one) => (one.kind === 'held' ? one.hold.id : one.kind)) as [
      string,
      string,
    ];
    const full = await partner.readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
    expect(full.answer.slots.find(({ startMs }) => startMs === SEVEN_MS)?.reason).toBe('tables');
    await pass(5 * MINUTE_MS);
    const free = await partner.readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
    expect(free.answer.slots.find(({ startMs }) => startMs === SEVEN_MS)?.reason).toBeNull();
    expect((await engine.operator.holds.read(first)).state).toBe('lapsed');

    // One is needed, the other is confirmed late; the restaurant decides which one is needed.
    expect((await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS))).kind).toBe('booked');
    const states = await Promise.all(
      [first, second].map(async (id) => (await engine.operator.holds.read(id)).state),
    );
    expect(states.toSorted()).toEqual(['gone', 'lapsed']);
    const gone = states[0] === 'gone' ? first : second;
    const lapsed = gone === first ? second : first;
    expect(await partner.confirmHold(gone, { guest: GUEST })).toMatchObject({
      kind: 'refused',
      reason: 'tables',
    });
    expect((await partner.confirmHold(lapsed, { guest: GUEST })).kind).toBe('booked');
    expect(await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS))).toMatchObject({ reason: 'tables' });
    const live = (await engine.operator.at(LOCATION_ID).bookings.list()).flatMap(({ tables }) => tables);
    expect(live.toSorted()).toEqual(['A', 'B']);
  });

  test(`D35 a hold is given up by its partner only, also twice [${name}]`, async () => {
    const { engine } = await aWaitedRestaurant(kind, { A: 4 });
    const partner = engine.partner(aCaller());
    const stranger = engine.partner(aCaller({ keyId: 'other', partner: 'other' }));
    const placed = await partner.createHold(LOCATION_ID, HOLD);
    if (placed.kind !== 'held') throw new Error(placed.kind);
    const unknown = { code: 'hold_not_found' };
    await expect(stranger.releaseHold(placed.hold.id)).rejects.toMatchObject(unknown);
    await expect(stranger.confirmHold(placed.hold.id, { guest: GUEST })).rejects.toMatchObject(unknown);
    expect((await partner.releaseHold(placed.hold.id)).state).toBe('released');
    expect((await partner.releaseHold(placed.hold.id)).state).toBe('released');
    expect(await partner.confirmHold(placed.hold.id, { guest: GUEST })).toMatchObject({ kind: 'refused' });
    expect((await stranger.createBooking(LOCATION_ID, aRequest(SEVEN_MS))).kind).toBe('booked');
  });
}
