/** Dates, clocks and instants compared with Temporal, in every zone, mostly around clock changes. */
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { between, chanceOf, pick } from '../../../../test/proof/seating/random.ts';
import { inFull, IS_LONG } from '../../../../test/support/long.ts';
import { seed } from '../../../../test/support/seed.ts';
import { formatInstant, formatInstantMs, HOUR_MS, MINUTE_MS, parseInstant, isLocalDate } from './instant.ts';
import {
  addDays,
  dayInterval,
  daysBetween,
  instantOf,
  instantsOf,
  isTimeZone,
  localDateAt,
  minuteOfDayAt,
  weekdayOf,
} from './local-date.ts';

const UNUSUAL = [
  'UTC',
  'utc',
  'europe/stockholm',
  'Etc/GMT+5',
  'Etc/GMT-14',
  'EST',
  'EST5EDT',
  'Asia/Calcutta',
];
const ZONES = [...Intl.supportedValuesOf('timeZone'), ...UNUSUAL];
const EACH = inFull(90, 5);

/** All zones in full; by default a quarter in a random order, and further ones until the sample met enough cases. */
function* zonesUntil(isEnough: () => boolean, chance: ReturnType<typeof chanceOf>): Generator<string> {
  const left = [...ZONES];
  const atLeast = IS_LONG ? left.length : left.length / 4;
  while (left.length > 0 && (ZONES.length - left.length < atLeast || !isEnough()))
    yield left.splice(between(chance, 0, left.length - 1), 1)[0]!;
}

/** A quarter anywhere within ten thousand years, the others around a clock change between 1900 and 2100. */
function instants(zone: string, chance: ReturnType<typeof chanceOf>): number[] {
  return Array.from({ length: EACH }, (_, i) => {
    if (i % 4 === 0) return between(chance, Date.UTC(-1, 0), Date.UTC(10_000, 1));
    const from = Temporal.Instant.fromEpochMilliseconds(between(chance, Date.UTC(1900), Date.UTC(2100)));
    const change = from.toZonedDateTimeISO(zone).getTimeZoneTransition('next');
    const aroundMs = (change ?? from).epochMilliseconds;
    return (
      aroundMs + pick(chance, [-24, -2, -1, 0, 0, 1, 2, 24]) * HOUR_MS + between(chance, -90, 90) * MINUTE_MS
    );
  });
}

test(`date and time of day at an instant, in every zone, are those of Temporal (seed ${seed})`, () => {
  const chance = chanceOf(seed);
  for (const zone of zonesUntil(() => true, chance)) {
    for (const ms of instants(zone, chance)) {
      const there = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
      const got = [localDateAt(zone, ms), minuteOfDayAt(zone, ms)];
      const wanted = [there.toPlainDate().toString(), there.hour * 60 + there.minute];
      assertSame(got, wanted, `${ms} in ${zone}`);
    }
  }
});

test(`D5 instants of a local time, skipped or repeated ones too, and the start of a day are those of Temporal (seed ${seed})`, () => {
  const chance = chanceOf(seed + 1);
  let twice = 0;
  for (const zone of zonesUntil(() => twice > 30, chance)) {
    for (const ms of instants(zone, chance)) {
      const there = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime();
      const [date, minute] = [there.toPlainDate(), there.hour * 60 + there.minute];
      const wall = date.toPlainDateTime({ hour: there.hour, minute: there.minute });
      const at = (disambiguation: 'earlier' | 'later' | 'compatible'): number =>
        wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds;
      const [first, last] = [at('earlier'), at('later')];
      const isShown = wall
        .toZonedDateTime(zone, { disambiguation: 'earlier' })
        .toPlainDateTime()
        .equals(wall);
      const shown = isShown ? [...new Set([first, last])] : [];
      if (shown.length === 2) twice += 1;
      const bounds = [date, date.add({ days: 1 })].map(
        (day) => day.toZonedDateTime(zone).startOfDay().epochMilliseconds,
      );
      const text = date.toString();
      const { startMs, endMs } = dayInterval(zone, text);
      const got = [instantsOf(zone, text, minute), instantOf(zone, text, minute), startMs, endMs];
      const wanted = [shown, at('compatible'), ...bounds];
      assertSame(got, wanted, `${wall.toString()} in ${zone}`);
    }
  }
  expect(twice).toBeGreaterThan(30); // control: such times were met
});

