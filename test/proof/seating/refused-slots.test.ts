/** A slot without room stays so until a table is freed: every remembered slot of random days is searched again without the memory. */
import type { DiaryBooking, BookingEntry } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Location } from '../../../packages/engine/src/core/location/location.ts';
import { serviceDayOf } from '../../../packages/engine/src/core/location/service-day.ts';
import {
  bookingWindowOf,
  offeredSlots,
  type Slot,
} from '../../../packages/engine/src/core/location/slots.ts';
import { type DayState, dayStateOf } from '../../../packages/engine/src/core/seating/day-state.ts';
import {
  refusedSlotsOf,
  rememberRefused,
  slotNameOf,
} from '../../../packages/engine/src/core/seating/refused-slots.ts';
import { newMemory } from '../../../packages/engine/src/core/seating/solver/arrangements.ts';
import { unavailableReason } from '../../../packages/engine/src/core/seating/table-assignment.ts';
import { HOUR_MS } from '../../../packages/engine/src/core/instant.ts';
import { inFull } from '../../support/long.ts';
import { aRestaurant } from '../../support/restaurants.ts';
import { seeded } from '../../support/seed.ts';

const { aPeriod, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const OPENS_MS = FRIDAY_MS + 17 * HOUR_MS;
const SIZES = [1, 2, 3, 4, 5, 6];

const aLocation = fc
  .tuple(
    aRestaurant.filter(({ floorPlan: { tables } }) => tables.length > 1 && tables.length < 5),
    fc.option(fc.constantFrom(0, 1), { freq: 3 }),
    fc.constantFrom(0, 30),
  )
  .map(([plan, movesMax, freezeMinutes]): Location => ({
    ...plan,
    id: LOCATION_ID,
    revision: 1,
    timeZone: 'UTC',
    movesMax,
    freezeMinutes,
    turnTimes: [{ partyMax: null, turnMinutes: 90 }],
    servicePeriods: [aPeriod({ opensMinute: 17 * 60, closesMinute: 20 * 60, slotStepMinutes: 30 })],
  }));

const TABLES = ['T1', 'T2', 'T3'];
const tablesOf = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TABLES).map((id) => [id]) },
  { weight: 1, arbitrary: fc.subarray(TABLES, { minLength: 2, maxLength: 2 }) },
);
const start = fc.integer({ min: 0, max: 2 }).map((i) => OPENS_MS + (i * HOUR_MS) / 2);

const aParty = fc
  .record({
    startMs: start,
    partySize: fc.integer({ min: 1, max: 4 }),
    tables: tablesOf,
    pinned: fc.integer({ min: 0, max: 2 }).map((i) => i === 0),
    tableAccess: fc.constantFrom('online' as const, 'all' as const),
  })
  .map((party): Omit<BookingEntry, 'id'> => ({
    ...party,
    blockedUntilMs: party.startMs + 1.5 * HOUR_MS,
    kind: 'booking',
  }));

/** The change of one booking before the day is examined again. */
const aChange = fc.oneof(
  fc.constant('gone' as const),
  fc.record({ pinned: fc.boolean() }),
  fc.record({ tables: fc.oneof(tablesOf, fc.constant([])) }),
  { weight: 5, arbitrary: fc.record({ tables: tablesOf }) },
  fc.record({ tables: tablesOf, pinned: fc.boolean() }),
  fc.record({ partySize: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ tableAccess: fc.constantFrom('online' as const, 'all' as const) }),
  fc.constant('later' as const),
  fc.constant('shorter' as const),
);

/** A booking after the change; none when it is gone. */
function changedBy(
  booking: DiaryBooking,
  change: typeof aChange extends fc.Arbitrary<infer C> ? C : never,
): DiaryBooking[] {
  switch (change) {
    case 'gone':
      return [];
    case 'later':
      return [{ ...booking, startMs: booking.startMs + HOUR_MS / 2 }];
    case 'shorter':
      return [{ ...booking, blockedUntilMs: booking.blockedUntilMs - HOUR_MS / 2 }];
    default:
      return [{ ...booking, ...change }];
  }
}

