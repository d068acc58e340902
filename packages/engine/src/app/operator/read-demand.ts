import type { HouseCaller } from '../../core/access/policy.ts';
import { assertDate } from '../../core/fields.ts';
import { type Demand, demandOf } from '../../core/booking/demand.ts';
import { addDays, dayInterval, type LocalDate, localDateAt } from '../../core/local-date.ts';
import { invalid } from '../../core/errors.ts';
import type { Location } from '../../core/location/location.ts';
import type { App } from '../context.ts';
import { readHouse } from '../read-location.ts';

/** The rejections for starts from one local date to another, both included. */
export interface DemandReport {
  /** The location. */
  readonly location: Location;
  /** The first date, by the location's clock. */
  readonly from: LocalDate;
  /** The last date, included. */
  readonly to: LocalDate;
  /** The rejections by date and time. */
  readonly demand: Demand;
}

export async function readDemand(
  app: App,
  caller: HouseCaller,
  locationId: string,
  dates: { readonly from?: LocalDate; readonly to?: LocalDate } = {},
): Promise<DemandReport> {
  const location = await readHouse(app, caller, locationId);
  const today = localDateAt(location.timeZone, app.clock.nowMs());
  const { from = addDays(today, -28), to = addDays(today, 28) } = dates;
  assertDate('from', from);
  assertDate('to', to);
  if (to < from) invalid('to must not be before from', ['to']);
  const { startMs } = dayInterval(location.timeZone, from);
  const { endMs } = dayInterval(location.timeZone, to);
  const refusals = await app.storage.bookings.refusals(location.id, { startMs, endMs });
  return { location, from, to, demand: demandOf(refusals, location.timeZone) };
}
