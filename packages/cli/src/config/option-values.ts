import { DAY_MS, HOUR_MS, isLocalDate, MINUTE_MS } from '@bord/engine';
import { isLocationId, SECOND_MS } from '@bord/engine/adapters';
import { InvalidArgumentError } from 'commander';
import { didYouMean } from '../output/did-you-mean.ts';
import { isVisitDate, isVisitTime } from './visit-time.ts';

/** A value that `read` understands; `must` says in words what that is. */
export function reading<T>(must: string, read: (text: string) => T | undefined): (text: string) => T {
  return (text) => {
    const value = read(text);
    if (value === undefined) throw new InvalidArgumentError(`It must be ${must}.`);
    return value;
  };
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return reading(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

const UNIT_MS = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;

/** Milliseconds of `90d`, `24h`, `30m` or `45s`; up to 100 years. */
export const durationMs: (text: string) => number = reading(
  'a duration such as 90d, 24h, 30m or 45s',
  (text) => {
    const [, count, unit] = /^(\d{1,10})([smhd])$/.exec(text) ?? [];
    const ms = Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
    return ms > 0 && ms <= 36_525 * UNIT_MS.d ? ms : undefined;
  },
);

export const localDate: (text: string) => string = reading('a date such as 2026-12-01', (text) =>
  isLocalDate(text) ? text : undefined,
);

/** A date, or a word for one: see {@link visitDateOf}. */
export const visitDate: (text: string) => string = reading(
  'a date such as 2026-12-01, or today, tomorrow or yesterday',
  (text) => (isVisitDate(text) ? text : undefined),
);

export const VISIT_TIME =
  'now, 19:30, "tomorrow 19:30" or "2026-12-01 19:30" by the clock of the location, or with an offset';

/** A time of a visit, as people say it: see {@link visitTimeMs}. */
export const visitTime: (text: string) => string = reading(
  'a time such as 19:30, "tomorrow 19:30", 2026-12-01T19:30 or now',
  (text) => (isVisitTime(text) ? text : undefined),
);

export const locationId: (text: string) => string = reading('the UUID of a location', (text) =>
  isLocationId(text) ? text.toLowerCase() : undefined,
);

export function oneOf<T extends string>(values: readonly T[]): (text: string) => T {
  return (text) => {
    const value = values.find((candidate) => candidate === text);
    if (value === undefined)
      throw new InvalidArgumentError(`It must be one of ${values.join(', ')}${didYouMean(text, values)}.`);
    return value;
  };
}

export function each<T>(read: (text: string) => T): (text: string, before?: readonly T[]) => readonly T[] {
  return (text, before = []) => [...before, read(text)];
}
