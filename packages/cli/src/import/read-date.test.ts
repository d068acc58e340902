import { expect, test } from 'vitest';
import { dateOrderOf } from './date-order.ts';
import { readDate } from './read-date.ts';
import { readClock, readStamp } from './read-stamp.ts';

test.each([
  '2026-12-24', '2026/12/24', '2026.12.24', '20261224', '24.12.2026', '24. 12. 2026', '24.12.26', '24 December 2026', '24. dec. 2026',
  '24 dec 2026', '24. desember 2026', '24. Dezember 2026', '24th of December 2026', 'December 24, 2026', 'Dec 24 2026', '24-Dec-2026',
  'tors 24.12.2026', 'Donnerstag, 24.12.2026',
])('%s speaks for itself', (text) => {
  expect(readDate(text, null)).toBe('2026-12-24');
  expect(dateOrderOf([{ line: 2, text }])).toEqual({ order: null, shownBy: null });
}); // prettier-ignore

test('months are read in all supported languages', () => {
  const mays = ['May', 'maj', 'mai', 'Mai'].map((month) => readDate(`5 ${month} 2027`, null));
  const marches = ['March', 'mars', 'marts', 'März', 'Mrz'].map((month) =>
    readDate(`5. ${month} 2027`, null),
  );
  expect([...mays, ...marches]).toEqual([...Array(4).fill('2027-05-05'), ...Array(5).fill('2027-03-05')]);
});

test.each([
  '2026-02-30',
  '31.04.2027',
  '2026-13-01',
  '5',
  '46380',
  'tomorrow',
  '24 Foo 2026',
  '2026-1224',
  '',
  '24/12 2026',
])('%j is not a date', (text) => {
  for (const order of ['dmy', 'mdy', 'ymd', null] as const) expect(readDate(text, order)).toBeNull();
});

test('dates with slashes use the order of the file', () => {
  expect([
    readDate('03/04/2026', 'dmy'),
    readDate('03/04/2026', 'mdy'),
    readDate('03/04/2026', null),
  ]).toEqual(['2026-04-03', '2026-03-04', null]);
  expect([readDate('24-12-26', 'dmy'), readDate('26-12-24', 'ymd'), readDate('12/24/26', 'mdy')]).toEqual(
    Array(3).fill('2026-12-24'),
  );
  expect(readDate('12/24/2026', 'dmy')).toBeNull();
});

const orderOf = (...texts: string[]) => dateOrderOf(texts.map((text, i) => ({ line: i + 2, text })));

test('the order is taken from a date that has no other reading, and never guessed', () => {
  expect(orderOf('03/04/2026', '24/12/2026')).toEqual({
    order: 'dmy',
    shownBy: { line: 3, text: '24/12/2026' },
  });
  expect(orderOf('05/05/2026')).toEqual({ order: null, shownBy: null });
  expect(orderOf('03/04/2026')).toEqual({
    fault: expect.stringMatching(/^03\/04\/2026 \(line 2\) can be read in more than one way/),
  });
  expect(orderOf('03/04/2026', '12/24/2026')).toEqual({
    fault: expect.stringMatching(/^12\/24\/2026 \(line 3\) has the month first.*--dates mdy/),
  });
  expect(orderOf('24/12/2026', '12/24/2026')).toEqual({
    fault: expect.stringMatching(/line 2.*day first.*line 3.*the month/),
  });
  expect(orderOf('26-12-24', '24-12-26')).toEqual({
    fault: expect.stringMatching(/^26-12-24 .*dmy, mdy or ymd/),
  });
  expect(orderOf('03/04/2026', '10-12-24', '24/12/2026')).toEqual({
    fault: expect.stringMatching(/^10-12-24/),
  });
  expect(orderOf('10-12-24', '24/12/2026')).toEqual({ fault: expect.stringMatching(/^10-12-24/) });
});

test.each([
  ['19:00', 1140], ['19.30', 1170], ['19:00:00', 1140], ['19:00:00.000', 1140], ['1930', 1170], ['0015', 15], ['7:00 PM', 1140],
  ['7pm', 1140], ['12:15 a.m.', 15], ['12:00 PM', 720], ['kl. 19', 1140], ['kl 19.15', 1155], ['19 Uhr', 1140], ['19:30 Uhr', 1170],
  ['19h', 1140], ['18:00-20:00', 1080], ['18:00 – 20:00', 1080], ['9:05', 545],
] as const)('%s is a time of day', (text, minute) => {
  expect(readClock(text)).toBe(minute);
}); // prettier-ignore

test.each(['19', '7', '24:00', '19:60', '13pm', '0:00 pm', '19:00:30', 'noon', '', '193', '2026'])(
  '%j is none',
  (text) => {
    expect(readClock(text)).toBe(text === '2026' ? 1226 : null); // four digits alone: 20:26
  },
);

test.each([
  ['2026-12-24T19:00', '2026-12-24', 1140],
  ['2026-12-24 19:00:00', '2026-12-24', 1140],
  ['2026-12-24T19:00:00.000', '2026-12-24', 1140],
  ['24.12.2026, 19.00', '24.12.2026', 1140],
  ['24.12.2026 kl. 19.00', '24.12.2026', 1140],
  ['24 Dec 2026 7:00 PM', '24 Dec 2026', 1140],
  ['tors 24 dec 2026 19:00', 'tors 24 dec 2026', 1140],
  ['03/04/2026 19:00', '03/04/2026', 1140],
  ['24.12.2026', '24.12.2026', null],
  ['19:00', null, 1140],
])('%s says a date, a time or both', (text, date, minute) => {
  expect(readStamp(text)).toEqual({ date, minute, instantMs: null });
});

test('an offset makes it an instant', () => {
  const six = { date: null, minute: null, instantMs: Date.UTC(2026, 11, 24, 18) };
  for (const text of [
    '2026-12-24T18:00:00Z',
    '2026-12-24 18:00Z',
    '2026-12-24T19:00+01:00',
    '2026-12-24 19:00:00.000+0100',
    '2026-12-24 19:00:00 +01',
  ])
    expect(readStamp(text), text).toEqual(six);
  expect(readStamp('2026-02-30T18:00:00Z')).toBeNull();
  expect(readStamp('soon')).toBeNull();
});
