import { isLocalDate, type LocalDate, localDateAt, type Location, parseInstant } from '@bord/engine';
import type { Query, Visit } from './visit.ts';

/** To what a guest would like to change her booking. */
export interface MoveWish {
  /** A service date. */
  readonly date: LocalDate;
  readonly partySize: number;
  /** Null until she has chosen a time. */
  readonly startMs: number | null;
  /** What she asked for could be understood, and the date is one of those that can be booked. */
  readonly isSound: boolean;
}

/** The service dates to which a booking can be moved: from today, or the night that it is in, to the horizon. */
export function datesFor({ view, nowMs }: Visit): { readonly first: LocalDate; readonly last: LocalDate } {
  const { booking, location } = view;
  const today = localDateAt(location.timeZone, nowMs);
  const horizon = addDays(today, location.horizonDays);
  return {
    first: booking.serviceDate < today ? booking.serviceDate : today,
    last: booking.serviceDate > horizon ? booking.serviceDate : horizon,
  };
}

/** The parties that the house has places for, up to the largest that partners can ask for, and the one that is booked. */
export function sizesFor({ view }: Visit): readonly number[] {
  const { location, booking } = view;
  const sizes = Array.from({ length: SIZE_MAX }, (_, i) => i + 1).filter((size) => admits(location, size));
  return [...new Set([...sizes, booking.partySize])].toSorted((a, b) => a - b);
}

const SIZE_MAX = 50;

function admits({ floorPlan }: Location, size: number): boolean {
  const online = new Set(floorPlan.tables.filter((table) => table.online).map(({ id }) => id));
  const places = [
    ...floorPlan.tables.filter(({ id }) => online.has(id)),
    ...floorPlan.combinations.filter(({ tables }) => tables.every((id) => online.has(id))),
  ];
  return places.some(({ seatsMin, seatsMax }) => seatsMin <= size && size <= seatsMax);
}

/** Reads a wish from a query or a form. What is left out, or makes no sense, is as it is booked. */
export function readWish(visit: Visit, { date, partySize, start }: Query): MoveWish {
  const { booking } = visit.view;
  const { first, last } = datesFor(visit);
  const isDate = date !== undefined && isLocalDate(date) && first <= date && date <= last;
  const isSize = partySize !== undefined && /^[1-9]\d{0,3}$/.test(partySize);
  const startMs = start === undefined ? null : parseInstant(start);
  return {
    date: isDate ? date : booking.serviceDate,
    partySize: isSize ? Number(partySize) : booking.partySize,
    startMs,
    isSound:
      (date === undefined || isDate) &&
      (partySize === undefined || isSize) &&
      (start === undefined || startMs !== null),
  };
}

const DAY_MS = 86_400_000;

/** The date so many days later, or earlier. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
