import { expect, test } from 'vitest';
import { aPeriod, aPlan, aTable } from '../../contract/fixtures.ts';
import { BookingError } from '../errors.ts';
import { weekdayOf } from '../local-date.ts';
import { assertLocationPlan } from './location-rules.ts';
import { outOfSeasonAt } from './out-of-season.ts';
import { isInSeason, type Season } from './season.ts';

const FRIDAY = '2030-03-01';

/** The given dates that are in season. */
const on = (when: readonly Season[], dates: readonly string[], period: string | null = 'Dinner') =>
  dates.filter((date) => isInSeason(when, date, weekdayOf(date), period));

test('D40 D28 date ranges include both ends; one end alone is open; yearly ones can include the turn of the year', () => {
  const days = ['2029-12-31', '2030-01-01', '2030-03-01', '2030-03-02', '2030-09-30', '2030-10-01'];
  expect(on([{ from: '2030-01-01', to: '2030-03-01' }], days)).toEqual(['2030-01-01', '2030-03-01']);
  expect(on([{ from: '2030-03-02' }], days)).toEqual(['2030-03-02', '2030-09-30', '2030-10-01']);
  expect(on([{ to: '2030-01-01' }], days)).toEqual(['2029-12-31', '2030-01-01']);
  expect(on([{ from: '03-02', to: '09-30' }], days)).toEqual(['2030-03-02', '2030-09-30']);
  const winter = ['2029-12-31', '2030-01-01', '2030-03-01', '2030-10-01'];
  expect(on([{ from: '10-01', to: '03-01' }], days)).toEqual(winter);
  expect(on([{ from: '01-01', to: '01-01' }], days)).toEqual(['2030-01-01']);
  // A day that few years have.
  const february = ['2028-02-28', '2028-02-29', '2030-02-28', '2030-03-01'];
  expect(on([{ from: '02-29', to: '03-01' }], february)).toEqual(['2028-02-29', '2030-03-01']);
  expect(on([{ from: '02-01', to: '02-29' }], february)).toEqual(['2028-02-28', '2028-02-29', '2030-02-28']);
});

test('D40 all conditions of a season must hold, one of several seasons suffices, and each exception counts separately', () => {
  const days = ['2030-03-01', '2030-03-02', '2030-03-03'];
  const [friday, saturday, sunday] = days;
  expect(on([{ weekdays: [5, 6], periods: ['Dinner'] }], days)).toEqual([friday, saturday]);
  expect(on([{ weekdays: [5, 6], periods: ['Dinner'] }], days, 'Lunch')).toEqual([]);
  expect(on([{ weekdays: [5] }, { from: sunday, to: sunday }], days)).toEqual([friday, sunday]);
  const notSaturdaysLunch: Season = { except: [{ weekdays: [6], periods: ['Lunch'] }] };
  expect(on([notSaturdaysLunch], days, 'Lunch')).toEqual([friday, sunday]);
  expect(on([notSaturdaysLunch], days)).toEqual(days);
  const neither: Season = { except: [{ weekdays: [6] }, { periods: ['Lunch'] }] };
  expect(on([neither], days, 'Lunch')).toEqual([]);
  expect(on([neither], days)).toEqual([friday, sunday]);
  expect(on([{ from: '03-01', to: '03-02', except: [{ from: friday, to: friday }] }], days)).toEqual([
    saturday,
  ]);
});

test('D40 a start outside all periods is limited only by dates and weekdays', () => {
  expect(on([{ periods: ['Lunch'] }], [FRIDAY], null)).toEqual([FRIDAY]);
  expect(on([{ except: [{ periods: ['Lunch'] }] }], [FRIDAY], null)).toEqual([FRIDAY]);
  expect(on([{ periods: ['Lunch'], weekdays: [6] }], [FRIDAY], null)).toEqual([]);
  expect(on([{ except: [{ weekdays: [5] }] }], [FRIDAY], null)).toEqual([]);
});

const at = (text: string): number => Date.parse(`${text}:00+01:00`);

const NIGHT = aPlan({
  servicePeriods: [
    aPeriod({ name: 'Lunch', opensMinute: 11 * 60, closesMinute: 15 * 60 }),
    aPeriod({ name: 'Dinner', opensMinute: 18 * 60, closesMinute: 26 * 60 }),
  ],
});

