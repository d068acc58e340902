import { isLocalDate, type Season, type SeasonTimes, type Weekday } from '@bord/engine';
import * as z from 'zod';
import { field, optional, text } from '../fields.ts';

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export const weekdays = z
  .preprocess(
    (input) => (input === 'daily' ? DAYS : input),
    z
      .array(z.enum(DAYS))
      .transform((days) => DAYS.flatMap((day, i) => (days.includes(day) ? [(i + 1) as Weekday] : []))),
  )
  .meta({ shorthand: 'daily' });

function oneOrMore<T>(schema: z.ZodType<T>) {
  return z
    .preprocess((input) => (Array.isArray(input) ? input : [input]), z.array(schema))
    .meta({ shorthand: 'one entry' });
}

/** A year in which every day of every year is. */
const LEAP_YEAR = '2028';

const end = field('must be a date such as 2027-05-01, or 05-01 for that of every year', (input) =>
  typeof input === 'string' && (isLocalDate(input) || isLocalDate(`${LEAP_YEAR}-${input}`))
    ? input
    : undefined,
);

const times = {
  periods: optional(oneOrMore(text(100))),
  days: optional(
    z
      .preprocess((input) => (DAYS.some((day) => day === input) ? [input] : input), weekdays)
      .meta({ shorthand: 'one day, daily' }),
  ),
  from: optional(end),
  to: optional(end),
};

/** One season or a list of them; in each what is named has to hold, apart from its exceptions. */
export const when = oneOrMore(
  z.strictObject({ ...times, except: optional(oneOrMore(z.strictObject(times))) }),
);

type SeasonFile = z.output<typeof when>[number];

export function seasonsOf(read: readonly SeasonFile[] | undefined): readonly Season[] | undefined {
  return read?.map(({ except, ...own }) =>
    withoutUndefined<Season>({ ...timesOf(own), except: except?.map(timesOf) }),
  );
}

function timesOf({ periods, days, from, to }: Omit<SeasonFile, 'except'>): SeasonTimes {
  return withoutUndefined<SeasonTimes>({ periods, weekdays: days, from, to });
}

/** The seasons as the file has them: a single one as an object. Null: always. */
export function whenFileOf(seasons: readonly Season[] | undefined): object | null {
  const written = seasons?.map(({ except, ...own }) =>
    withoutUndefined({ ...timesFileOf(own), except: except && alone(except.map(timesFileOf)) }),
  );
  return written ? alone(written) : null;
}

function timesFileOf({ periods, weekdays: days, from, to }: SeasonTimes): object {
  return withoutUndefined({
    periods,
    days: days && DAYS.filter((_, i) => days.some((day) => day === i + 1)),
    from,
    to,
  });
}

function alone(list: readonly object[]): object {
  return list.length === 1 ? list[0]! : list;
}

function withoutUndefined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
