/** Slots as JSON, written as numbers (`words.ts`): nearly all of a slot's text is constant for a date or a minute of the day. */
import { DAY_MS, formatInstant, MINUTE_MS } from '@bord/engine';
import { BoundedMap, type CompactAvailability, reasonOf } from '@bord/engine/adapters';
import {
  digitsOf,
  type Page,
  type Words,
  wordsOf,
  writeLetter,
  writeNumber,
  writeText,
  writeWords,
} from './words.ts';

/** The number of bytes that {@link writeSlots} writes. */
export function slotsLength({ startsMs, covers }: CompactAvailability, explains: boolean): number {
  if (startsMs.length === 0) return EMPTY.length;
  let length = 1 + datesLength(startsMs) + startsMs.length * TIME_LENGTH;
  for (let i = 0; i < covers.length; i++) {
    const left = covers[i]!;
    length += left <= 0 ? takenOf(left, explains).length : FREE.length + digitsOf(left) + 1;
  }
  return length;
}

/** The length of the slots up to their times: most answers have one date. */
function datesLength(startsMs: readonly number[]): number {
  const first = dateOf(startsMs[0]!, NO_DATE);
  if (dateOf(startsMs.at(-1)!, first) === first) return startsMs.length * first.length;
  return startsMs.reduce((sum, startMs) => sum + dateOf(startMs, first).length, 0);
}

/**
 * Writes the slots in order of time; with `explains`, each unavailable one with its `reason`.
 * @param at the position on the page
 * @returns the position after them
 */
export function writeSlots(
  { startsMs, covers }: CompactAvailability,
  explains: boolean,
  page: Page,
  at: number,
): number {
  const { view } = page;
  if (startsMs.length === 0) return writeText(EMPTY, page, at);
  const [free0, free1, free2, free3, free4] = FREE.words as readonly [number, number, number, number, number];
  let date = NO_DATE;
  let to = at;
  for (let i = 0; i < startsMs.length; i++) {
    const startMs = startsMs[i]!;
    date = dateOf(startMs, date);
    view.setFloat64(to, date.word0, true);
    view.setFloat64(to + 8, date.word1, true);
    view.setFloat64(to + 16, date.word2, true);
    to += date.length;
    view.setFloat64(to, timeWord(startMs - date.dayMs), true);
    to += TIME_LENGTH;
    const left = covers[i]!;
    if (left <= 0) {
      to = writeWords(takenOf(left, explains), page, to);
      continue;
    }
    view.setFloat64(to, free0, true);
    view.setFloat64(to + 8, free1, true);
    view.setFloat64(to + 16, free2, true);
    view.setFloat64(to + 24, free3, true);
    view.setFloat64(to + 32, free4, true);
    to = writeLetter(CURLY, page, writeNumber(left, page, to + FREE.length));
  }
  writeLetter(OPEN, page, at);
  return writeLetter(CLOSE, page, to);
}

const EMPTY = '[]';
const [OPEN, CLOSE, CURLY] = [0x5b, 0x5d, 0x7d];

/** An available slot, from its time to its covers. */
const FREE = wordsOf('Z","available":true,"remainingCovers":');

/** An unavailable slot, after its time. */
const TAKEN = 'Z","available":false,"remainingCovers":0';
const taken = wordsOf(`${TAKEN}}`);
const explained: Words[] = [];

function takenOf(covers: number, explains: boolean): Words {
  return explains ? (explained[-covers] ??= wordsOf(`${TAKEN},"reason":"${reasonOf(covers)}"}`)) : taken;
}

/** A slot up to its time, from the comma after the previous slot. */
interface DateText {
  readonly dayMs: number;
  readonly length: number;
  readonly word0: number;
  readonly word1: number;
  readonly word2: number;
}

const MIDNIGHT = '00:00:00Z';

const NO_DATE: DateText = { dayMs: NaN, length: 0, word0: 0, word1: 0, word2: 0 };

/** The most recently used dates. */
const dates = new BoundedMap<number, DateText>(400);

/** @param last the date of the previous slot */
function dateOf(startMs: number, last: DateText): DateText {
  const sinceMs = startMs - last.dayMs;
  if (sinceMs >= 0 && sinceMs < DAY_MS) return last;
  const dayMs = Math.floor(startMs / DAY_MS) * DAY_MS;
  const known = dates.get(dayMs);
  if (known) return known;
  const { length, words } = wordsOf(`,{"slot":"${formatInstant(dayMs).slice(0, -MIDNIGHT.length)}`);
  const [word0, word1, word2] = words as [number, number, number];
  const made = { dayMs, length, word0, word1, word2 };
  dates.set(dayMs, made);
  return made;
}

/** `HH:MM:SS` is a word. */
const TIME_LENGTH = 8;

/** Slots start at whole minutes, except in time zones of the nineteenth century. */
const times = new Float64Array(DAY_MS / MINUTE_MS);
const UNKNOWN = 0;

function timeWord(sinceMidnightMs: number): number {
  const minute = Math.trunc(sinceMidnightMs / MINUTE_MS);
  const known = times[minute]!;
  if (known !== UNKNOWN && sinceMidnightMs === minute * MINUTE_MS) return known;
  const word = wordsOf(formatInstant(sinceMidnightMs).slice(-MIDNIGHT.length, -1)).words[0]!;
  if (sinceMidnightMs === minute * MINUTE_MS) times[minute] = word;
  return word;
}
