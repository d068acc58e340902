/** The event of a change to the availability of a location (D37). */
import { SECOND_MS } from '../instant.ts';
import { type DatedDelivery, type DateRange, datesOf } from './coalesce.ts';
import type { Delivery } from './delivery.ts';
import type { Endpoint } from '../booking/event.ts';

/** Place and time of a change, and its receivers. */
export interface AvailabilityChange {
  readonly locationId: string;
  /** An event each. */
  readonly ranges: readonly DateRange[];
  /** `av_…`: the events' ids begin with it. */
  readonly changeId: string;
  /** The endpoints with `availability.changed` that are allowed the location, of every partner. */
  readonly endpoints: readonly Endpoint[];
}

const TYPE = 'availability.changed';

/** The delivery names changed dates, and no booking. */
export function isAboutDates({ eventId }: Pick<Delivery, 'eventId'>): boolean {
  return eventId.includes(`:${TYPE}:`);
}

/** The deliveries of `availability.changed`. The storage sets when they are due: some seconds after they are written. */
export function announceAvailability(
  { locationId, ranges, changeId, endpoints }: AvailabilityChange,
  nowMs: number,
): readonly DatedDelivery[] {
  const created = Math.floor(nowMs / SECOND_MS);
  const type = TYPE;
  return ranges.flatMap((covers, i) => {
    const eventId = `${changeId}${i === 0 ? '' : `.${i}`}:${type}:${created}`;
    const data = { locationId, dates: datesOf(covers) };
    const body = JSON.stringify({ id: eventId, type, created, data });
    return endpoints.map(({ id }) => ({
      id: `${eventId}@${id}`,
      queue: id,
      locationId,
      bookingId: null,
      eventId,
      body,
      dueMs: null,
      covers,
    }));
  });
}
