/** Restaurants around changes of the clock, with hours close to them, and the starts that they have by a walked clock. */
import type { ServicePeriod, Weekday } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';
import { between, chanceOf, pick } from '../seating/random.ts';
import { seed } from '../../support/seed.ts';
import {
  dayOf,
  type Minute,
  type Night,
  nightsOf,
  type Reading,
  startsOf,
  type Walk,
  walk,
} from './wall-clock-model.ts';

export const PARTY_SIZES = [2, 5] as const;

/** A zone, and a day around which restaurants are queried. */
interface Stretch {
  readonly timeZone: string;
  readonly day: number;
}

const CHANGES: readonly Stretch[] = [
  ['Europe/Stockholm', '2027-03-28', '2027-10-31'],
  ['Europe/Dublin', '2027-03-28', '2027-10-31'], // winter is the exception there, not summer
  ['Atlantic/Azores', '2027-03-28', '2027-10-31'], // at midnight
  ['America/New_York', '2027-03-14', '2027-11-07'],
  ['America/Santiago', '2027-09-05', '2027-04-04'], // at midnight; back into the previous day
  ['America/Nuuk', '2027-03-28', '2027-10-31'], // skips the last hour of a date
  ['America/St_Johns', '2010-03-14', '2010-11-07'], // one minute past midnight: a date begins twice
  ['Australia/Lord_Howe', '2027-10-03', '2027-04-04'], // half an hour
  ['Antarctica/Troll', '2027-03-28', '2027-10-31'], // two hours
  ['Africa/Casablanca', '2026-02-15', '2026-03-22'], // around Ramadan
  ['Asia/Kathmandu', '1986-01-01', '2027-06-18'], // a quarter of an hour, once; and no change
  ['Pacific/Apia', '2011-12-30', '2012-04-01'], // skips a date
  ['Pacific/Kwajalein', '1993-08-21'], // skips a date
].flatMap(([timeZone, ...dates]) => dates.map((date) => ({ timeZone: timeZone!, day: dayOf(date) })));

/** Random zones in random years: at the day of a change where there is one, else at any. */
function randomStretches(count: number): Stretch[] {
  const chance = chanceOf(seed);
  const zones = Intl.supportedValuesOf('timeZone');
  return Array.from({ length: count }, () => {
    const timeZone = pick(chance, zones);
    const newYear = dayOf(`${between(chance, 1990, 2036)}-01-01`);
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
    });
    const noonShown = (day: number): string => clock.format((day + 0.5) * 86_400_000);
    const days = Array.from({ length: 365 }, (_, i) => newYear + i);
    const changed = days.filter((day) => noonShown(day) !== noonShown(day - 1));
    return { timeZone, day: pick(chance, changed.length > 0 ? changed : days) };
  });
}

/** The days that are asked: the change, two before it and one after. */
export const daysOf = ({ day }: Stretch): number[] => [day - 2, day - 1, day, day + 1];

/** The days whose nights are known whole: what opens on the day after them is known too. */
export const daysAround = ({ day }: Stretch): number[] => Array.from({ length: 8 }, (_, i) => day - 4 + i);

const walks = new Map<Stretch, Walk>();

/** The walk of a stretch, made once: wide enough for the nights before and after the days that are asked. */
export function walkOf(stretch: Stretch): Walk {
  const known = walks.get(stretch) ?? walk(stretch.timeZone, stretch.day - 5, stretch.day + 6);
  walks.set(stretch, known);
  return known;
}

export interface Restaurant {
  readonly stretch: Stretch;
  readonly periods: readonly ServicePeriod[];
  /** Of parties of up to two, and of larger ones. */
  readonly turns: readonly [number, number];
  /** The time of the questions, after the first minute of the walk; null: weeks before. */
  readonly nowMinute: number | null;
  /** Parties who ask for a table: at a slot of a night of the model, or at any minute around it. */
  readonly wishes: readonly { night: number; slot: number; late: number | null; size: number }[];
}

const everyDay: Weekday[] = [1, 2, 3, 4, 5, 6, 7];
const quarters = (from: number, to: number) => fc.integer({ min: from * 4, max: to * 4 }).map((n) => n * 15);

