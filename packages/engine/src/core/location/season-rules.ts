/** Checks the seasons of a plan (D40). */
import { invalid } from '../errors.ts';
import { SEASONS_MAX, SERVICE_PERIODS_MAX } from '../limits.ts';
import { isLocalDate } from '../instant.ts';
import { isRecurring, type Season, type SeasonTimes } from './season.ts';

type Path = readonly (string | number)[];

/** Throws `invalid_request` with the path of the first fault. `periods`: the names of the plan's periods. */
export function assertSeasons(when: readonly Season[], periods: readonly string[], path: Path): void {
  if (when.length === 0) invalid('must name a season; leave it out if the table is always available', path);
  assertCount(when, SEASONS_MAX, path);
  when.forEach((season, i) => {
    const at = [...path, i];
    const { except, ...times } = season;
    assertTimes(times, periods, at, except !== undefined);
    if (except === undefined) return;
    if (except.length === 0) invalid('must name an exception', [...at, 'except']);
    assertCount(except, SEASONS_MAX, [...at, 'except']);
    except.forEach((one, k) => assertTimes(one, periods, [...at, 'except', k], false));
  });
}

function assertTimes(times: SeasonTimes, known: readonly string[], path: Path, mayBeEmpty: boolean): void {
  const { periods, weekdays, from, to } = times;
  if (!mayBeEmpty && [periods, weekdays, from, to].every((one) => one === undefined))
    invalid('needs periods, days or dates', path);
  if (periods?.length === 0) invalid('must name a service period', [...path, 'periods']);
  if (periods) assertCount(periods, SERVICE_PERIODS_MAX, [...path, 'periods']);
  periods?.forEach((name, i) => {
    if (!known.includes(name))
      invalid(`service period ${name} does not exist; choose from ${[...new Set(known)].join(', ')}`, [
        ...path,
        'periods',
        i,
      ]);
  });
  if (weekdays?.length === 0) invalid('must name a day', [...path, 'weekdays']);
  weekdays?.forEach((day, i) => {
    if (!Number.isInteger(day) || day < 1 || day > 7)
      invalid(`${day} must be a weekday from 1 to 7`, [...path, 'weekdays', i]);
  });
  assertDates(from, to, path);
}

function assertDates(from: string | undefined, to: string | undefined, path: Path): void {
  for (const [field, end] of Object.entries({ from, to }))
    if (end !== undefined && !isLocalDate(isRecurring(end) ? `${LEAP_YEAR}-${end}` : end))
      invalid(`${end} is not a date; write 2027-05-01, or 05-01 for that of every year`, [...path, field]);
  if (from === undefined || to === undefined) {
    const [given, missing] = from === undefined ? [to, 'from'] : [from, 'to'];
    if (given !== undefined && isRecurring(given))
      invalid(`is missing: ${given} comes every year, and needs both ends`, [...path, missing]);
  } else if (isRecurring(from) !== isRecurring(to))
    invalid(`write both ends with their year, or both without: ${from}, ${to}`, [...path, 'to']);
  else if (to < from && !isRecurring(from))
    invalid(`the season must not end (${to}) before it begins (${from})`, [...path, 'to']);
}

/** Contains every day that some year has. */
const LEAP_YEAR = '2028';

export function assertCount({ length }: readonly unknown[], max: number, path: Path): void {
  if (length > max) invalid(`there are ${length} of them; at most ${max} are allowed`, path);
}
