import type { MoveRequest } from '../core/booking/booking-request.ts';
import { type DiaryScope, heldBy, type Snapshot } from '../core/booking/diary.ts';
import { contains, type Interval, overlaps } from '../core/interval.ts';
import { datesTouched } from '../core/local-date.ts';
import type { Location } from '../core/location/location.ts';
import { periodAt, readUpTo, type ServiceDay } from '../core/location/service-day.ts';
import { slotOf } from '../core/location/slots.ts';
import { aboutOf, readWholeDates } from '../core/seating/read-range.ts';

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

export interface StepGround {
  /** What the booking shall hold; null for a step that wants nothing beyond what the day offers. */
  readonly held: Interval | null;
  readonly named: DiaryScope['named'];
  /** Where the booking is until now. It is locked, so that no other step re-seats it there, and it is not read, since the step assigns no tables there. */
  readonly left?: Interval;
  /** How far the step has to read: it was taken before, and had read too little. */
  readonly range?: Interval | undefined;
}

export interface Ground {
  readonly scope: DiaryScope;
  /** When it can seat somebody: what overlaps it has to be read with all that can make room there. Null: at no time. */
  readonly about: Interval | null;
  /** The service date, with what is read to decide about it. */
  readonly day: ServiceDay;
}

/** The whole service date, and what is held beyond it: an operator's booking may outlast the day. */
export function groundOf(
  location: Location,
  served: ServiceDay,
  { held, named, left, range }: StepGround,
): Ground {
  const { id: locationId, revision: locationRevision, timeZone } = location;
  const reached = range ? readWholeDates(location, served, range) : served;
  const day = held ? readUpTo(timeZone, reached, held) : reached;
  const dates = left ? [...new Set([...day.dates, ...datesTouched(timeZone, left)])].toSorted() : day.dates;
  return {
    scope: { locationId, locationRevision, dates, interval: day.read, named },
    about: aboutOf(served, held),
    day,
  };
}

/** Who has locked and read the one ground may decide on what the other asks for. */
export function suffices({ locked, needed }: { readonly locked: Ground; readonly needed: Ground }): boolean {
  return (
    (needed.about === null || (locked.about !== null && contains(locked.about, needed.about))) &&
    contains(locked.scope.interval, needed.scope.interval) &&
    needed.scope.dates.every((date) => locked.scope.dates.includes(date))
  );
}

/** Of a snapshot that shows more, what touches an interval. */
export function partOf({ bookings, named }: Snapshot, interval: Interval): Snapshot {
  const touching = bookings.filter((booking) => overlaps(heldBy(booking), interval));
  return { bookings: touching, named };
}
