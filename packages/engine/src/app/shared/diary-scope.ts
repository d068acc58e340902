import type { MoveRequest } from '../../core/booking/booking-request.ts';
import { type DiaryScope, heldBy, type Snapshot } from '../../core/booking/diary.ts';
import { contains, type Interval, overlaps, span } from '../../core/time/interval.ts';
import { datesTouched } from '../../core/time/local-date.ts';
import type { Location } from '../../core/location/location.ts';
import { periodAt, type ServiceDay } from '../../core/location/service-day.ts';
import { slotOf } from '../../core/location/slots.ts';

/** How long a party that starts then would hold its tables; the whole day where no period is open, which is refused. */
export function heldFrom(
  location: Location,
  day: ServiceDay,
  { startMs, partySize }: Required<MoveRequest>,
): Interval {
  const open = periodAt(day, startMs);
  if (!open) return day.interval;
  return { startMs, endMs: slotOf(location, open, partySize, startMs).blockedUntilMs };
}

/** What a step is about. */
export interface StepGround {
  /** What the booking shall hold. */
  readonly held: Interval;
  readonly named: DiaryScope['named'];
  /** Where the booking is until now, so that nobody re-seats it there meanwhile: locked, and not read. */
  readonly left?: Interval;
}

/** The whole service date, and what is held beyond it: an operator's booking may outlast the day. */
export function scopeOf(location: Location, day: ServiceDay, { held, named, left }: StepGround): DiaryScope {
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

/** Who has locked and read the one scope may decide on what the other asks for. */
export function suffices({
  locked,
  needed,
}: {
  readonly locked: DiaryScope;
  readonly needed: DiaryScope;
}): boolean {
  return (
    contains(locked.interval, needed.interval) && needed.dates.every((date) => locked.dates.includes(date))
  );
}

/** Of a snapshot that shows more, what touches an interval. */
export function partOf({ bookings, named }: Snapshot, interval: Interval): Snapshot {
  const touching = bookings.filter((booking) => overlaps(heldBy(booking), interval));
  return { bookings: touching, named };
}