/** The local time in minutes after midnight just before the clock change next to the day; midnight without one. */
function changeMinute(stretch: Stretch): number {
  const { firstMinute, shown } = walkOf(stretch);
  const from = (stretch.day - 1) * 1440 - firstMinute;
  const at = shown.findIndex((wall, i) => i > from && wall !== shown[i - 1]! + 1);
  return at < 0 ? 0 : (shown[at - 1]! + 1) % 1440;
}

/** One to three periods that do not overlap by the clock, in any order, most of them around a time of day. */
const periodsAround = (minute: number): fc.Arbitrary<ServicePeriod[]> =>
  fc
    .record({
      first: fc.oneof(
        quarters(-5, 3).map((after) => (minute + after + 1440) % 1440),
        fc.integer({ min: 0, max: 1439 }),
      ),
      stepMinutes: fc.constantFrom(5, 7, 10, 15, 20, 30, 45, 60),
      rows: fc.array(
        fc.record({
          gap: fc.constantFrom(0, 0, 15, 30, 60, 210),
          length: fc.oneof(quarters(0, 2), quarters(1, 6), fc.integer({ min: 1, max: 1440 })),
          until: fc.option(quarters(0, 2), { freq: 2 }),
          last: fc.option(fc.oneof(quarters(0, 2), fc.integer({ min: 0, max: 1440 })), { freq: 2 }),
          weekdays: fc.oneof(fc.constant(everyDay), fc.subarray(everyDay, { minLength: 1 })),
        }),
        { minLength: 1, maxLength: 3, size: 'max' },
      ),
    })
    .map(({ first, stepMinutes, rows }) => {
      let opensMinute = first;
      return rows.flatMap(({ gap, length, until, last, weekdays }, i) => {
        if (i > 0) opensMinute += gap;
        if (opensMinute >= 1440) return [];
        const untilThen = until === null ? length : (minute + until + 2880 - opensMinute) % 1440;
        const closesMinute = opensMinute + Math.max(1, untilThen);
        const lastSeatingMinute = last === null ? null : Math.max(opensMinute, closesMinute - last);
        const hours = { opensMinute, closesMinute, lastSeatingMinute, slotStepMinutes: stepMinutes };
        opensMinute = closesMinute;
        return [fixtures.aPeriod({ name: `period ${i + 1}`, weekdays, ...hours })];
      });
    })
    .chain((rows) => fc.shuffledSubarray(rows, { minLength: rows.length }));

const aWish = fc.record({
  night: fc.nat(),
  slot: fc.nat(),
  late: fc.option(fc.integer({ min: -120, max: 400 })),
  size: fc.constantFrom(...PARTY_SIZES),
});

const restaurantAt = (stretch: Stretch): fc.Arbitrary<Restaurant> =>
  fc.record({
    stretch: fc.constant(stretch),
    periods: periodsAround(changeMinute(stretch)),
    turns: fc.constantFrom([15, 60], [30, 120], [90, 150], [240, 600]),
    nowMinute: fc.option(fc.integer({ min: 3 * 1440, max: 7 * 1440 }), { freq: 4 }),
    wishes: fc.array(aWish, { maxLength: 8, size: 'max' }),
  });

export const aRestaurant = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...CHANGES) },
    { weight: 1, arbitrary: fc.constantFrom(...randomStretches(24)) },
  )
  .chain(restaurantAt);

export const turnOf = ({ turns }: Restaurant, size: number): number => turns[size <= 2 ? 0 : 1];

/** The time of the questions. */
export const nowOf = ({ stretch, nowMinute }: Restaurant): Minute =>
  nowMinute === null ? (stretch.day - 40) * 1440 : walkOf(stretch).firstMinute + nowMinute;

/** The start times of a party on a day. */
export type Starts = (
  restaurant: Restaurant,
  nights: readonly Night[],
  day: number,
  size: number,
) => Minute[];

export function nightsIn({ stretch, periods: all }: Restaurant, read?: Reading): Night[] {
  return nightsOf(walkOf(stretch), all, stretch.day - 4, stretch.day + 4, read);
}

export const modelStarts: Starts = (restaurant, nights, day, size) =>
  nights
    .filter((night) => night.day === day)
    .flatMap((night) => startsOf(night, turnOf(restaurant, size)))
    .filter((start) => start >= nowOf(restaurant));
