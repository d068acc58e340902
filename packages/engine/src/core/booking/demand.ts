/** Unmet demand: the rejections of a period, by weekday and hour. */
import { localDateAt, minuteOfDayAt, type Weekday, weekdayOf } from '../local-date.ts';
import type { Reason } from '../location/reason.ts';
import type { Refusal } from './refusal.ts';

/** Rejected requests, and their guests. */
export interface DemandCount {
  /** The number of rejected requests; a repeated one counts each time. */
  readonly requests: number;
  /** The number of guests; a party above 1,000 counts as 1,000. */
  readonly covers: number;
}

/** The demand in one hour of one weekday, by the location's clock. */
export interface DemandHour extends DemandCount {
  /** 1 for Monday to 7 for Sunday, of the requested start. */
  readonly weekday: Weekday;
  /** 0–23. */
  readonly hour: number;
  /** The number of requests for each reason; reasons without requests are omitted. */
  readonly byReason: Readonly<Partial<Record<Reason, number>>>;
}

/** The rejections in a period, for a part of the requests. */
export interface DemandPart {
  /** All rejected requests together. */
  readonly total: DemandCount;
  /** The number of requests for each reason. */
  readonly byReason: Readonly<Partial<Record<Reason, number>>>;
  /** By weekday and hour; hours without a rejection are omitted. */
  readonly hours: readonly DemandHour[];
}

/** The rejections in a period: of partners' requests and, separately, of those of the restaurant. */
export interface Demand extends DemandPart {
  /** The restaurant's own, rejected on the phone or at the door. Requests for chosen tables are not included, since another table can have been free. */
  readonly own: DemandPart;
}

/** A larger party counts as this size, because of absurd requests. */
const COVERS_MAX = 1000;

/** Groups rejections. A party that joined a waitlist counts by its first start. A repeated request counts each time, also if another time was booked. */
export function demandOf(refusals: readonly Refusal[], timeZone: string): Demand {
  const ofPartners = refusals.filter(({ channel }) => channel !== 'operator');
  const ofOperator = refusals.filter(({ channel }) => channel === 'operator');
  return { ...partOf(ofPartners, timeZone), own: partOf(ofOperator, timeZone) };
}

function partOf(refusals: readonly Refusal[], timeZone: string): DemandPart {
  const hours = new Map<string, { weekday: Weekday; hour: number; of: Refusal[] }>();
  for (const refusal of refusals) {
    const weekday = weekdayOf(localDateAt(timeZone, refusal.startMs));
    const hour = Math.floor(minuteOfDayAt(timeZone, refusal.startMs) / 60);
    const key = `${weekday} ${hour}`;
    const entry = hours.get(key) ?? { weekday, hour, of: [] };
    entry.of.push(refusal);
    hours.set(key, entry);
  }
  const gathered = [...hours.values()].map(({ weekday, hour, of }) => ({
    weekday,
    hour,
    ...countOf(of),
    byReason: reasonsOf(of),
  }));
  return {
    total: countOf(refusals),
    byReason: reasonsOf(refusals),
    hours: gathered.toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour),
  };
}

/** The number of requests, and of their guests. */
export function countOf(refusals: readonly Refusal[]): DemandCount {
  return {
    requests: refusals.length,
    covers: refusals.reduce((sum, { partySize }) => sum + Math.min(partySize, COVERS_MAX), 0),
  };
}

function reasonsOf(refusals: readonly Refusal[]): Partial<Record<Reason, number>> {
  const counts: Partial<Record<Reason, number>> = {};
  for (const { reason } of refusals) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
