import { parseInstant } from '@bord/engine';
import { isDate } from './read-date.ts';

export interface Stamp {
  /** As it is written: what it means depends on the order of the file's dates. */
  readonly date: string | null;
  readonly minute: number | null;
  /** Where the cell has the offset, or `Z`. */
  readonly instantMs: number | null;
}

const OFFSET = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?\s?(Z|[+-]\d\d)(?::?(\d\d))?$/i;

export function readStamp(text: string): Stamp | null {
  const [, date, clock, seconds = ':00', zone = '', minutes = '00'] = OFFSET.exec(text) ?? [];
  if (date !== undefined) {
    const offset = /z/i.test(zone) ? 'Z' : `${zone}:${minutes}`;
    const instantMs = parseInstant(`${date}T${clock}${seconds}${offset}`);
    return instantMs === null ? null : { date: null, minute: null, instantMs };
  }
  const minute = readClock(text);
  if (minute !== null) return { date: null, minute, instantMs: null };
  if (isDate(text)) return { date: text, minute: null, instantMs: null };
  return dateAndTime(text);
}

/** Wherever a date ends and a time begins: at a space, a comma, or the T of ISO 8601. */
function dateAndTime(text: string): Stamp | null {
  for (const { index } of text.matchAll(/[\s,T]+/g)) {
    const date = text.slice(0, index);
    const minute = readClock(
      text
        .slice(index)
        .replace(/^[\s,T]+/, '')
        .replace(/[.,]000$/, ''),
    );
    if (minute !== null && isDate(date)) return { date, minute, instantMs: null };
  }
  return null;
}

/** A time of day as people write it: 19:00, 19.00, 1900, 7:00 PM, kl. 19, 19 Uhr; of a stretch, 19:00–21:00, its beginning. */
const TIME =
  /^(?<mark>kl\.?|klokken|klockan|um|at)?\s*(?<hours>\d{1,2})(?:[:.](?<minutes>\d\d)(?:[:.]00(?:[.,]0+)?)?)?\s*(?:(?<half>[ap])\.?\s?m\.?|(?<unit>uhr|h))?(?:\s*[-–]\s*\d{1,2}(?:[:.]?\d\d)?(?:\s*uhr)?)?$/i;

/** Minutes after midnight; null if the text is not a time of day. */
export function readClock(text: string): number | null {
  const digits = /^(\d\d)(\d\d)$/.exec(text);
  if (digits) return minuteOf(Number(digits[1]), Number(digits[2]));
  const { mark, hours, minutes, half, unit } = TIME.exec(text)?.groups ?? {};
  if (hours === undefined) return null;
  // An hour alone could be anything.
  if (minutes === undefined && mark === undefined && half === undefined && unit === undefined) return null;
  const hour = Number(hours);
  if (half === undefined) return minuteOf(hour, Number(minutes ?? 0));
  if (hour < 1 || hour > 12) return null;
  return minuteOf((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0), Number(minutes ?? 0));
}

function minuteOf(hour: number, minute: number): number | null {
  return hour < 24 && minute < 60 ? hour * 60 + minute : null;
}
