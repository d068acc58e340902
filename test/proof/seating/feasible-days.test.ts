/** The theorem of `theorem.ts` on a few days; `npm run theorem` tries any number. */
import { expect, test } from 'vitest';
import { inFull } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { chanceOf } from './random.ts';
import { askAll, feasibleDay } from './feasible-days.ts';
import { faultOf, NOTHING, restaurantOf, tryDays, withDay } from './theorem.ts';

/** The number of tables, and of days tried in each order. */
const SIZES = [
  [10, inFull(400, 4)],
  [20, inFull(300, 2)],
  [40, inFull(150, 1)],
] as const;

test.each(SIZES)(
  'D2 D9 no party of a feasible day is rejected, in any order of requests: %i tables with combinations',
  { timeout: 3_600_000 },
  (tableCount, days) => {
    console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
    const plan = restaurantOf(tableCount);
    expect(plan.combinations.length).toBeGreaterThan(0);
    let tally = NOTHING;
    for (const day of tryDays(plan, seed, days)) {
      const { order, outcome, fault } = day;
      expect([order, day.seed, outcome.refused, fault]).toEqual([order, day.seed, 0, null]);
      tally = withDay(tally, day);
    }
    console.log(tally);
    // About one day in twenty has such a party, in one of the four orders; one in four hundred had two.
    expect(tally.unanswered).toBeLessThanOrEqual(4 + tally.parties / 5000);
    expect(tally.moved).toBeGreaterThan(0);
    // The control: a search without moves must reject some of them.
    expect(tally.refusedAtFixedTables).toBeGreaterThan(0);
  },
);

/** In the first a booking would change twice if that were not excluded; the second has a party that only a branch seats. */
const KNOWN_SEEDS = [27, 34];

test('D2 D9 no party of these days is rejected or undecided: fractions occur, and bookings that can change once', () => {
  const plan = restaurantOf(10);
  for (const known of KNOWN_SEEDS)
    for (const { outcome, fault } of tryDays(plan, known, 1))
      expect([known, outcome.refused, outcome.undecided, fault]).toEqual([known, 0, 0, null]);
});

test('control: two parties at one table, and one at a table that is too small, are found', () => {
  const plan = restaurantOf(10);
  const { bookings } = askAll(plan, feasibleDay(chanceOf(seed), plan, 0.1), null);
  expect(faultOf(plan, bookings)).toBeNull();
  const [first] = bookings;
  expect(faultOf(plan, [...bookings, { ...first!, id: 'again' }])).toMatch(/ sit at one table$/);
  expect(faultOf(plan, [{ ...first!, partySize: 100 }])).toMatch(/ does not fit at /);
});
