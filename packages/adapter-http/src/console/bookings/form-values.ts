/** Values of form fields: tables, sizes, days and local times of the restaurant. */
import {
  addDays,
  currentServiceDate,
  instantOf,
  isLocalDate,
  type LocalDate,
  type Location,
  MINUTE_MS,
} from '@bord/engine';
import { clockTime, minuteOfDayAt } from '@bord/engine/adapters';

/** Tables in a field or on a button; `untilMs`: only until then. Table ids can be any text. */
export function tableValue(tables: readonly string[], untilMs: number | null = null): string {
  return JSON.stringify(untilMs === null ? tables : [...tables, untilMs]);
}

export interface ReadTables {
  readonly tables: readonly string[];
  readonly untilMs?: number;
}

/** Tables from a field: as {@link tableValue} writes them, or the id of one. Null for an empty field. */
export function readTables(value: string | undefined, { floorPlan }: Location): ReadTables | null {
  if (value === undefined || value === '') return null;
  if (floorPlan.tables.some(({ id }) => id === value)) return { tables: [value] };
  const parts = parsed(value);
  const last = parts.at(-1);
  const tables = parts.filter((part) => typeof part === 'string');
  if (tables.length === 0) return { tables: [value] };
  return { tables, ...(typeof last === 'number' && { untilMs: last }) };
}

function parsed(value: string): readonly unknown[] {
  try {
    const all: unknown = JSON.parse(value);
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}

/** An upper limit for a party; the engine checks the seats of tables. */
const SIZE_MAX = 1000;

export function readSize(value: string | undefined): number | null {
  const size = /^\d{1,4}$/.test(value ?? '') ? Number(value) : 0;
  return size >= 1 && size <= SIZE_MAX ? size : null;
}

/** An instant in milliseconds on a whole minute, as buttons have it; null if invalid. */
export function readInstant(value: string | undefined): number | null {
  const ms = /^\d{1,15}$/.test(value ?? '') ? Number(value) : NaN;
  const isWholeMinute = Number.isSafeInteger(ms / MINUTE_MS);
  return isWholeMinute ? ms : null;
}

/** `2026-12-04`; null if invalid. */
export function readDay(value: string | undefined): LocalDate | null {
  return value !== undefined && isLocalDate(value) ? value : null;
}

/** `19:30` of a service date, also after midnight; null if invalid. If the local time occurs twice, the first. */
export function readTime(location: Location, day: LocalDate, value: string | undefined): number | null {
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(value ?? '') ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  if (!(minutes < 24 * 60)) return null;
  const { timeZone } = location;
  const candidates = [day, addDays(day, 1)].map((date) => instantOf(timeZone, date, minutes));
  return candidates.find((ms) => currentServiceDate(location, ms) === day) ?? candidates[0]!;
}

/** `19:30`, for a time field. */
export function timeValue({ timeZone }: Location, ms: number): string {
  return clockTime(minuteOfDayAt(timeZone, ms));
}
