/** Times of day in a location file: `17:00`. Past midnight either `01:00` or, to leave no doubt, `25:00`. */

import { clockTime } from '@bord/engine/adapters';

/** Minutes after midnight of `H:MM` or `HH:MM`, 0–2879; undefined for anything else. */
export function minuteOf(input: unknown): number | undefined {
  const [, hours, minutes] = (typeof input === 'string' && /^(\d{1,2}):([0-5]\d)$/.exec(input)) || [];
  if (hours === undefined || Number(hours) > 47) return undefined;
  return Number(hours) * 60 + Number(minutes);
}

/** YAML 1.1 reads an unquoted `17:00` as the base-60 number 1020, and a tool may have written that into the file. */
export function unquotedTime(input: unknown): string {
  const isTime = Number.isInteger(input) && Number(input) >= 60 && Number(input) < 2880;
  if (!isTime) return '';
  const time = clockTime(Number(input));
  return `: that is what YAML makes of ${time} without quotes; write "${time}"`;
}

/** The closing time that is meant: one that does not lie after the opening is the next day's. */
export function closingMinute(opensMinute: number, minute: number): number {
  return minute > opensMinute ? minute : minute + 1440;
}

/** The last seating that is meant: one that lies before the opening is the next day's. */
export function lastSeatingMinute(opensMinute: number, minute: number): number {
  return minute >= opensMinute ? minute : minute + 1440;
}

/** A minute of the next day in its short form, `01:00`, where that is read back as the same. */
export function shortClockTime(minute: number, read: (minute: number) => number): string {
  return clockTime(minute >= 1440 && read(minute - 1440) === minute ? minute - 1440 : minute);
}
