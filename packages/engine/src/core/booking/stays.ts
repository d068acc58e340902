/** The real stays of parties, from seating to leaving, compared with the turn times of the plan (D3, D41). */
import { type Location, type ServicePeriod, turnMinutesOf, type TurnTime } from '../location/location.ts';
import { periodAt, type ServiceDay, serviceDayOf } from '../location/service-day.ts';
import { DAY_MS, MINUTE_MS } from '../instant.ts';
import type { Booking } from './booking.ts';

/** The stays of parties of some sizes in one service period. */
export interface StayBand {
  /** The index of the period in the plan, from 0. */
  readonly periodIndex: number;
  /** The name of the period in the plan. */
  readonly period: string;
  /** The smallest party of the band. */
  readonly partyMin: number;
  /** The largest; null for no limit. */
  readonly partyMax: number | null;
  /** The present turn time of the plan. */
  readonly turnMinutes: number;
  /** The number of known stays. */
  readonly stays: number;
  /** The median stay, in whole minutes; null without a stay. */
  readonly p50Minutes: number | null;
  /** The 80th percentile, in whole minutes; null without a stay. */
  readonly p80Minutes: number | null;
  /** A turn time for 80 % of the parties, in slot steps; null with too few stays. */
  readonly proposedMinutes: number | null;
}

/** The number of stays that a proposal needs. */
export const STAYS_ENOUGH = 20;
/** Shorter stays were recorded afterwards, with both times together, and are left out. */
const STAY_MIN_MINUTES = 10;
/** The longest turn time of a plan. */
const STAY_MAX_MINUTES = DAY_MS / MINUTE_MS;

/** Counts stays by the minute, for the periods and bands of the current plan. Stays outside its hours, or too short ones, are left out. */
export class StayTally {
  /** Known visits that are left out. */
  leftOut = 0;
  readonly #location: Location;
  /** For each period and band, the number of stays by minutes. */
  readonly #counts: readonly (readonly Uint32Array[])[];
  #day: ServiceDay | null = null;

  constructor(location: Location) {
    this.#location = location;
    this.#counts = location.servicePeriods.map((period) =>
      turnTimesOf(location, period).map(() => new Uint32Array(STAY_MAX_MINUTES + 1)),
    );
  }

  /** Counts the stay of a booking, if it is known. Fastest if the bookings of a service date follow each other. */
  add(booking: Booking): void {
    const { seatedMs, leftMs } = booking.visit;
    if (booking.status !== 'completed' || seatedMs === null || leftMs === null) return;
    const minutes = Math.ceil((leftMs - seatedMs) / MINUTE_MS);
    const { servicePeriods } = this.#location;
    if (this.#day?.date !== booking.serviceDate)
      this.#day = serviceDayOf(this.#location, booking.serviceDate);
    const open = periodAt(this.#day, booking.startMs);
    const i = open ? servicePeriods.indexOf(open.period) : -1;
    if (i < 0 || minutes < STAY_MIN_MINUTES) {
      this.leftOut += 1;
      return;
    }
    const bands = turnTimesOf(this.#location, servicePeriods[i]!);
    const band = bands.findIndex(({ partyMax }) => partyMax === null || booking.partySize <= partyMax);
    this.#counts[i]!.at(band)![Math.min(minutes, STAY_MAX_MINUTES)]! += 1;
  }

  /** The results, in the order of the plan, from small parties to large. */
  bands(): StayBand[] {
    return this.#location.servicePeriods.flatMap((period, i) =>
      turnTimesOf(this.#location, period).map((turn, j, all): StayBand => {
        const counts = this.#counts[i]![j]!;
        const stays = counts.reduce((sum, count) => sum + count, 0);
        const p80Minutes = quantile(counts, stays, 0.8);
        const partyMin = (all[j - 1]?.partyMax ?? 0) + 1;
        return {
          periodIndex: i,
          period: period.name,
          partyMin,
          partyMax: turn.partyMax,
          turnMinutes: turnMinutesOf(this.#location, period, partyMin),
          stays,
          p50Minutes: quantile(counts, stays, 0.5),
          p80Minutes,
          proposedMinutes: stays < STAYS_ENOUGH || p80Minutes === null ? null : inSteps(p80Minutes, period),
        };
      }),
    );
  }
}

/** The minutes that this share of the stays did not exceed; null without stays. */
function quantile(counts: Uint32Array, stays: number, share: number): number | null {
  if (stays === 0) return null;
  let seen = 0;
  return counts.findIndex((count) => (seen += count) >= share * stays);
}

/** Rounded up to a slot step: a table that becomes free between two slots is not booked before the next. */
function inSteps(minutes: number, { slotStepMinutes }: ServicePeriod): number {
  return Math.min(STAY_MAX_MINUTES, Math.ceil(minutes / slotStepMinutes) * slotStepMinutes);
}

function turnTimesOf(location: Location, period: ServicePeriod): readonly TurnTime[] {
  return period.turnTimes ?? location.turnTimes;
}