/** Whether the table is out of season for a party that starts at this time. */
function isOut(when: readonly Season[], text: string, closures = NIGHT.closures): boolean {
  const floorPlan = { ...NIGHT.floorPlan, tables: [aTable('A', { when }), aTable('B')] };
  const out = outOfSeasonAt({ ...NIGHT, closures, floorPlan }, at(text));
  expect(out === null || out[0] === 1).toBe(true);
  return out !== null;
}

test('D40 D5 a start after midnight belongs to the date and period of the night before', () => {
  const fridays: readonly Season[] = [{ weekdays: [5] }];
  expect(isOut(fridays, '2030-03-01T23:45')).toBe(false);
  expect(isOut(fridays, '2030-03-02T00:30')).toBe(false);
  expect(isOut(fridays, '2030-03-01T00:30')).toBe(true);
  expect(isOut([{ from: FRIDAY, to: FRIDAY, periods: ['Dinner'] }], '2030-03-02T01:45')).toBe(false);
  expect(isOut([{ periods: ['Lunch'] }], '2030-03-02T01:45')).toBe(true);
  // The period ends at 02:00: later starts belong to Saturday, and to no period.
  expect(isOut(fridays, '2030-03-02T02:00')).toBe(true);
  expect(isOut([{ periods: ['Lunch'] }], '2030-03-02T02:00')).toBe(false);
});

test('D40 a date that was closed later keeps its periods for existing bookings', () => {
  const closed = [{ id: 'c', from: FRIDAY, to: '2030-03-02', reason: null }];
  expect(isOut([{ periods: ['Lunch'] }], '2030-03-01T19:00', closed)).toBe(true);
  expect(isOut([{ periods: ['Dinner'], weekdays: [5] }], '2030-03-02T00:30', closed)).toBe(false);
});

/** The path and reason of the fault in a plan with this season. */
function fault(when: readonly unknown[]): string | null {
  const tables = [aTable('A'), aTable('B')];
  const joined = { tables: ['A', 'B'], seatsMin: 4, seatsMax: 8, when: when as readonly Season[] };
  const texts = [
    { tables: [aTable('A', { when: when as readonly Season[] })], combinations: [] },
    { tables, combinations: [joined] },
  ].map((floor) => {
    try {
      assertLocationPlan({ ...NIGHT, floorPlan: { ...floor, wastedSeatsMax: null } });
      return null;
    } catch (error) {
      if (!BookingError.is(error)) throw error;
      return `${error.path.slice(3).join('.')}: ${error.message}`;
    }
  });
  expect(texts[0]).toBe(texts[1]);
  return texts[0]!;
}

test('D40 an empty or impossible season is rejected, and the error names its path', () => {
  expect(fault([{ periods: ['Dinner'], weekdays: [1, 7], from: '10-01', to: '03-31' }])).toBeNull();
  expect(fault([{ except: [{ from: '2030-12-24' }] }, { to: '02-29', from: '02-29' }])).toBeNull();
  expect(fault([])).toBe('when: must name a season; leave it out if the table is always available');
  expect(fault([{}])).toBe('when.0: needs periods, days or dates');
  expect(fault([{ except: [] }])).toBe('when.0.except: must name an exception');
  expect(fault([{ except: [{ to: '03-31' }] }])).toBe(
    'when.0.except.0.from: is missing: 03-31 comes every year, and needs both ends',
  );
  expect(fault([{ weekdays: [1] }, { periods: ['Lunch', 'Brunch'] }])).toBe(
    'when.1.periods.1: service period Brunch does not exist; choose from Lunch, Dinner',
  );
  expect(fault([{ periods: [] }])).toBe('when.0.periods: must name a service period');
  expect(fault([{ weekdays: [] }])).toBe('when.0.weekdays: must name a day');
  expect(fault([{ weekdays: [0] }])).toBe('when.0.weekdays.0: 0 must be a weekday from 1 to 7');
  expect(fault([{ from: '2030-03-02', to: FRIDAY }])).toBe(
    'when.0.to: the season must not end (2030-03-01) before it begins (2030-03-02)',
  );
  expect(fault([{ from: '05-01' }])).toMatch(/^when\.0\.to: is missing/);
  expect(fault([{ from: '05-01', to: '2030-09-30' }])).toMatch(
    /^when\.0\.to: write both ends with their year/,
  );
  for (const from of ['2030-02-30', '02-30', '13-01', '5-1', '1 May', ''])
    expect(fault([{ from, to: from }])).toMatch(
      /^when\.0\.from: .* is not a date; write 2027-05-01, or 05-01/,
    );
  expect(fault(Array.from({ length: 51 }, () => ({ weekdays: [1] })))).toMatch(/^when: there are 51 of them/);
});
