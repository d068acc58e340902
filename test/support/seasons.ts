/** Seasons of random restaurants, and their meaning without the engine: in UTC, from the plan's own words. */
import type { LocationPlan, Season, SeasonTimes, ServicePeriod, Weekday } from '@bord/engine';
import fc from 'fast-check';
import type { InSeason } from '../proof/seating/brute-force.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Seasons around a date: the date itself, neighbouring ones, and ranges of every year. */
function timesAround(date: string, periods: readonly string[]): fc.Arbitrary<SeasonTimes> {
  const day = (days: number): string => isoDate(Date.parse(date) + days * DAY_MS);
  const ends = fc.constantFrom<SeasonTimes>(
    {},
    {},
    { from: date },
    { to: date },
    { from: day(-9), to: date },
    { from: day(1), to: day(9) },
    { from: date.slice(5), to: day(30).slice(5) },
    { from: '10-01', to: date.slice(5) },
    { from: day(1).slice(5), to: day(-1).slice(5) },
    { from: '12-24', to: '12-26' },
  );
  const weekday = weekdayOf(date);
  const weekdays = fc.constantFrom<readonly Weekday[] | undefined>(
    undefined,
    undefined,
    [weekday],
    [((weekday % 7) + 1) as Weekday],
    [1, 2, 3, 4],
  );
  const some = fc.option(fc.subarray([...periods], { minLength: 1 }), { nil: undefined, freq: 2 });
  return fc.record({ ends, weekdays, periods: some }).map(({ ends: range, ...rest }) => {
    const named = Object.entries({ ...rest, ...range }).filter(([, value]) => value !== undefined);
    return named.length > 0 ? Object.fromEntries(named) : { periods: [periods[0]!] };
  });
}

function seasonsAround(date: string, periods: readonly string[]): fc.Arbitrary<readonly Season[]> {
  const times = timesAround(date, periods);
  const season = fc.oneof(
    times,
    times,
    fc.array(times, { minLength: 1, maxLength: 2 }).map((except) => ({ except })),
    fc.tuple(times, times).map(([own, not]) => ({ ...own, except: [not] })),
  );
  return fc.array(season, { minLength: 1, maxLength: 2 });
}

/** The restaurant with seasons for some tables and combinations, which differ between dates around this one. */
export function withSeasons(plan: LocationPlan, date: string): fc.Arbitrary<LocationPlan> {
  const { tables, combinations } = plan.floorPlan;
  const periods = [...new Set(plan.servicePeriods.map(({ name }) => name))];
  const when = fc.option(seasonsAround(date, periods), { nil: undefined, freq: 2 });
  const whens = fc.array(when, {
    minLength: tables.length + combinations.length,
    maxLength: tables.length + combinations.length,
  });
  return whens.map((all) => {
    const limited = <T>(of: T, i: number): T => (all[i] ? { ...of, when: all[i] } : of);
    return {
      ...plan,
      floorPlan: {
        ...plan.floorPlan,
        tables: tables.map(limited),
        combinations: combinations.map((of, i) => limited(of, tables.length + i)),
      },
    };
  });
}

/** As often with seasons as without. */
export function orWithSeasons<T extends { readonly plan: LocationPlan; readonly date: string }>(
  given: fc.Arbitrary<T>,
): fc.Arbitrary<T> {
  const seasonal = given.chain((one) => withSeasons(one.plan, one.date).map((plan) => ({ ...one, plan })));
  return fc.oneof(given, seasonal);
}

/** The season rule of a restaurant in UTC, by the service date and the period of a party's start. */
export function plainSeasons(plan: LocationPlan): InSeason {
  return ({ when }, startMs) => {
    if (!when) return true;
    const { date, period } = periodOf(plan, startMs);
    const has = ({ periods, weekdays, from, to }: SeasonTimes): boolean =>
      (!periods || periods.includes(period)) &&
      (!weekdays || weekdays.includes(weekdayOf(date))) &&
      isBetween(date, from, to);
    return when.some((season) => has(season) && !(season.except ?? []).some(has));
  };
}

function periodOf({ servicePeriods }: LocationPlan, startMs: number): { date: string; period: string } {
  for (const days of [0, 1]) {
    const midnightMs = Math.floor(startMs / DAY_MS) * DAY_MS - days * DAY_MS;
    const minute = (startMs - midnightMs) / MINUTE_MS;
    const date = isoDate(midnightMs);
    const isOpen = ({ weekdays, opensMinute, closesMinute }: ServicePeriod): boolean =>
      weekdays.includes(weekdayOf(date)) && opensMinute <= minute && minute < closesMinute;
    const period = servicePeriods.find(isOpen);
    if (period) return { date, period: period.name };
  }
  throw new Error(`nothing is open at ${new Date(startMs).toISOString()}`);
}

function isBetween(date: string, from: string | undefined, to: string | undefined): boolean {
  if (from?.length !== 5) return (!from || from <= date) && (!to || date <= to);
  const year = Number(date.slice(0, 4));
  return [year - 1, year].some((first) => {
    const last = to! < from ? first + 1 : first;
    return `${first}-${from}` <= date && date <= `${last}-${to}`;
  });
}

function weekdayOf(date: string): Weekday {
  return (((new Date(date).getUTCDay() + 6) % 7) + 1) as Weekday;
}

function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
