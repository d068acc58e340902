import { definePlan, type LocationPlan } from '@bord/engine';
import { expect, test } from 'vitest';
import { isVisitDate, isVisitTime, visitDateOf, visitTimeMs, wallStretch } from './visit-time.ts';

const STOCKHOLM = 'Europe/Stockholm';

/** Open from 18:00 to 02:00, every day. */
const nightBar = (timeZone = STOCKHOLM): LocationPlan =>
  definePlan({
    name: 'Bistro Nord',
    timeZone,
    tables: [{ id: 'T1', seatsMax: 4 }],
    servicePeriods: [
      { name: 'Night', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 18 * 60, closesMinute: 26 * 60 },
    ],
  });

const iso = (text: string, timeZone = STOCKHOLM, now = '2026-12-01T12:00:30Z'): string =>
  new Date(visitTimeMs(text, nightBar(timeZone), Date.parse(now))).toISOString();

test('a time without an offset is the location’s, one with an offset is its own', () => {
  expect(iso('2026-12-01T19:30')).toBe('2026-12-01T18:30:00.000Z');
  expect(iso('2026-07-01 19:30')).toBe('2026-07-01T17:30:00.000Z');
  expect(iso('2026-12-01T19:30:00+09:00')).toBe('2026-12-01T10:30:00.000Z');
  expect(iso('2026-12-01 00:00', 'Pacific/Kiritimati')).toBe('2026-11-30T10:00:00.000Z');
  expect(iso('2026-12-01 12:00', 'Asia/Kathmandu')).toBe('2026-12-01T06:15:00.000Z');
});

test('a time that the clock skips or shows twice is refused', () => {
  expect(iso('2027-03-28 01:59')).toBe('2027-03-28T00:59:00.000Z');
  expect(() => iso('2027-03-28 02:30')).toThrow(
    'the clock in Europe/Stockholm skips 2027-03-28 02:30: use a later time',
  );
  expect(iso('2027-03-28 03:00')).toBe('2027-03-28T01:00:00.000Z');
  expect(() => iso('2026-10-25 02:30')).toThrow(/shows 2026-10-25 02:30 twice: add the offset/);
  expect(iso('2026-10-25 03:00')).toBe('2026-10-25T02:00:00.000Z');
});

test('a time without a date is one of the day that is running, until that is over', () => {
  for (const text of ['19:30', '9:05', '19.30', 'tomorrow 19:30', 'Tonight 19:30', 'now', 'NOW'])
    expect([text, isVisitTime(text)]).toEqual([text, true]);
  expect(iso('now')).toBe('2026-12-01T12:00:00.000Z');
  expect(iso('19:30')).toBe('2026-12-01T18:30:00.000Z');
  expect(iso('tomorrow 19.30')).toBe('2026-12-02T18:30:00.000Z');
  expect(iso('yesterday 9:05')).toBe('2026-11-30T08:05:00.000Z');
  // At 1:00 with a bar open until 2:00, the service date is still the first of December.
  const late = '2026-12-02T00:00:00Z';
  expect(iso('01:30', STOCKHOLM, late)).toBe('2026-12-02T00:30:00.000Z');
  expect(iso('19:30', STOCKHOLM, late)).toBe('2026-12-01T18:30:00.000Z');
  expect(iso('tonight 00:30')).toBe('2026-12-01T23:30:00.000Z');
  expect(iso('2026-12-01 00:30')).toBe('2026-11-30T23:30:00.000Z'); // a date is that of a calendar
  expect(iso('02:00')).toBe('2026-12-01T01:00:00.000Z'); // closing time ends the night
});

test('other texts are rejected as times', () => {
  for (const text of [
    '24:30',
    '19:60',
    'someday 19:30',
    '2026-12-01',
    '2026-02-30 12:00',
    '2026-12-01T24:00',
    '2026-12-01T19:60',
    'tomorrow',
  ])
    expect(isVisitTime(text)).toBe(false);
});

test('a date is written, or said: from the service date that is running', () => {
  const location = nightBar();
  const dateOf = (text: string, now: string): string => visitDateOf(text, location, Date.parse(now));
  for (const text of ['today', 'Tonight', 'TOMORROW', 'yesterday', '2026-12-01'])
    expect([text, isVisitDate(text)]).toEqual([text, true]);
  for (const text of ['2026-02-30', 'someday', '', 'constructor', '19:00'])
    expect([text, isVisitDate(text)]).toEqual([text, false]);
  expect(dateOf('today', '2026-12-01T12:00:00Z')).toBe('2026-12-01');
  expect(dateOf('Tonight', '2026-12-01T23:30:00Z')).toBe('2026-12-01');
  expect(dateOf('tomorrow', '2026-12-01T23:30:00Z')).toBe('2026-12-02');
  expect(dateOf('tomorrow', '2026-12-02T01:30:00Z')).toBe('2026-12-03');
  expect(dateOf('yesterday', '2026-12-01T12:00:00Z')).toBe('2026-11-30');
  expect(dateOf('2027-01-01', '2026-12-01T12:00:00Z')).toBe('2027-01-01');
});

test('a stretch from now on, in whole minutes by the clock of the location', () => {
  const stretch = (now: string, minutes: number) => wallStretch(Date.parse(now), minutes * 60_000, STOCKHOLM);
  expect(stretch('2026-12-01T18:30:59Z', 60)).toEqual({ from: '2026-12-01T19:30', to: '2026-12-01T20:30' });
  expect(stretch('2026-12-01T22:30:00Z', 0.5)).toEqual({ from: '2026-12-01T23:30', to: '2026-12-01T23:31' });
  expect(stretch('2027-03-28T00:30:00Z', 60)).toEqual({ from: '2027-03-28T01:30', to: '2027-03-28T03:30' });
  // It would end at the second 02:30, which reads as the first.
  expect(stretch('2026-10-25T00:30:00Z', 60)).toEqual({ from: '2026-10-25T02:30', to: '2026-10-25T03:00' });
  expect(stretch('2026-10-24T23:30:00Z', 60)).toEqual({ from: '2026-10-25T01:30', to: '2026-10-25T02:30' });
});
