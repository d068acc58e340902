import { expect, test } from 'vitest';
import { aPeriod, aPlan } from '../../contract/fixtures.ts';
import { formatInstant } from '../instant.ts';
import { timeOnServiceDate } from './time-on-date.ts';

const lunchAndNight = aPlan({
  timeZone: 'Europe/Stockholm',
  servicePeriods: [
    aPeriod({ name: 'lunch', opensMinute: 11 * 60, closesMinute: 14 * 60 }),
    aPeriod({ name: 'night', opensMinute: 18 * 60, closesMinute: 28 * 60 }),
  ],
});
const at = (date: string, clock: string, bound?: 'begin' | 'end'): string | null => {
  const ms = timeOnServiceDate(lunchAndNight, date, clock, bound);
  return ms === null ? null : formatInstant(ms);
};

test('D5 a local time refers to the service date, also after midnight', () => {
  expect(at('2026-12-04', '19:00')).toBe('2026-12-04T18:00:00Z');
  expect(at('2026-12-04', '01:00')).toBe('2026-12-05T00:00:00Z');
  expect(at('2026-12-04', '04:00')).toBe('2026-12-05T03:00:00Z'); // at closing
  expect(at('2026-12-04', '04:01')).toBe('2026-12-04T03:01:00Z'); // beyond the night
  expect(at('2026-12-04', '10:00')).toBe('2026-12-04T09:00:00Z'); // before opening
  expect(at('2026-12-04', '15:00')).toBe('2026-12-04T14:00:00Z'); // between lunch and dinner
});

test('D5 in a night with a clock change, a repeated or skipped time is one instant', () => {
  expect(at('2026-10-24', '02:30', 'begin')).toBe('2026-10-25T00:30:00Z');
  expect(at('2026-10-24', '02:30', 'end')).toBe('2026-10-25T01:30:00Z');
  expect(at('2026-03-28', '02:30', 'begin')).toBe('2026-03-29T01:30:00Z');
  expect(at('2026-03-28', '02:30', 'end')).toBe('2026-03-29T01:30:00Z');
});

test('D8 an invalid time returns null', () => {
  for (const clock of ['', '7', '7:00', '24:00', '19.00', '19:60', ' 19:00', '19:00:00', 'now'])
    expect(at('2026-12-04', clock)).toBeNull();
  expect(at('2026-02-30', '19:00')).toBeNull();
});
