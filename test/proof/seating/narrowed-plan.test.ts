/** Parties at tables that the operator has removed from the plan for their size: they keep their table, or move to one that fits. */
import { createEngine, type FloorPlan } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { describe, expect, test } from 'vitest';
import { storageSample } from '../../support/storages.ts';

const { aPlan, aRequest, aTable, LOCATION_ID, FRIDAY_MS, FRIDAY } = fixtures;
const clock = { nowMs: () => FRIDAY_MS };
const SEVEN = FRIDAY_MS + 18 * 3_600_000;

const planOf = (...tables: FloorPlan['tables']) =>
  aPlan({ floorPlan: { tables, combinations: [], wastedSeatsMax: null } });

const before = planOf(aTable('A', { seatsMax: 4 }), aTable('B', { seatsMax: 6 }));

describe.each(storageSample)('$name', ({ open }) => {
  test.each([
    [
      'seats a larger party at the least',
      planOf(aTable('A', { seatsMin: 3 }), aTable('B', { seatsMax: 2 })),
      4,
    ],
    ['is kept for the operator', planOf(aTable('A', { online: false }), aTable('B', { seatsMax: 2 })), null],
  ])('D9 a booking at a table that now %s is moved where that makes room', async (_, plan, partySize) => {
    const opened = await open(clock);
    const engine = createEngine({ storage: opened.storage, clock });
    await engine.operator.locations.apply(before, LOCATION_ID);
    const partner = fixtures.aCaller();
    const sitter = await engine.partner(partner).createBooking(LOCATION_ID, aRequest(SEVEN));
    if (sitter.kind !== 'booked') throw new Error(sitter.kind);
    expect(sitter.booking.tables).toEqual(['A']);

    await engine.operator.locations.apply(plan, LOCATION_ID);
    expect(
      (await engine.operator.bookings.read(sitter.booking.id)).tables,
      'nobody is moved by the plan itself',
    ).toEqual(['A']);

    const { operator } = engine;
    const input = aRequest(SEVEN, { partySize: partySize ?? 3 });
    const { answer } = await operator.at(LOCATION_ID).bookings.availability({
      date: FRIDAY,
      partySize: input.partySize,
    });
    if (partySize !== null)
      expect(answer.slots.find(({ startMs }) => startMs === SEVEN)).toMatchObject({ available: true });
    const request = await (partySize === null
      ? operator.at(LOCATION_ID).bookings.create(input)
      : engine.partner(partner).createBooking(LOCATION_ID, input));
    expect(request).toMatchObject({ kind: 'booked', booking: { tables: ['A'] } });
    const moved = await engine.operator.bookings.read(sitter.booking.id);
    expect(moved).toMatchObject({ tables: ['B'], startMs: SEVEN, status: 'confirmed' });
    engine.detach();
    await opened.close();
  });

  test('D9 a pinned one stays, and a plan without seats for it is rejected', async () => {
    const opened = await open(clock);
    const engine = createEngine({ storage: opened.storage, clock });
    await engine.operator.locations.apply(before, LOCATION_ID);
    const sitter = await engine.operator.at(LOCATION_ID).bookings.create(aRequest(SEVEN));
    if (sitter.kind !== 'booked') throw new Error(sitter.kind);
    await engine.operator.bookings.pin(sitter.booking.id, true);
    await engine.operator.locations.apply(
      planOf(aTable('A', { seatsMin: 3 }), aTable('B', { seatsMax: 2 })),
      LOCATION_ID,
    );
    const refused = await engine.operator.at(LOCATION_ID).bookings.create(aRequest(SEVEN, { partySize: 4 }));
    expect(refused).toEqual({ kind: 'refused', reason: 'tables' });
    const narrower = planOf(aTable('A', { seatsMax: 1 }), aTable('B', { seatsMax: 2 }));
    await expect(engine.operator.locations.apply(narrower, LOCATION_ID)).rejects.toMatchObject({
      code: 'conflict',
    });
    engine.detach();
    await opened.close();
  });
});
