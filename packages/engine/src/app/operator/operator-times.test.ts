import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seeded } from '../../../../../test/support/seed.ts';
import { aRestaurant } from '../../../../../test/support/restaurants.ts';
import { aProcess, virtualClock } from '../../../test-support/process.ts';
import {
  aCaller,
  aLocation,
  aPeriod,
  aRequest,
  aTable,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../../contract/fixtures.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/instant.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;

test('D13 D2 the times shown for a booking by phone are exactly those at which it succeeds, slot by slot', async () => {
  const counts = { free: 0, taken: 0 };
  await fc.assert(
    fc.asyncProperty(
      aRestaurant,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 7 })), {
        minLength: 6,
        maxLength: 24,
        size: 'max',
      }),
      async (plan, wanted) => {
        const { engine, shared } = aProcess(virtualClock());
        const { bookings } = engine.operator.at(LOCATION_ID);
        await aLocation(shared, plan);
        for (const [pick, partySize] of wanted) {
          const { slots } = await bookings.times({ date: FRIDAY, partySize });
          const slot = slots[pick % Math.max(1, slots.length)];
          if (!slot) continue;
          const made = await bookings.create(aRequest(slot.startMs, { partySize }));
          expect(made.kind).toBe(slot.available ? 'booked' : 'refused');
          counts[slot.available ? 'free' : 'taken'] += 1;
          if (made.kind !== 'booked') expect([slot.reason, slot.remainingCovers]).toEqual(['tables', 0]);
          else {
            expect(slot.remainingCovers).toBeGreaterThanOrEqual(partySize);
            expect(made.booking.endMs).toBe(slot.endMs);
            if (slot.reseated === 0) expect(made.booking.tables).toEqual(slot.tables);
          }
        }
      },
    ),
    seeded(40),
  );
  expect(Math.min(counts.free, counts.taken)).toBeGreaterThan(20);
});

test('D38 at a chosen table, times show when it is available and which booking occupies it', async () => {
  const { engine, shared } = aProcess(virtualClock());
  const { bookings } = engine.operator.at(LOCATION_ID);
  await aLocation(shared, {
    floorPlan: {
      tables: [aTable('A'), aTable('B', { seatsMax: 3 })],
      combinations: [],
      wastedSeatsMax: null,
    },
    servicePeriods: [aPeriod({ opensMinute: 18 * 60, closesMinute: 21 * 60, slotStepMinutes: 30 })],
    pacing: { coversPerStep: 4, partiesPerStep: null },
  });
  const made = await bookings.create(aRequest(SIX_MS, { partySize: 4 }));
  const ask = { date: FRIDAY, partySize: 2 };
  const { slots } = await bookings.times(ask, { tables: ['A'] });
  const id = made.kind === 'booked' && made.booking.id;
  expect(slots.map((slot) => [(slot.startMs - SIX_MS) / MINUTE_MS, slot.available, slot.inTheWay])).toEqual([
    [0, false, [id]],
    [30, false, [id]],
    [60, false, [id]],
    [90, false, [id]],
  ]);
  const anywhere = await bookings.times(ask);
  expect(anywhere.slots.map((slot) => [slot.tables, slot.isPaced, slot.remainingCovers])).toEqual([
    [['B'], true, 3],
    [['B'], false, 3],
    [['B'], false, 3],
    [['B'], false, 3],
  ]);
});

test('D1 a day without a slot returns the reason', async () => {
  const clock = virtualClock();
  const { engine, shared } = aProcess(clock);
  const { bookings } = engine.operator.at(LOCATION_ID);
  await aLocation(shared, {
    floorPlan: { tables: [aTable('A')], combinations: [], wastedSeatsMax: null },
    servicePeriods: [
      aPeriod({ weekdays: [5, 6], opensMinute: 18 * 60, closesMinute: 20 * 60, partySizeMax: 2 }),
      aPeriod({ weekdays: [7], opensMinute: 18 * 60, closesMinute: 19 * 60 }),
    ],
    closures: [{ id: 'c', from: '2030-03-02T00:00', to: '2030-03-02T23:00', reason: null }],
  });
  const reasonOn = async (date: string, partySize = 2): Promise<unknown> =>
    (await bookings.times({ date, partySize })).reason;
  expect(await reasonOn(FRIDAY)).toBeNull();
  expect(await reasonOn(FRIDAY, 4)).toBeNull();
  expect(await reasonOn(FRIDAY, 5)).toBe('party_size');
  expect(await reasonOn('2030-03-02')).toBe('closed');
  expect(await reasonOn('2030-03-03')).toBe('last_seating');
  expect(await reasonOn('2030-03-04')).toBe('closed');
  clock.pass(20 * HOUR_MS);
  expect(await reasonOn(FRIDAY)).toBe('too_soon');
  await expect(reasonOn('2030-02-30')).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(reasonOn(FRIDAY, 0)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(engine.partner(aCaller())).not.toHaveProperty('times');
});

test('D12 D2 the times shown for a move are exactly those at which it succeeds, slot by slot', async () => {
  const counts = { had: 0, taken: 0, unmoved: 0 };
  await fc.assert(
    fc.asyncProperty(
      aRestaurant,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 6 })), {
        minLength: 6,
        maxLength: 16,
        size: 'max',
      }),
      fc.integer({ min: 1, max: 6 }),
      async (plan, wanted, size) => {
        const { engine, shared } = aProcess(virtualClock());
        const { bookings } = engine.operator.at(LOCATION_ID);
        await aLocation(shared, plan);
        const made: Booking[] = [];
        for (const [pick, partySize] of wanted) {
          const { slots } = await bookings.times({ date: FRIDAY, partySize });
          const slot = slots[pick % Math.max(1, slots.length)];
          const outcome = slot && (await bookings.create(aRequest(slot.startMs, { partySize })));
          if (outcome?.kind === 'booked') made.push(outcome.booking);
        }
        const id = made[size % Math.max(1, made.length)]?.id;
        if (id === undefined) return;
        const { slots } = await bookings.timesToMove(id, { partySize: size });
        for (const { startMs, available, tables, reseated } of slots) {
          const preview = await bookings.preview(id, { startMs, partySize: size });
          expect(preview.kind !== 'refused').toBe(available);
          if (preview.kind === 'changed' && reseated === 0)
            expect([preview.booking.tables, preview.moves]).toEqual([tables, []]);
          counts[available ? (preview.kind === 'unchanged' ? 'unmoved' : 'had') : 'taken'] += 1;
        }
      },
    ),
    seeded(120),
  );
  expect(Math.min(counts.had, counts.taken, counts.unmoved)).toBeGreaterThan(1);
});

test('D12 D41 date and size default to those of the booking, and a seated party has no other times', async () => {
  const { engine, shared } = aProcess(virtualClock());
  const { bookings } = engine.operator.at(LOCATION_ID);
  await aLocation(shared);
  const made = await bookings.create(aRequest(SIX_MS, { partySize: 3 }));
  if (made.kind !== 'booked') throw new Error('not booked');
  const { id } = made.booking;
  const times = await bookings.timesToMove(id);
  expect(times).toMatchObject({ date: FRIDAY, partySize: 3, reason: null });
  expect(times.slots.find(({ startMs }) => startMs === SIX_MS)).toMatchObject({ available: true });
  await bookings.seat(id);
  expect(await bookings.timesToMove(id)).toMatchObject({ slots: [], reason: null });
});
