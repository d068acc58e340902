import { parseInstant } from '@bord/engine';
import { readClock } from './read-clock.ts';
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
