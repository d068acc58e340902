import type { HouseCaller } from '../../core/access/policy.ts';
import { datesOfMonth, type MonthDay, MonthTally } from '../../core/booking/month.ts';
import { invalid } from '../../core/errors.ts';
import type { Location } from '../../core/location/location.ts';
import { currentServiceDate } from '../../core/location/service-day.ts';
import { addDays, dayInterval, type LocalDate } from '../../core/local-date.ts';
import type { App } from '../context.ts';
import { bookingPages } from '../read-booking.ts';
import { readHouse } from '../read-location.ts';

/** A month of a location, day by day. */
export interface MonthReport {
  /** The location with its plan. */
  readonly location: Location;
  /** The month, such as `2026-11`. */
  readonly month: string;
  /** The current service date, in this month or another. */
  readonly today: LocalDate;
  /** All dates of the month, in order. */
  readonly days: readonly MonthDay[];
}

/** Reads a month, by default the current one, in pages of some hundred bookings along the index of service dates. */
export async function readMonth(
  app: App,
  caller: HouseCaller,
  locationId: string,
  requested?: string,
): Promise<MonthReport> {
  const location = await readHouse(app, caller, locationId);
  const today = currentServiceDate(location, app.clock.nowMs());
  const month = requested ?? today.slice(0, 7);
  const dates = datesOfMonth(month);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) invalid('month must be a month such as 2026-11', ['month']);
  const tally = new MonthTally(dates);
  for await (const page of bookingPages(app, caller, location.id, { from: first, before: addDays(last, 1) }))
    for (const booking of page) tally.add(booking);
  const refusals = await app.storage.bookings.refusals(location.id, {
    startMs: dayInterval(location.timeZone, first).startMs,
    endMs: dayInterval(location.timeZone, last).endMs,
  });
  const days = tally.days(location, refusals, (date) => app.locationCache.serviceDay(location, date));
  return { location, month, today, days };
}
