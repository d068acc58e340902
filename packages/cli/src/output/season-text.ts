import type { Season, SeasonTimes } from '@bord/engine';
import { plain } from './plain.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The availability of a table: `Dinner, Fri Sat, 1 May to 30 Sep; or 24 Dec`. Empty for always. */
export function seasonsText(seasons: readonly Season[] | undefined): string {
  return (seasons ?? []).map(seasonText).join('; or ');
}

function seasonText({ except = [], ...times }: Season): string {
  return [timesText(times), ...except.map((not) => `not ${timesText(not)}`)].filter(Boolean).join(', ');
}

function timesText({ periods, weekdays, from, to }: SeasonTimes): string {
  const days = weekdays?.toSorted((a, b) => a - b).map((day) => DAYS[day - 1]!);
  return [periods && plain(periods.join(' or ')), days?.join(' '), datesText(from, to)]
    .filter(Boolean)
    .join(', ');
}

function datesText(from: string | undefined, to: string | undefined): string {
  if (from === to) return from === undefined ? '' : endText(from);
  if (from === undefined) return `until ${endText(to!)}`;
  return to === undefined ? `from ${endText(from)} on` : `${endText(from)} to ${endText(to)}`;
}

/** `1 May` for that of every year; a date with its year as it is. */
function endText(end: string): string {
  const [, month, day] = /^(\d\d)-(\d\d)$/.exec(end) ?? [];
  return month === undefined ? end : `${Number(day)} ${MONTHS[Number(month) - 1]}`;
}
