/** Random restaurants for properties: floor plans, hours and policies, usual ones and odd ones. */
import type { Combination, LocationPlan, Pacing, ServicePeriod, Table, Weekday } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';

/** Zones with clock changes of an hour, of half an hour, at midnight, and none. */
const ZONES = [
  'Europe/Stockholm',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Tokyo',
  'UTC',
] as const;

const aZone = fc.constantFrom(...ZONES);

const seats = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 4 }))
  .map(([seatsMin, more]) => ({ seatsMin, seatsMax: seatsMin + more }));

const tables: fc.Arbitrary<Table[]> = fc
  .array(fc.tuple(seats, fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 6, size: 'max' })
  .map((rows) => rows.map(([range, a, b], i) => fixtures.aTable(`T${i + 1}`, { ...range, online: a || b })));

const combinationsOf = (of: readonly Table[]): fc.Arbitrary<Combination[]> =>
  of.length < 2
    ? fc.constant([])
    : fc.array(
        fc
          .tuple(fc.subarray([...of], { minLength: 2, maxLength: Math.min(3, of.length) }), seats)
          .map(([parts, range]) => ({
            tables: parts.map(({ id }) => id),
            seatsMin: range.seatsMin + 2,
            seatsMax: range.seatsMax + 2,
          })),
        { maxLength: 3 },
      );

const pacing: fc.Arbitrary<Pacing | null> = fc.option(
  fc.record({
    coversPerStep: fc.option(fc.integer({ min: 2, max: 12 })),
    partiesPerStep: fc.option(fc.integer({ min: 1, max: 4 })),
  }),
  { freq: 2 },
);

const everyDay: Weekday[] = [1, 2, 3, 4, 5, 6, 7];

/** One period, or lunch and dinner; the dinner may end after midnight. */
const periods: fc.Arbitrary<ServicePeriod[]> = fc
  .record({
    weekdays: fc.oneof(fc.constant(everyDay), fc.subarray(everyDay, { minLength: 3 })),
    opens: fc.constantFrom(0, 9 * 60, 11 * 60, 12 * 60 + 20),
    dinner: fc.constantFrom(17 * 60, 18 * 60 + 30, 23 * 60),
    closes: fc.constantFrom(22 * 60, 24 * 60, 25 * 60, 27 * 60 + 30),
    step: fc.constantFrom(10, 15, 30, 45),
    last: fc.boolean(),
    sizes: fc.option(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 3, max: 10 }))),
    pacing,
  })
  .map((p) => {
    const both = { weekdays: p.weekdays, slotStepMinutes: p.step, pacing: p.pacing };
    const lunch = fixtures.aPeriod({
      ...both,
      name: 'lunch',
      opensMinute: p.opens,
      closesMinute: p.opens + 180,
    });
    const dinner = fixtures.aPeriod({
      ...both,
      name: 'dinner',
      opensMinute: p.dinner,
      closesMinute: Math.max(p.closes, p.dinner + 60),
      lastSeatingMinute: p.last ? p.dinner + 60 : null,
      partySizeMin: p.sizes?.[0] ?? 1,
      partySizeMax: p.sizes?.[1] ?? null,
    });
    return [lunch, dinner];
  });

/** A restaurant with a wide horizon and no lead time, unless a test's properties differ. */
export const aRestaurant: fc.Arbitrary<LocationPlan> = tables.chain((of) =>
  fc
    .record({
      timeZone: aZone,
      combinations: combinationsOf(of),
      wastedSeatsMax: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 2 }),
      servicePeriods: periods,
      bufferMinutes: fc.constantFrom(0, 0, 10, 15),
      pacing,
    })
    .map(({ combinations, wastedSeatsMax, ...rest }) =>
      fixtures.aPlan({ ...rest, floorPlan: { tables: of, combinations, wastedSeatsMax } }),
    ),
);

/** Dates around the clock changes of {@link ZONES}, and some ordinary ones. */
export const aDate = fc.constantFrom(
  '2027-03-27',
  '2027-03-28',
  '2027-10-31',
  '2027-03-14',
  '2027-11-07',
  '2027-04-04',
  '2027-10-03',
  '2027-09-05',
  '2027-04-03',
  '2027-06-18',
  '2027-12-24',
);
