import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { dateOfDayNumber, dayNumberOf } from './instant.ts';

const EPOCH = Temporal.PlainDate.from('1970-01-01');

test('each day of four hundred years, and the days around them, has the number that Temporal computes', () => {
  let date = Temporal.PlainDate.from('1896-01-01');
  let number = EPOCH.until(date, { largestUnit: 'day' }).days;
  for (; date.year < 2305; date = date.add({ days: 1 }), number++) {
    const text = date.toString();
    if (dayNumberOf(text) !== number || dateOfDayNumber(number) !== text) expect.fail(`${text} is ${number}`);
  }
});

test('the first and last date with four-digit years have numbers, and those beyond them a sign and six digits', () => {
  const [first, last] = [dayNumberOf('0000-01-01'), dayNumberOf('9999-12-31')];
  expect([first, last]).toEqual(
    ['0000-01-01', '9999-12-31'].map((date) => EPOCH.until(date, { largestUnit: 'day' }).days),
  );
  expect([first - 1, first, last, last + 1].map(dateOfDayNumber)).toEqual([
    '-000001-12-31',
    '0000-01-01',
    '9999-12-31',
    '+010000-01-01',
  ]);
});
