/** When a table or a combination is available (D40). Service dates and periods are those of a booking's start. */
import type { LocalDate, Weekday } from '../local-date.ts';

/** Service periods, weekdays and dates. All given conditions must hold; an omitted one is not a limit. */
export interface SeasonTimes {
  /** Names of service periods of the plan, one or more. */
  readonly periods?: readonly string[] | undefined;
  /** Weekdays of the service date, one or more; 1 is Monday, 7 Sunday. */
  readonly weekdays?: readonly Weekday[] | undefined;
  /**
   * The first service date: `2027-05-01`, or `05-01` for every year. Yearly dates need both ends; if the first is after the last, they include
   * the turn of the year. A date with a year can be given alone: from then on.
   */
  readonly from?: string | undefined;
  /** The last service date, included, in the form of `from`. A date with a year can be given alone: until then. */
  readonly to?: string | undefined;
}

/** The times at which a table or combination is available, except for the exceptions. */
export interface Season extends SeasonTimes {
  /** The exceptions: it is not available if one of them holds. */
  readonly except?: readonly SeasonTimes[] | undefined;
}

/** Whether a season applies to a start in this period of this date. A start outside all periods (null) is limited only by dates and weekdays. */
export function isInSeason(
  seasons: readonly Season[],
  date: LocalDate,
  weekday: Weekday,
  period: string | null,
): boolean {
  return seasons.some(
    (season) =>
      holds(season, date, weekday, period, true) &&
      !season.except?.some((times) => holds(times, date, weekday, period, false)),
  );
}

/** @param outside whether a start outside all periods counts as being in the named ones */
function holds(
  { periods, weekdays, from, to }: SeasonTimes,
  date: LocalDate,
  weekday: Weekday,
  period: string | null,
  outside: boolean,
): boolean {
  if (periods && !(period === null ? outside : periods.includes(period))) return false;
  if (weekdays && !weekdays.includes(weekday)) return false;
  return isWithin(date, from, to);
}

function isWithin(date: LocalDate, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined || !isRecurring(from))
    return (from === undefined || from <= date) && (to === undefined || date <= to);
  const day = date.slice('YYYY-'.length);
  return from <= to ? from <= day && day <= to : from <= day || day <= to;
}

/** Whether the end of a season is yearly: `05-01`. */
export function isRecurring(end: string): boolean {
  return end.length === 'MM-DD'.length;
}
