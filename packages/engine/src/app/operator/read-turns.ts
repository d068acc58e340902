import type { HouseCaller } from '../../core/access/policy.ts';
import { type StayBand, StayTally } from '../../core/booking/stays.ts';
import { invalid } from '../../core/errors.ts';
import type { Location } from '../../core/location/location.ts';
import { assertDate } from '../../core/fields.ts';
import { addDays, type LocalDate, localDateAt } from '../../core/local-date.ts';
import type { App } from '../context.ts';
import { bookingPages } from '../read-booking.ts';
import { readHouse } from '../read-location.ts';

/** The stays of parties between two service dates, both included, compared with the plan. */
export interface TurnReport {
  /** The location with its plan. */
  readonly location: Location;
  /** The first service date. */
  readonly from: LocalDate;
  /** The last one, included. */
  readonly to: LocalDate;
  /** Stays by service period and party size, in the order of the plan. */
  readonly bands: readonly StayBand[];
  /** Visits left out: outside the hours of the present plan, or shorter than ten minutes. */
  readonly leftOut: number;
}

/** Reads the known visits of a location, in pages of some hundreds. */
export async function readTurns(
  app: App,
  caller: HouseCaller,
  locationId: string,
  dates: { readonly from?: LocalDate; readonly to?: LocalDate } = {},
): Promise<TurnReport> {
  const location = await readHouse(app, caller, locationId);
  const { to = localDateAt(location.timeZone, app.clock.nowMs()) } = dates;
  const { from = addDays(to, -90) } = dates;
  assertDate('from', from);
  assertDate('to', to);
  if (to < from) invalid('to must not be before from', ['to']);
  const tally = new StayTally(location);
  for await (const page of bookingPages(app, caller, location.id, { from, before: addDays(to, 1) }))
    for (const booking of page) tally.add(booking);
  return { location, from, to, bands: tally.bands(), leftOut: tally.leftOut };
}
