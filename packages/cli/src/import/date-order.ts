import { plain } from '../output/plain.ts';
import { type DateOrder, orderShownBy } from './read-date.ts';

export interface DateText {
  readonly line: number;
  readonly text: string;
}

/** The order of dates in a file, null if no date depends on it; or the reason why the operator must choose. */
export type FoundOrder =
  | { readonly order: DateOrder | null; readonly shownBy: DateText | null }
  | { readonly fault: string };

/** The order that an unambiguous date shows (`24/12/2026`). It is never guessed, and month first must be chosen. */
export function dateOrderOf(dates: readonly DateText[]): FoundOrder {
  const first = (order: DateOrder | null): DateText | undefined =>
    dates.find(({ text }) => orderShownBy(text) === order);
  const [dayFirst, monthFirst] = [first('dmy'), first('mdy')];
  if (monthFirst)
    return {
      fault: dayFirst
        ? `${at(dayFirst)} has the day first and ${at(monthFirst)} the month: --dates dmy or --dates mdy says which is right; the others are rejected`
        : `${at(monthFirst)} has the month first: if all of them have, use --dates mdy`,
    };
  const yearAnywhere = dates.find(({ text }) => SHORT.test(text) && orderShownBy(text) === null);
  if (dayFirst && !yearAnywhere) return { order: 'dmy', shownBy: dayFirst };
  const either = yearAnywhere ?? first(null);
  if (either) return { fault: `${at(either)} can be read in more than one way: use --dates dmy, mdy or ymd` };
  return { order: null, shownBy: null };
}

const at = ({ line, text }: DateText): string => `${plain(text)} (line ${line})`;

/** `26-12-24`: the year may be first or last. */
const SHORT = /^\d\d-\d\d-\d\d$/;
