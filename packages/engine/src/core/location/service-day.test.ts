import { expect, test } from 'vitest';
import { aPeriod, aPlan } from '../../contract/fixtures.ts';
import { formatInstant, MINUTE_MS } from '../instant.ts';
import type { Location, LocationPlan } from './location.ts';
import { serviceDayAt, serviceDayOf } from './service-day.ts';
import { bookingWindowOf, offeredSlots } from './slots.ts';

const locationOf = (plan: Partial<LocationPlan>): Location => ({ ...aPlan(plan), id: 'id', revision: 1 });

/** The starts that are offered to two guests, long before the date. */
function startsOn(plan: Partial<LocationPlan>, date: string): string[] {
  const location = locationOf(plan);
  const window = bookingWindowOf(location, Date.parse(date) - 40 * 24 * 60 * MINUTE_MS);
  return offeredSlots(location, serviceDayOf(location, date), 2, window).map(({ startMs }) =>
    formatInstant(startMs),
  );
}

/** Minutes between neighbours. */
const steps = (starts: readonly string[]): Set<number> =>
  new Set(starts.slice(1).map((start, i) => (Date.parse(start) - Date.parse(starts[i]!)) / MINUTE_MS));

const night = (opensMinute: number, closesMinute: number) => [aPeriod({ opensMinute, closesMinute })];

test('D5 a night past midnight belongs to the date on which it opened', () => {
  const plan = { servicePeriods: night(18 * 60, 26 * 60) };
  const starts = startsOn(plan, '2027-06-18');
  expect(starts.at(0)).toBe('2027-06-18T16:00:00Z');
  expect(starts.at(-1)).toBe('2027-06-18T22:30:00Z'); // 00:30 in Stockholm, and 90 minutes until closing
  const location = locationOf(plan);
  const day = serviceDayAt(location, Date.parse('2027-06-18T22:30:00Z'), (date) =>
    serviceDayOf(location, date),
  );
  expect(day.date).toBe('2027-06-18');
  expect(day.dates).toEqual(['2027-06-18', '2027-06-19']);
});

test('D5 the night in which the clock goes forward is an hour shorter, with a slot every 15 minutes', () => {
  const starts = startsOn({ servicePeriods: night(22 * 60, 28 * 60) }, '2027-03-27');
  expect(starts.at(0)).toBe('2027-03-27T21:00:00Z');
  expect(starts.at(-1)).toBe('2027-03-28T00:30:00Z'); // 90 minutes before 04:00 summer time
  expect(steps(starts)).toEqual(new Set([15]));
  expect(starts).toHaveLength(15);
});

test('D5 the night in which the clock goes back is an hour longer, with each slot once', () => {
  const starts = startsOn({ servicePeriods: night(22 * 60, 28 * 60) }, '2027-10-30');
  expect(starts.at(0)).toBe('2027-10-30T20:00:00Z');
  expect(starts.at(-1)).toBe('2027-10-31T01:30:00Z');
  expect(steps(starts)).toEqual(new Set([15]));
  expect(starts).toHaveLength(23);
});

test('D5 a clock change of half an hour (Lord Howe) keeps steps of 15 minutes of elapsed time', () => {
  const starts = startsOn(
    { timeZone: 'Australia/Lord_Howe', servicePeriods: night(0, 6 * 60) },
    '2027-04-04',
  );
  expect(steps(starts)).toEqual(new Set([15]));
  expect(starts).toHaveLength(21); // six hours of local time are six and a half
});

test('D5 if the clock skips midnight (Santiago), the date opens at 01:00; a skipped date (Apia) has no slot', () => {
  const santiago = startsOn({ timeZone: 'America/Santiago', servicePeriods: night(0, 3 * 60) }, '2027-09-05');
  expect(santiago.at(0)).toBe('2027-09-05T04:00:00Z');
  const apia = { timeZone: 'Pacific/Apia', servicePeriods: night(18 * 60, 22 * 60) };
  expect(startsOn(apia, '2011-12-30')).toEqual([]);
  expect(startsOn(apia, '2011-12-29').at(0)).toBe('2011-12-30T04:00:00Z');
  expect(startsOn(apia, '2011-12-31').at(0)).toBe('2011-12-31T04:00:00Z');
});

