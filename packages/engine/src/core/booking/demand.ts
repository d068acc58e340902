/** What a restaurant turned away, and when: the refusals of a stretch of time, gathered by weekday and hour. */
import { localDateAt, minuteOfDayAt, type Weekday, weekdayOf } from '../local-date.ts';
import type { Reason } from '../location/reason.ts';
import type { Refusal } from './refusal.ts';

/** Requests that were refused, and the guests in them. */
export interface DemandCount {
  /** How many requests were refused; a repeated one counts each time. */
  readonly requests: number;
  /** How many guests they were for; a party above 1,000 counts as 1,000. */
  readonly covers: number;
}

/** The demand in one hour of one weekday, by the location's clock. */
export interface DemandHour extends DemandCount {
  /** 1 for Monday to 7 for Sunday, of the start that was asked for. */
  readonly weekday: Weekday;
  /** 0–23. */
  readonly hour: number;
  /** How many requests for each reason; a reason without any is left out. */
  readonly byReason: Readonly<Partial<Record<Reason, number>>>;
}

/** The rejections in a period, for a part of the requests. */
export interface DemandPart {
  /** All refused requests together. */
  readonly total: DemandCount;
  /** How many requests for each reason. */
  readonly byReason: Readonly<Partial<Record<Reason, number>>>;
  /** By weekday and hour; hours without a refusal are left out. */
  readonly hours: readonly DemandHour[];
}

/** The rejections in a period: of partners' requests and, separately, of those that the restaurant itself could not book. */
export interface Demand extends DemandPart {
  /**
   * The restaurant's own: refused on the phone or at the door. Requests for chosen tables are not among them, since another table may have been
   * free.
   */
  readonly own: DemandPart;
}

/** A party larger than this counts as one of this size: some ask for a million. */
const COVERS_MAX = 1000;

/** Gathers refusals. A party that joined a waitlist counts by its first start. A repeated request counts each time, also when another time was booked. */
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

/** How many requests, and how many guests they were for. */
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