test('D5 a skipped local time has no instant, and is moved forward by the length of the gap', () => {
  const chance = chanceOf(seed + 2);
  let skipped = 0;
  for (const zone of zonesUntil(() => skipped > 100, chance)) {
    for (let i = 0; i < Math.ceil(EACH / 3); i++) {
      const from = Temporal.Instant.fromEpochMilliseconds(between(chance, Date.UTC(1950), Date.UTC(2037)));
      const change = from.toZonedDateTimeISO(zone).getTimeZoneTransition('next');
      const before = change?.subtract({ minutes: 1 });
      if (!change || change.offsetNanoseconds <= before!.offsetNanoseconds) continue;
      const wall = before!
        .toPlainDateTime()
        .add({ minutes: between(chance, 1, 30) })
        .round('minute');
      const [date, minute] = [wall.toPlainDate(), wall.hour * 60 + wall.minute];
      const isShown = wall
        .toZonedDateTime(zone, { disambiguation: 'earlier' })
        .toPlainDateTime()
        .equals(wall);
      if (isShown) continue;
      skipped += 1;
      const got = [instantsOf(zone, date.toString(), minute), instantOf(zone, date.toString(), minute)];
      const wanted = [[], wall.toZonedDateTime(zone).epochMilliseconds];
      assertSame(got, wanted, `${wall.toString()} in ${zone}`);
    }
  }
  expect(skipped).toBeGreaterThan(100); // control
});

test('the first and last days of four-digit years have neighbours with six digits', () => {
  expect(addDays('9999-12-31', 1)).toBe('+010000-01-01');
  expect(addDays('+010000-01-01', -1)).toBe('9999-12-31');
  expect(addDays('0000-01-01', -1)).toBe('-000001-12-31');
  expect(daysBetween('-000001-12-31', '+010000-01-01')).toBe(daysBetween('0000-01-01', '9999-12-31') + 2);
  expect(weekdayOf('+010000-01-01')).toBe(Temporal.PlainDate.from('+010000-01-01').dayOfWeek);
  for (const text of ['2026-02-30', '2026-13-01', '26-01-01', '+010000-02-30', 'today', ''])
    expect(() => addDays(text, 1), text).toThrow(RangeError);
});

test('calendar dates, weekdays and zones are valid exactly if Temporal accepts them', () => {
  const chance = chanceOf(seed + 3);
  for (let i = 0; i < inFull(30_000); i++) {
    const [year, month, day] = [between(chance, 0, 9999), between(chance, 0, 13), between(chance, 0, 32)];
    const text = [`${year}`.padStart(4, '0'), `${month}`.padStart(2, '0'), `${day}`.padStart(2, '0')].join(
      '-',
    );
    const date = orNull(() => Temporal.PlainDate.from(text));
    expect([text, isLocalDate(text)]).toEqual([text, date !== null]);
    if (date) expect([text, weekdayOf(text)]).toEqual([text, date.dayOfWeek]);
  }
  const names = [
    'AET',
    'IST',
    'ist',
    'Nowhere/Else',
    '+01:00',
    'UTC+1',
    'GMT+1',
    'GMT0',
    'CET',
    '',
    'Europe/',
    'Z',
  ];
  for (const name of [...ZONES, ...names]) {
    const known = orNull(() => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name));
    expect([name, isTimeZone(name)]).toEqual([name, known !== null && /^[A-Za-z]/.test(name)]);
  }
});

test('D6 a date-time is read and written like Temporal, or rejected', () => {
  const chance = chanceOf(seed + 4);
  const two = (n: number): string => `${n}`.padStart(2, '0');
  let read = 0;
  for (let i = 0; i < inFull(30_000); i++) {
    const date = `${pick(chance, ['2026', '2028', '1969', '0000', '9999'])}-${two(between(chance, 0, 13))}-${two(between(chance, 0, 31))}`;
    const time = `${two(between(chance, 0, 25))}:${two(between(chance, 0, 61))}:${two(between(chance, 0, 61))}`;
    const fraction = pick(chance, ['', '', '.5', '.1234567890123', '.9999', '.']);
    const zone = pick(chance, ['Z', 'z', '+01:00', '-00:00', '-23:59', '+24:00', '+05:60', '']);
    const text = `${date}${pick(chance, ['T', 't', ' '])}${time}${fraction}${zone}`;
    const isForm = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.test(text);
    const known = text.replace(/(\.\d{9})\d+/, '$1').toUpperCase(); // Temporal reads nine digits at most
    const instant = isForm ? orNull(() => Temporal.Instant.from(known)) : null;
    expect([text, parseInstant(text)]).toEqual([text, instant && instant.epochMilliseconds]);
    if (!instant) continue;
    read += 1;
    const { epochMilliseconds: ms } = instant;
    const whole = Temporal.Instant.fromEpochMilliseconds(ms);
    expect([formatInstant(ms), formatInstantMs(ms)]).toEqual([
      whole.toString({ smallestUnit: 'second' }),
      whole.toString({ fractionalSecondDigits: 3 }),
    ]);
  }
  expect(read).toBeGreaterThan(1000); // control
});

/** Cheaper than `expect` for thousands of comparisons. */
function assertSame(got: unknown, wanted: unknown, of: string): void {
  const [found, right] = [JSON.stringify(got), JSON.stringify(wanted)];
  if (found !== right) expect.fail(`${of}: ${right}, not ${found}`);
}

function orNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}
