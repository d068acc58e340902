/** The slots of an answer as JSON: what is written of each minute of a day is made once and stands ready. */
import { type CompactAvailability, DAY_MS, formatInstant, MINUTE_MS, reasonOf } from '@bord/engine';

/** In order of time. Where it explains, slots that are not available have their `reason`. */
export function slotsJson({ startsMs, covers }: CompactAvailability, explains: boolean): string {
  if (startsMs.length === 0) return '[]';
  let json = '';
  let date = dateOf(startsMs[0]!);
  for (let i = 0; i < startsMs.length; i++) {
    const startMs = startsMs[i]!;
    if (startMs - date.dayMs >= DAY_MS) date = dateOf(startMs);
    const time = timeOf(startMs - date.dayMs);
    const left = covers[i]!;
    json += i === 0 ? date.first : date.next;
    if (left > 0) json += time.free + endOf(left);
    else json += explains ? `${time.taken.slice(0, -1)},"reason":"${reasonOf(left)}"}` : time.taken;
  }
  return `${json}]`;
}

const MIDNIGHT = 'T00:00:00Z';

/** A slot up to its time. */
interface DateText {
  readonly dayMs: number;
  /** With the bracket before the first of all slots. */
  readonly first: string;
  /** With the comma behind the slot before it. */
  readonly next: string;
}

/** The slots of a day are written for one party size after the other. */
let lately: DateText = { dayMs: NaN, first: '', next: '' };

function dateOf(startMs: number): DateText {
  const dayMs = Math.floor(startMs / DAY_MS) * DAY_MS;
  if (dayMs === lately.dayMs) return lately;
  const text = `{"slot":"${formatInstant(dayMs).slice(0, -MIDNIGHT.length)}`;
  return (lately = { dayMs, first: flat(`[${text}`), next: flat(`,${text}`) });
}

/** A slot behind its date. */
interface TimeText {
  /** Up to its covers. */
  readonly free: string;
  /** All of it. */
  readonly taken: string;
}

/** Slots begin at whole minutes, but for zones of the nineteenth century. */
const times: (TimeText | undefined)[] = Array.from({ length: DAY_MS / MINUTE_MS });

function timeOf(sinceMidnightMs: number): TimeText {
  const minute = Math.trunc(sinceMidnightMs / MINUTE_MS);
  const isWhole = sinceMidnightMs === minute * MINUTE_MS;
  const known = times[minute];
  if (known && isWhole) return known;
  const start = `${formatInstant(sinceMidnightMs).slice(-MIDNIGHT.length)}","available":`;
  const made = {
    free: flat(`${start}true,"remainingCovers":`),
    taken: flat(`${start}false,"remainingCovers":0}`),
  };
  if (isWhole) times[minute] = made;
  return made;
}

const ends: string[] = [];
const ENDS_MAX = 1_000;

/** The covers of a slot, and its end. */
function endOf(covers: number): string {
  return covers < ENDS_MAX ? (ends[covers] ??= `${covers}}`) : `${covers}}`;
}

/** The text in one run of bytes: to be copied often it must not be put together each time. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
