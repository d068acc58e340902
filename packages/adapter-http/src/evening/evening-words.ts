import { type Booking, instantOf, localText, type LocalTextOptions } from '@bord/engine';
import {
  type BookingLine,
  bookingLine,
  LINE_SEPARATOR,
  type Timeline,
  zoneName,
} from '@bord/engine/adapters';
import { wordsIn } from '../i18n/languages.ts';
import { oneLine } from '../web/clean.ts';

const LOCALE = 'en-GB';

/** `19:30` */
export function clockText(ms: number, timeZone: string): string {
  return text(ms, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** `Friday 4 December 2026` */
export function dateText({ date, timeZone }: Pick<Timeline, 'date' | 'timeZone'>): string {
  return dayText(instantOf(timeZone, date, 12 * 60), timeZone);
}

/** `Friday 4 December 2026`, of an instant. */
export function dayText(ms: number, timeZone: string): string {
  return text(ms, { timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
}

/** `CET` */
export function zoneText(ms: number, timeZone: string): string {
  return zoneName(ms, { locale: LOCALE, timeZone });
}

/** The guest's name on one line; a dash for one who has been erased. */
export function nameOf({ guest }: Booking): string {
  return oneLine(guest.name) || '–';
}

/** `W2 + W3`; a dash for a party that waits for a table. */
export function tablesOf({ tables }: Booking): string {
  return tables.map((id) => oneLine(id)).join(' + ') || '–';
}

/** ` · 4 guests`: the parts of a booking's line that follow the name. */
export function lineAfterName(line: Omit<BookingLine, 'time' | 'name'>): string {
  return LINE_SEPARATOR + bookingLine(line, wordsIn('en').console.evening);
}

/** `1 party`, `3 parties` */
export function counts(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function text(ms: number, options: Omit<LocalTextOptions, 'locale'>): string {
  return localText(ms, { locale: LOCALE, ...options }).replaceAll(',', '');
}
