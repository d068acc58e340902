/** Days that are computed together equal separately computed ones, in any order of the bookings. */
import type { DiaryBooking } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serviceDayOf } from '../../../packages/engine/src/core/location/service-day.ts';
import { dayStateOf, frozenFromMs } from '../../../packages/engine/src/core/seating/day-state.ts';
import { layOut } from '../../../packages/engine/src/core/seating/lay-out.ts';
import { overlaps } from '../../../packages/engine/src/core/instant.ts';
import { inFull } from '../../support/long.ts';
import { aDate, aRestaurant } from '../../support/restaurants.ts';
import { seeded } from '../../support/seed.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

const booking = fc.record({
  table: fc.nat(),
  startMinute: fc.integer({ min: -2_000, max: 6 * 1440 }),
  minutes: fc.constantFrom(7, 90, 90, 120, 1_000, 3_000),
});

test('D5 D9 days computed together have the bookings, the cells and the next freeze of each single day', () => {
  let shared = 0;
  fc.assert(
    fc.property(
      aRestaurant,
      aDate,
      fc.array(booking, { maxLength: 60, size: 'max' }),
      fc.boolean(),
      fc.subarray([0, 1, 2, 4, 5], { minLength: 1 }),
      fc.integer({ min: -1_000, max: 6_000 }),
      (plan, date, wishes, isSorted, which, nowMinute) => {
        const location = { ...plan, id: fixtures.LOCATION_ID, revision: 1 };
        const firstMs = Date.parse(date);
        const nowMs = firstMs + nowMinute * MINUTE_MS;
        const days = which.map((i) =>
          serviceDayOf(location, new Date(firstMs + i * DAY_MS).toISOString().slice(0, 10)),
        );
        const { tables } = plan.floorPlan;
        const bookings = wishes.map(({ table, startMinute, minutes }, i): DiaryBooking => {
          const startMs = firstMs + startMinute * MINUTE_MS;
          const held = { startMs, blockedUntilMs: startMs + minutes * MINUTE_MS };
          const rest = { partySize: 2, pinned: false, tableAccess: 'online', kind: 'booking' } as const;
          return { id: `b${i}`, ...held, tables: [tables[table % tables.length]!.id], ...rest };
        });
        if (isSorted) bookings.sort((a, b) => a.startMs - b.startMs);
        const laidOut = layOut(location, days, bookings, nowMs);
        expect(laidOut.length).toBe(days.length);
        for (const [i, { state, nextFrozenMs }] of laidOut.entries()) {
          const { interval } = days[i]!;
          const own = bookings.filter(({ startMs, blockedUntilMs: endMs }) =>
            overlaps(interval, { startMs, endMs }),
          );
          const alone = dayStateOf(location, days[i]!, own, nowMs);
          expect(state.bookings).toEqual(own);
          expect({ ...state.occupancy, taken: [...state.occupancy.taken] }).toEqual({
            ...alone.occupancy,
            taken: [...alone.occupancy.taken],
          });
          const frozen = own.map((each) => frozenFromMs(location, each)).filter((ms) => ms > nowMs);
          expect(nextFrozenMs).toBe(Math.min(...frozen));
          shared += own.filter(({ startMs }) => startMs < interval.startMs).length;
        }
      },
    ),
    seeded(inFull(2_000, 300)),
  );
  expect(shared).toBeGreaterThan(0);
});
