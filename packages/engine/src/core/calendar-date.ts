/** Calendar dates as day numbers: a batch names ninety dates, and a general calendar would take longer than the rest of its answer. */
import type { LocalDate } from './local-date.ts';

/** Days in 400 years; the calendar repeats after them. */
const ERA_DAYS = 146_097;
/** From 0000-03-01, where the reckoning starts so that the leap day is a year's last, to 1970-01-01. */
const EPOCH_DAYS = 719_468;

/** How many days the date lies after 1970-01-01; before it when negative. The text is a date of the calendar, `YYYY-MM-DD` or `+YYYYYY-MM-DD`. */
export function dayNumberOf(date: LocalDate): number {
  const month = Number(date.slice(-5, -3));
  const year = Number(date.slice(0, -6)) - (month <= 2 ? 1 : 0);
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const monthsFromMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthsFromMarch + 2) / 5) + Number(date.slice(-2)) - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * ERA_DAYS + dayOfEra - EPOCH_DAYS;
}

/** The date so many days after 1970-01-01; null where its year has not four digits. */
export function dateOfDayNumber(dayNumber: number): LocalDate | null {
  const { year, month, day } = civilDate(dayNumber);
  if (!(year >= 0 && year <= 9999)) return null;
  return `${`${year}`.padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** The same in any year: `+010000-01-01` where it has not four digits. */
export function anyDateOfDayNumber(dayNumber: number): LocalDate {
  const date = dateOfDayNumber(dayNumber);
  if (date !== null) return date;
  const { year, month, day } = civilDate(dayNumber);
  return `${year < 0 ? '-' : '+'}${`${Math.abs(year)}`.padStart(6, '0')}-${two(month)}-${two(day)}`;
}

interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function civilDate(dayNumber: number): CivilDate {
  const days = dayNumber + EPOCH_DAYS;
  const era = Math.floor(days / ERA_DAYS);
  const dayOfEra = days - era * ERA_DAYS;
  const leapDays =
    Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthsFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthsFromMarch < 10 ? monthsFromMarch + 3 : monthsFromMarch - 9;
  const day = dayOfYear - Math.floor((153 * monthsFromMarch + 2) / 5) + 1;
  return { year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day };
}

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);
