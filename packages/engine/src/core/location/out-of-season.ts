/** Tables and combinations out of season (D40). The start of a party counts, by the service date. */
import { BoundedMap } from '../bounded-map.ts';
import { type LocalDate, weekdayOf } from '../local-date.ts';
import { bitsWhere, type FloorPlan, tableOptionsOf } from './floor-plan.ts';
import type { LocationPlan } from './location.ts';
import { isInSeason } from './season.ts';
import { type OpenPeriod, periodAt, type ServiceDay, serviceDayAt, serviceDayOf } from './service-day.ts';

/** The table options out of season, one bit each in the order of `tableOptionsOf`; null for none. Equal sets share one array. */
export type OutOfSeason = Int32Array | null;

/** The options out of season for a party that starts in an open period of a service date. */
export function outOfSeason(plan: FloorPlan, date: LocalDate, { period }: OpenPeriod): OutOfSeason {
  const seasons = seasonsOf(plan);
  return seasons && outOn(plan, seasons, date, period.name);
}

/** The same for a party that has chosen an area: `out`, and all options outside the area. */
export function beyondArea(plan: FloorPlan, area: string, out: OutOfSeason): OutOfSeason {
  let known = areasOfPlan.get(plan);
  if (!known) areasOfPlan.set(plan, (known = new Map()));
  let beyond = known.get(area);
  if (!beyond) known.set(area, (beyond = new Map()));
  let bits = beyond.get(out);
  if (!bits) {
    const elsewhere = bitsWhere(tableOptionsOf(plan), (option) => option.area !== area);
    beyond.set(out, (bits = out ? elsewhere.map((word, i) => word | out[i]!) : elsewhere));
  }
  return bits;
}

/** The options out of season for a party that starts at an instant. `day` saves the lookup of the service day. */
export function outOfSeasonAt(location: LocationPlan, startMs: number, day?: ServiceDay): OutOfSeason {
  const { floorPlan } = location;
  const seasons = seasonsOf(floorPlan);
  if (!seasons) return null;
  const open = day && periodAt(day, startMs);
  if (open) return outOn(floorPlan, seasons, day.date, open.period.name);
  const start = periodOf(location, startMs);
  return outOn(floorPlan, seasons, start.date, start.period);
}

/** Service date and period of a start. A date that was closed later keeps its periods for existing bookings. */
function periodOf(location: LocationPlan, startMs: number): { date: LocalDate; period: string | null } {
  const day = serviceDayAt(location, startMs, (date) => knownDay(location, date));
  const open = periodAt(day, startMs);
  if (!open && location.closures.length > 0) return periodOf(withoutClosures(location), startMs);
  return { date: day.date, period: open && open.period.name };
}

interface Seasons {
  readonly out: BoundedMap<string, OutOfSeason>;
  readonly distinct: Map<string, Int32Array>;
}

function seasonsOf(plan: FloorPlan): Seasons | null {
  let seasons = seasonsOfPlan.get(plan);
  if (seasons === undefined) {
    const has = tableOptionsOf(plan).some((option) => option.seasons.length > 0);
    seasons = has ? { out: new BoundedMap(STARTS_MAX), distinct: new Map() } : null;
    seasonsOfPlan.set(plan, seasons);
  }
  return seasons;
}

function outOn(
  plan: FloorPlan,
  { out, distinct }: Seasons,
  date: LocalDate,
  period: string | null,
): OutOfSeason {
  const key = `${date} ${period ?? ''}`;
  let bits = out.get(key);
  if (bits === undefined) {
    const weekday = weekdayOf(date);
    const isOut = bitsWhere(
      tableOptionsOf(plan),
      ({ seasons }) => !seasons.every((when) => isInSeason(when, date, weekday, period)),
    );
    const text = isOut.join();
    bits = isOut.some((word) => word !== 0) ? (distinct.get(text) ?? isOut) : null;
    if (bits) distinct.set(text, bits);
    out.set(key, bits);
  }
  return bits;
}

function withoutClosures(location: LocationPlan): LocationPlan {
  let open = openOfPlan.get(location);
  if (!open) openOfPlan.set(location, (open = { ...location, closures: [] }));
  return open;
}

function knownDay(location: LocationPlan, date: LocalDate): ServiceDay {
  let days = daysOfPlan.get(location);
  if (!days) daysOfPlan.set(location, (days = new BoundedMap(DAYS_MAX)));
  let day = days.get(date);
  if (!day) days.set(date, (day = serviceDayOf(location, date)));
  return day;
}

/** Cache limits for a plan: service dates with a period, and service dates. */
const STARTS_MAX = 2000;
const DAYS_MAX = 400;

const areasOfPlan = new WeakMap<FloorPlan, Map<string, Map<OutOfSeason, Int32Array>>>();
const seasonsOfPlan = new WeakMap<FloorPlan, Seasons | null>();
const openOfPlan = new WeakMap<LocationPlan, LocationPlan>();
const daysOfPlan = new WeakMap<LocationPlan, BoundedMap<LocalDate, ServiceDay>>();