const RANDOM_DAYS = inFull(100_000, 2500);

test('D36 a slot that had no room has none as long as every booking is there and no freer', () => {
  let remembered = 0;
  fc.assert(
    fc.property(
      aLocation,
      fc.array(aParty, { minLength: 2, maxLength: 8, size: 'max' }),
      fc.array(aParty, { maxLength: 1 }),
      fc.option(fc.tuple(fc.nat(), aChange), { freq: 9 }),
      fc.constantFrom(0, 0, 60, 100),
      (location, parties, added, changed, passedMinutes) => {
        const day = serviceDayOf(location, FRIDAY);
        const slots = offeredSlots(location, day, 1, bookingWindowOf(location, FRIDAY_MS));
        const before = withoutOverlaps(parties.map((party, i) => ({ ...party, id: `B${i}` })));
        const nowMs = OPENS_MS - HOUR_MS;
        const memory = newMemory();
        const then = dayStateOf(location, day, before, nowMs);
        rememberRefused(then, refusedOn(then, slots), () => memory);

        const remaining = before.flatMap((booking, i): DiaryBooking[] => {
          if (changed === null || i !== changed[0] % before.length) return [booking];
          return changedBy(booking, changed[1]);
        });
        const after = withoutOverlaps([
          ...remaining,
          ...added.map((party, i) => ({ ...party, id: `A${i}` })),
        ]);
        const laterMs = nowMs + passedMinutes * 60_000;
        const known = refusedSlotsOf(dayStateOf(location, day, after, laterMs), () => memory);
        const refused = refusedOn(dayStateOf(location, day, after, laterMs), slots);
        expect([...known].filter((name) => !refused.has(name))).toEqual([]);
        remembered += known.size;
      },
    ),
    seeded(RANDOM_DAYS),
  );
  expect(remembered).toBeGreaterThan(RANDOM_DAYS);
}, 600_000);

test('D36 a pinned booking that is given other tables frees those that it had', () => {
  const seats = { T1: 5, T2: 2 };
  const tables = Object.entries(seats).map(([id, seatsMax]) => fixtures.aTable(id, { seatsMax }));
  const floorPlan = { tables, combinations: [], wastedSeatsMax: null };
  const location: Location = { ...fixtures.aPlan({ floorPlan }), id: LOCATION_ID, revision: 1 };
  const day = serviceDayOf(location, FRIDAY);
  const memory = newMemory();
  const at = (table: string, pinned: boolean): DayState => {
    const party = { partySize: 2, tables: [table], pinned, tableAccess: 'online', kind: 'booking' } as const;
    const times = { startMs: OPENS_MS, blockedUntilMs: OPENS_MS + HOUR_MS };
    return dayStateOf(location, day, [{ id: 'B', ...party, ...times }], FRIDAY_MS);
  };
  const refused = new Set([slotNameOf(OPENS_MS, 5)]);
  rememberRefused(at('T1', true), refused, () => memory);
  expect(refusedSlotsOf(at('T1', true), () => memory)).toEqual(refused);
  expect(refusedSlotsOf(at('T2', true), () => memory)).toEqual(new Set());
  expect(refusedSlotsOf(at('T1', false), () => memory)).toEqual(new Set());
});

/** Removes the later of two parties that share a table. */
function withoutOverlaps(bookings: readonly DiaryBooking[]): DiaryBooking[] {
  const seated: DiaryBooking[] = [];
  for (const one of bookings) {
    const isInTheWay = seated.some(
      (other) =>
        other.startMs < one.blockedUntilMs &&
        one.startMs < other.blockedUntilMs &&
        other.tables.some((table) => one.tables.includes(table)),
    );
    if (!isInTheWay) seated.push(one);
  }
  return seated;
}

function refusedOn(state: DayState, slots: readonly Slot[]): Set<string> {
  return new Set(
    SIZES.flatMap((size) =>
      slots
        .filter((slot) => unavailableReason(state, slot, size, 'online') !== null)
        .map(({ startMs }) => slotNameOf(startMs, size)),
    ),
  );
}
