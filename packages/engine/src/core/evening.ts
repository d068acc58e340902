import type { DiaryBooking } from './diary.ts';
import type { Interval } from './interval.ts';
import type { Location } from './location.ts';
import { type Occupancy, occupancyOf } from './occupancy.ts';
import type { ServiceDay } from './service-day.ts';

/** A service date with its bookings, laid out so that questions about it are quick. Availability and booking ask the same. */
export interface Evening {
  readonly location: Location;
  readonly day: ServiceDay;
  readonly bookings: readonly DiaryBooking[];
  readonly occupancy: Occupancy;
}

/** @param asked an interval off the day's grid about which the evening shall be exact too; its edges are whole minutes */
export function eveningOf(
  location: Location,
  day: ServiceDay,
  bookings: readonly DiaryBooking[],
  asked?: Interval,
): Evening {
  return { location, day, bookings, occupancy: occupancyOf(location, day, bookings, asked) };
}
