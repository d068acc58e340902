import type { Language } from '@bord/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capitalised, dayText, daysAhead, momentText, timeText } from './when.ts';
import { wordsIn } from './languages.ts';

const seed = Number(process.env['BORD_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** Local times from another library than the tested one. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function wallClock(ms: number, timeZone: string): string {
  const made = (): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
  const clock = clocks.get(timeZone) ?? made();
  clocks.set(timeZone, clock);
  return clock.format(ms);
}

const ZONES = [
  'Europe/Stockholm',
  'America/New_York',
  'Australia/Lord_Howe', // sets its clock back by half an hour
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Pacific/Apia',
];

test('D26 a local time that occurs twice is marked as the first or second', () => {
  console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
  const { when } = wordsIn('en');
  const changes = ['2026-10-25T01:00Z', '2026-11-01T06:00Z', '2026-04-04T15:00Z', '2026-02-15T02:00Z'].map(
    Date.parse,
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.oneof(
        fc.integer({ min: 0, max: 80_000_000 }).map((minutes) => minutes * 60_000),
        fc
          .tuple(fc.constantFrom(...changes), fc.integer({ min: -240, max: 240 }))
          .map(([ms, minutes]) => ms + minutes * 60_000),
      ),
      (timeZone, ms) => {
        const shown = wallClock(ms, timeZone);
        const quarters = Array.from({ length: 25 }, (_, i) => ms + (i - 12) * 15 * 60_000);
        const twin = quarters.find((other) => other !== ms && wallClock(other, timeZone) === shown);
        const which = twin === undefined ? '' : ms < twin ? ' summer time' : ' winter time';
        expect(timeText(when, ms, timeZone)).toBe(`${shown.slice(-5)}${which}`);
      },
    ),
    { seed, numRuns: 500 },
  );
});

test('D26 days are written as each language writes them', () => {
  const ms = Date.parse('2027-02-28T23:30:00Z'); // a Monday in Stockholm at that time
  const thisYear = Date.parse('2027-01-01T00:00:00Z');
  const lastYear = Date.parse('2026-12-31T22:59:00Z');
  const texts = (nowMs: number) =>
    (['sv', 'en', 'no', 'da'] as const).map((language) =>
      momentText(wordsIn(language).when, ms, 'Europe/Stockholm', nowMs),
    );
  expect(texts(thisYear)).toEqual([
    'måndag 1 mars kl.\u00A000.30',
    'Monday 1 March at 00:30',
    'mandag 1. mars kl.\u00A000.30',
    'mandag den 1. marts kl.\u00A000.30',
  ]);
  expect(texts(lastYear)).toEqual([
    'måndag 1 mars 2027 kl.\u00A000.30',
    'Monday 1 March 2027 at 00:30',
    'mandag 1. mars 2027 kl.\u00A000.30',
    'mandag den 1. marts 2027 kl.\u00A000.30',
  ]);
  expect(capitalised(dayText(wordsIn('sv').when, ms, 'America/New_York', ms))).toBe('Söndag 28 februari');
});

test('D26 tomorrow starts at local midnight', () => {
  const days = (now: string, then: string) =>
    daysAhead('Europe/Stockholm', { ms: Date.parse(then), nowMs: Date.parse(now) });
  expect(days('2026-10-24T21:59Z', '2026-10-25T23:00Z')).toBe(2);
  expect(days('2026-10-24T22:00Z', '2026-10-25T22:59Z')).toBe(0); // a day of 25 hours
  expect(days('2026-10-24T22:00Z', '2026-10-25T23:00Z')).toBe(1);
  expect(days('2026-10-25T12:00Z', '2026-10-24T12:00Z')).toBe(-1);
});

test('D26 one person, some, and many', () => {
  const people = (language: Language) => [1, 2, 7, 12, 13].map((count) => wordsIn(language).people(count));
  expect(people('sv')).toEqual(['en person', 'två personer', 'sju personer', 'tolv personer', '13 personer']);
  expect(people('en')).toEqual(['one person', 'two people', 'seven people', 'twelve people', '13 people']);
  expect(people('no')).toEqual(['én person', 'to personer', 'sju personer', 'tolv personer', '13 personer']);
  expect(people('da')).toEqual(['én person', 'to personer', 'syv personer', 'tolv personer', '13 personer']);
});
