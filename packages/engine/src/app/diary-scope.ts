import type { DiaryPage, DiaryScope } from '../core/diary.ts';
import { contains, type Interval, overlaps, span } from '../core/interval.ts';
import { datesTouched } from '../core/local-day.ts';
import type { Location } from '../core/location.ts';
import { periodAt, type ServiceDay } from '../core/service-day.ts';
import { slotOf } from '../core/slots.ts';

/** How long a party that starts then would hold its tables; the whole day where no period is open, which is refused. */
export function heldFrom(location: Location, day: ServiceDay, startMs: number, partySize: number): Interval {
  const open = periodAt(day, startMs);
  if (!open) return day.interval;
  return { startMs, endMs: slotOf(location, open, partySize, startMs).blockedUntilMs };
}

/**
 * The whole service date, and what is held beyond it: an operator's booking may outlast the day.
 *
 * @param left where the booking is until now, so that nobody re-seats it there meanwhile: locked, and not read
 */
export function scopeOf(
  location: Location,
  day: ServiceDay,
  held: Interval,
  named: DiaryScope['named'],
  left?: Interval,
): DiaryScope {
  const isInside = contains(day.interval, held);
  const interval = isInside ? day.interval : span(day.interval, held);
  const read = isInside ? day.dates : datesTouched(location.timeZone, interval);
  return {
    locationId: location.id,
    locationRevision: location.revision,
    dates: left ? [...new Set([...read, ...datesTouched(location.timeZone, left)])].toSorted() : read,
    interval,
    named,
  };
}

/** Who has locked and read `scope` may decide on what `needed` asks for. */
export function covers(scope: DiaryScope, needed: DiaryScope): boolean {
  return (
    contains(scope.interval, needed.interval) && needed.dates.every((date) => scope.dates.includes(date))
  );
}

/** Of a page that shows more, what touches an interval. */
export function partOf({ bookings, named }: DiaryPage, interval: Interval): DiaryPage {
  const touching = bookings.filter(({ startMs, blockedUntilMs: endMs }) =>
    overlaps({ startMs, endMs }, interval),
  );
  return { bookings: touching, named };
}