test('D5 if a clock change pushes a closing past the next opening, the later period applies', () => {
  const periods = [
    aPeriod({
      name: 'night',
      opensMinute: 22 * 60,
      closesMinute: 26 * 60 + 30,
      lastSeatingMinute: 26 * 60 + 30,
      weekdays: [6],
    }),
    aPeriod({ name: 'morning', opensMinute: 3 * 60, closesMinute: 9 * 60, weekdays: [7] }),
  ];
  const saturday = startsOn({ servicePeriods: periods }, '2027-03-27');
  const sunday = startsOn({ servicePeriods: periods }, '2027-03-28');
  expect(saturday.at(-1)).toBe('2027-03-28T00:45:00Z');
  expect(sunday.at(0)).toBe('2027-03-28T01:00:00Z');
  // A party that must finish by closing must also finish before the morning opens.
  const [late, morning] = periods;
  const byClosing = [{ ...late!, lastSeatingMinute: null }, morning!];
  expect(startsOn({ servicePeriods: byClosing }, '2027-03-27').at(-1)).toBe('2027-03-27T23:30:00Z');
});

test('D1 a period that names a date replaces those of its weekday', () => {
  const servicePeriods = [
    aPeriod(),
    aPeriod({
      name: 'Christmas Eve',
      weekdays: [],
      dates: ['2027-12-24'],
      opensMinute: 720,
      closesMinute: 960,
    }),
  ];
  const starts = startsOn({ servicePeriods }, '2027-12-24');
  expect([starts.at(0), starts.at(-1)]).toEqual(['2027-12-24T11:00:00Z', '2027-12-24T13:30:00Z']);
  expect(startsOn({ servicePeriods }, '2027-12-25').at(0)).toBe('2027-12-25T10:00:00Z');
});

test('D1 a closed date has no slots, and closed hours have no starts', () => {
  const closures = [
    { id: '1', from: '2027-06-18', to: '2027-06-19', reason: null },
    { id: '2', from: '2027-06-20T12:00', to: '2027-06-20T20:00', reason: null },
  ];
  expect(startsOn({ closures }, '2027-06-17')).not.toEqual([]);
  expect(startsOn({ closures }, '2027-06-18')).toEqual([]);
  expect(startsOn({ closures }, '2027-06-19')).toEqual([]);
  const starts = startsOn({ closures }, '2027-06-20');
  expect(starts.filter((start) => start >= '2027-06-20T10:00' && start < '2027-06-20T18:00')).toEqual([]);
  expect(starts).toContain('2027-06-20T09:45:00Z');
  expect(starts).toContain('2027-06-20T18:00:00Z');
});

test('D1 D5 hours closed after midnight are closed in the night that began before', () => {
  const closures = [{ id: '1', from: '2027-06-19T00:00', to: '2027-06-19T00:30', reason: null }];
  const starts = startsOn({ servicePeriods: night(18 * 60, 26 * 60), closures }, '2027-06-18');
  expect(starts.slice(-2)).toEqual(['2027-06-18T21:45:00Z', '2027-06-18T22:30:00Z']);
});

test('D5 a last seating at midnight belongs to a period that opens then', () => {
  const servicePeriods = [
    aPeriod({ name: 'night', opensMinute: 0, closesMinute: 180 }),
    aPeriod({ name: 'evening', opensMinute: 1380, closesMinute: 1440, lastSeatingMinute: 1440 }),
  ];
  expect(startsOn({ servicePeriods }, '2027-06-18').at(-1)).toBe('2027-06-18T21:45:00Z');
  expect(startsOn({ servicePeriods }, '2027-06-19').at(0)).toBe('2027-06-18T22:00:00Z');
});

test('D5 the first and last years of the calendar open like others', () => {
  for (const date of ['-000001-12-31', '0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31']) {
    const { dates, interval } = serviceDayOf(aPlan(), date);
    expect(dates).toEqual([date]);
    expect(interval.endMs - interval.startMs).toBe(24 * 60 * MINUTE_MS);
  }
});
