/** A month in review and preview: covers, rejections and closures of each day. */
import { type Closure, type Location } from '../location/location.ts';
import { type ServiceDay, serviceDayOf } from '../location/service-day.ts';
import { addDays, type LocalDate, localDateAt } from '../local-date.ts';
import { isLocalDate } from '../instant.ts';
import type { Booking } from './booking.ts';
import { countOf, type DemandCount } from './demand.ts';
import type { Refusal } from './refusal.ts';

/** One service date of a month. */
export interface MonthDay {
  /** The service date. */
  readonly date: LocalDate;
  /** The number of parties: bookings that are confirmed or completed. */
  readonly parties: number;
  /** Their guests. */
  readonly covers: number;
  /** The number of no-shows. */
  readonly noShows: number;
  /** The number of cancelled bookings. */
  readonly cancelled: number;
  /** The rejections for starts on this calendar date, of partners and of the restaurant itself. */
  readonly refused: DemandCount;
  /** The part of these that the restaurant itself rejected, on the phone or at the door. */
  readonly refusedByOperator: DemandCount;
  /** No period opens on this date, by the plan or a closure. */
  readonly isShut: boolean;
  /** Closures of the date or some of its hours, in the order of the plan. */
  readonly closures: readonly Closure[];
  /** Periods that name this date: hours that differ from those of the weekday. */
  readonly specialPeriods: readonly string[];
}

/** The dates of a month written `2026-11`; empty for an invalid month. */
export function datesOfMonth(month: string): readonly LocalDate[] {
  const first = `${month}-01`;
  if (!/^\d{4}-\d\d$/.test(month) || !isLocalDate(first)) return [];
  const dates: LocalDate[] = [];
  for (let date: LocalDate = first; date.startsWith(`${month}-`); date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** Counts bookings day by day, with constant memory. */
export class MonthTally {
  readonly #counts: ReadonlyMap<LocalDate, DayCount>;

  constructor(dates: readonly LocalDate[]) {
    this.#counts = new Map(
      dates.map((date) => [date, { parties: 0, covers: 0, noShows: 0, cancelled: 0 } satisfies DayCount]),
    );
  }

  add({ serviceDate, status, partySize }: Pick<Booking, 'serviceDate' | 'status' | 'partySize'>): void {
    const day = this.#counts.get(serviceDate);
    if (!day) return;
    if (status === 'cancelled') day.cancelled += 1;
    else if (status === 'no_show') day.noShows += 1;
    else {
      day.parties += 1;
      day.covers += partySize;
    }
  }

  days(
    location: Location,
    refusals: readonly Refusal[],
    open: (date: LocalDate) => ServiceDay = (date) => serviceDayOf(location, date),
  ): MonthDay[] {
    const refused = Map.groupBy(refusals, ({ startMs }) => localDateAt(location.timeZone, startMs));
    return Array.from(this.#counts, ([date, counted]) => {
      const turnedAway = refused.get(date) ?? [];
      return {
        date,
        ...counted,
        refused: countOf(turnedAway),
        refusedByOperator: countOf(turnedAway.filter(({ channel }) => channel === 'operator')),
        isShut: open(date).periods.length === 0,
        closures: location.closures.filter(
          ({ from, to }) => from.slice(0, 10) <= date && date <= to.slice(0, 10),
        ),
        specialPeriods: location.servicePeriods
          .filter(({ dates }) => dates.includes(date))
          .map(({ name }) => name),
      };
    });
  }
}

interface DayCount {
  parties: number;
  covers: number;
  noShows: number;
  cancelled: number;
}
