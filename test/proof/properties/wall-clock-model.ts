/**
 * Service days by walking: an independent implementation of D5. It asks `Intl` for the local time of every real minute of a stretch, and looks
 * up everything in that list. It shares only the type of a service period with the engine.
 *
 * Where D5 is open, the rules are:
 * - A local time that occurs twice means its first occurrence, for an opening, a closing and a last seating.
 * - A skipped local time moves on by the length of the gap: 02:30 is 03:30 where 02:00 became 03:00. The period keeps the service date of the
 *   plan, also if that moves its opening past midnight.
 * - A date that the zone skips is closed. A night of the previous day that runs into it still closes, a local day later.
 * - A period that would close before it opens, because only its opening was moved on, does not open and affects no other period.
 * - A period ends at the latest when a later one of the plan opens, on the same date or another one: parties must be able to finish by then,
 *   and none starts at that instant. The order is the plan's: a period that was moved on past the opening of its successor does not end that
 *   one early, but does not open.
 * - A last seating that was moved past the closing is at the closing. One that the plan puts at the closing is included.
 * - Steps and turn times are elapsed minutes.
 */
import type { ServicePeriod } from '@bord/engine';

/** Real minutes since 1970-01-01T00:00Z. */
export type Minute = number;

/** A stretch of real minutes with the local time of each, also in minutes, as if it were UTC. */
export interface Walk {
  readonly firstMinute: Minute;
  readonly shown: Int32Array;
  /** The days since 1970-01-01 of which the wall shows any time. */
  readonly days: ReadonlySet<number>;
}

/** A period that opens, in real minutes. */
export interface Night {
  /** The service date, in days since 1970-01-01. */
  readonly day: number;
  readonly period: ServicePeriod;
  readonly opens: Minute;
  readonly closes: Minute;
  /** Included. Null: a party must be able to finish by `closes`. */
  readonly lastSeating: Minute | null;
}

/** At which real minute the wall shows a time. */
export type Reading = (walk: Walk, wallMinute: number) => Minute;

const DAY = 1440;

/** The days since 1970-01-01 of a date `YYYY-MM-DD`. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00Z`) / 86_400_000;
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Looks at the clock of the zone at each minute from one day (UTC) to another, the last included. */
export function walk(timeZone: string, firstDay: number, lastDay: number): Walk {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const firstMinute = firstDay * DAY;
  const shown = Int32Array.from({ length: (lastDay + 1 - firstDay) * DAY }, (_, i) => {
    const text = clock.format((firstMinute + i) * 60_000); // 2027-03-28 03:00
    return Date.parse(`${text.replace(' ', 'T')}Z`) / 60_000;
  });
  return { firstMinute, shown, days: new Set(shown.map((wall) => Math.floor(wall / DAY))) };
}

/** The first real minute at which the wall shows the time; moved on by the length of the gap where the time is skipped. */
export const firstShown: Reading = ({ firstMinute, shown }, wallMinute) => {
  const at = shown.indexOf(wallMinute);
  if (at >= 0) return firstMinute + at;
  const after = shown.findIndex((wall, i) => wall > wallMinute && shown[i - 1]! < wallMinute);
  if (after < 0) throw new RangeError('the time lies outside the walk');
  const gap = shown[after]! - shown[after - 1]! - 1;
  return firstMinute + shown.indexOf(wallMinute + gap, after);
};

/** The nights of a restaurant whose periods name weekdays only, between two days, in order. */
export function nightsOf(
  seen: Walk,
  periods: readonly ServicePeriod[],
  firstDay: number,
  lastDay: number,
  read: Reading = firstShown,
): Night[] {
  const nights: Night[] = [];
  for (let day = firstDay; day <= lastDay; day++) {
    if (!seen.days.has(day)) continue;
    for (const period of periods) {
      if (!period.weekdays.some((weekday) => weekday === weekdayOf(day))) continue;
      const night = nightOf(seen, day, period, read);
      if (night.opens < night.closes) nights.push(night);
    }
  }
  const planned = ({ day, period }: Night): number => day * DAY + period.opensMinute;
  nights.sort((a, b) => planned(a) - planned(b));
  return nights
    .map((night, i) => endedAt(night, Math.min(...nights.slice(i + 1).map(({ opens }) => opens))))
    .filter(({ opens, closes }) => opens < closes);
}

function nightOf(seen: Walk, day: number, period: ServicePeriod, read: Reading): Night {
  const at = (minute: number): Minute => read(seen, day * DAY + minute);
  const closes = at(period.closesMinute);
  const lastSeating =
    period.lastSeatingMinute === null ? null : Math.min(at(period.lastSeatingMinute), closes);
  return { day, period, opens: at(period.opensMinute), closes, lastSeating };
}

function endedAt(night: Night, nextOpens: Minute): Night {
  const { closes, lastSeating } = night;
  return {
    ...night,
    closes: Math.min(closes, nextOpens),
    lastSeating: lastSeating === null ? null : Math.min(lastSeating, nextOpens - 1),
  };
}

/** ISO weekday; 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** When a party that stays so long may start, in order. */
export function startsOf({ period, opens, closes, lastSeating }: Night, turnMinutes: number): Minute[] {
  const starts: Minute[] = [];
  for (let start = opens; start <= (lastSeating ?? closes - turnMinutes); start += period.slotStepMinutes)
    starts.push(start);
  return starts;
}
