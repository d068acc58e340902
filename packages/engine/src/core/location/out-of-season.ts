/** Tables and combinations out of season (D40). What counts is where a party starts, by the service date. */
import { BoundedMap } from '../bounded-map.ts';
import { type LocalDate, weekdayOf } from '../local-date.ts';
import { bitsWhere, type FloorPlan, tableOptionsOf } from './floor-plan.ts';
import type { LocationPlan } from './location.ts';
import { isInSeason } from './season.ts';
import { type OpenPeriod, periodAt, type ServiceDay, serviceDayAt, serviceDayOf } from './service-day.ts';

/** One bit for each table option that cannot be had, in the order of `tableOptionsOf`; null for none. The very same where the same are out. */
export type OutOfSeason = Int32Array | null;

/** What cannot be had by a party that starts in an open period of a service date. */
export function outOfSeason(plan: FloorPlan, date: LocalDate, { period }: OpenPeriod): OutOfSeason {
  const seasons = seasonsOf(plan);
  return seasons && outOn(plan, seasons, date, period.name);
}

/** The same for a party that has chosen an area: `out`, and all options that are not in the area. */
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

/** What cannot be had by a party that starts at an instant; `day`, where one is at hand, spares to look for it. */
export function outOfSeasonAt(location: LocationPlan, startMs: number, day?: ServiceDay): OutOfSeason {
  const { floorPlan } = location;
  const seasons = seasonsOf(floorPlan);
  if (!seasons) return null;
  const open = day && periodAt(day, startMs);
  if (open) return outOn(floorPlan, seasons, day.date, open.period.name);
  const start = periodOf(location, startMs);
  return outOn(floorPlan, seasons, start.date, start.period);
}

/** Service date and period of a start. A date that was closed since has its periods still, for the bookings that stand. */
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

/** Service dates with a period, and service dates, that are kept of a plan. */
const STARTS_MAX = 2000;
const DAYS_MAX = 400;

const areasOfPlan = new WeakMap<FloorPlan, Map<string, Map<OutOfSeason, Int32Array>>>();
const seasonsOfPlan = new WeakMap<FloorPlan, Seasons | null>();
const openOfPlan = new WeakMap<LocationPlan, LocationPlan>();
const daysOfPlan = new WeakMap<LocationPlan, BoundedMap<LocalDate, ServiceDay>>();
