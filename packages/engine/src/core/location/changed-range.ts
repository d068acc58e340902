/** The dates on which a change of plan can change availability (D37). */
import { AVAILABILITY_DATES_MAX } from '../limits.ts';
import type { DateRange } from '../outbox/coalesce.ts';
import { isSameValue } from '../same-value.ts';
import { addDays, localDateAt } from '../local-date.ts';
import type { Closure, LocationPlan } from './location.ts';
import { currentServiceDate } from './service-day.ts';

const BESIDE = {
  name: null,
  alias: null,
  language: null,
  contact: null,
  brand: null,
  bookingPage: null,
  areas: null,
  guestCutoffMinutes: null,
  offerMinutes: null,
  guestRetentionDays: null,
} as const satisfies Partial<Record<keyof LocationPlan, null>>;

/** The dates of new and removed closures if only they changed, else all from today to the last bookable one. Null for none. */
export function changedRange(
  before: LocationPlan | null,
  after: LocationPlan,
  nowMs: number,
): DateRange | null {
  const possible = spanOf([before, after], nowMs);
  if (before === null || isChangedBeside(before, after)) return possible;
  const closures = [...without(before.closures, after.closures), ...without(after.closures, before.closures)];
  if (closures.length === 0) return null;
  const from = closures.map(firstDate).reduce((a, b) => (a < b ? a : b));
  const to = closures.map((closure) => closure.to.slice(0, 10)).reduce((a, b) => (a > b ? a : b));
  const range = {
    from: from > possible.from ? from : possible.from,
    to: to < possible.to ? to : possible.to,
  };
  return range.from <= range.to ? range : null;
}

/** A closure of hours can begin in the night of the service date before. */
function firstDate({ from }: Closure): string {
  return from.length > 10 ? addDays(from.slice(0, 10), -1) : from;
}

function spanOf(plans: readonly (LocationPlan | null)[], nowMs: number): DateRange {
  const known = plans.filter((plan) => plan !== null);
  const from = known.map((plan) => currentServiceDate(plan, nowMs)).reduce((a, b) => (a < b ? a : b));
  const ends = known.map(({ timeZone, horizonDays }) =>
    addDays(localDateAt(timeZone, nowMs), Math.min(horizonDays, AVAILABILITY_DATES_MAX)),
  );
  const last = ends.reduce((a, b) => (a > b ? a : b));
  const most = addDays(from, AVAILABILITY_DATES_MAX - 1);
  return { from, to: last < most ? last : most };
}

function isChangedBeside(before: LocationPlan, after: LocationPlan): boolean {
  const rest = (plan: LocationPlan): object => ({
    ...plan,
    ...BESIDE,
    closures: null,
    id: null,
    revision: null,
  });
  return !isSameValue(rest(before), rest(after));
}

function without(closures: readonly Closure[], others: readonly Closure[]): readonly Closure[] {
  const same = (a: Closure, b: Closure): boolean => a.from === b.from && a.to === b.to;
  return closures.filter((closure) => !others.some((other) => same(closure, other)));
}
