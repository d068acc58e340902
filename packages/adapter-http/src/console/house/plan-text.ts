import { isLocalDate, type Season, type SeasonTimes, type ServicePeriod, type Weekday } from '@bord/engine';
import { clockTime, sizesText } from '@bord/engine/adapters';
import type { ConsoleWords } from '../../i18n/languages.ts';
import { shortDateText, weekdayNames } from './calendar.ts';

/** `17:00`, and `01:00` for a time on the next day. */
export function clockText(minute: number): string {
  return clockTime(minute % 1440);
}

/** Party sizes with their values: `1–2: 90 min, 3+: 120 min`. The last is for all larger ones. */
export function bandsText(
  bands: readonly { readonly partyMax: number | null; readonly minutes: number }[],
  minutes: (count: number) => string,
): string {
  if (bands.length === 1) return minutes(bands[0]!.minutes);
  return bands
    .map(
      (band, i) => `${sizesText((bands[i - 1]?.partyMax ?? 0) + 1, band.partyMax)}: ${minutes(band.minutes)}`,
    )
    .join(', ');
}

export function daysText({ weekdays, dates }: ServicePeriod, { base, house }: ConsoleWords): string {
  const named = weekdays.length === 7 ? [house.plan.daily] : daysOf(weekdays, base.when.locale);
  return [...named, ...dates].join(', ');
}

/** When a table is available: `Middag, fre, lör, 1 maj till 30 sep.`; empty for always. */
export function seasonsText(seasons: readonly Season[] | undefined, words: ConsoleWords): string {
  return (seasons ?? []).map((season) => seasonText(season, words)).join(`; ${words.house.plan.season.or} `);
}

function seasonText({ except = [], ...times }: Season, words: ConsoleWords): string {
  const { season } = words.house.plan;
  return [timesText(times, words), ...except.map((not) => season.not(timesText(not, words)))]
    .filter((text) => text !== '')
    .join(', ');
}

function timesText({ periods, weekdays, from, to }: SeasonTimes, words: ConsoleWords): string {
  const { locale } = words.base.when;
  return [
    periods?.join(` ${words.house.plan.season.or} `) ?? '',
    weekdays ? daysOf(weekdays, locale).join(', ') : '',
    rangeText(from, to, words),
  ]
    .filter((text) => text !== '')
    .join(', ');
}

function rangeText(from: string | undefined, to: string | undefined, { base, house }: ConsoleWords): string {
  const { season } = house.plan;
  const end = (text: string): string => endText(text, base.when.locale);
  if (from === undefined) return to === undefined ? '' : season.until(end(to));
  if (to === undefined) return season.from(end(from));
  return from === to ? end(from) : season.between(end(from), end(to));
}

/** `1 maj` for an annual date; a date with its year unchanged. */
function endText(end: string, locale: string): string {
  return isLocalDate(end) ? end : shortDateText(`2028-${end}`, locale);
}

function daysOf(weekdays: readonly Weekday[], locale: string): readonly string[] {
  const names = weekdayNames(locale, 'short');
  return weekdays.toSorted((a, b) => a - b).map((weekday) => names[weekday - 1]!);
}
