/**
 * The slots of an answer as JSON, written eight bytes at a time. Nearly all of a slot's text is the same for all slots, for all of a
 * date, or for all of a minute of the day. It stands ready as 64-bit numbers, and numbers are stored much faster than text is put
 * together. A number that is longer than its text is written over by what follows it.
 */
import { type CompactAvailability, DAY_MS, formatInstant, MINUTE_MS, reasonOf } from '@bord/engine';

/** Where JSON is written: its room is longer than its text by {@link SPARE_BYTES}. */
export interface Page {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly view: DataView;
}

const WORD_BYTES = 8;
/** What the last number may write too much. */
const SPARE_BYTES = WORD_BYTES;

/** Room for so many bytes. */
export function pageOf(length: number): Page {
  const { buffer } = Buffer.allocUnsafeSlow(length + SPARE_BYTES);
  return { bytes: Buffer.from(buffer, 0, length), view: new DataView(buffer) };
}

/** Writes a text without letters beyond Latin 1; returns where it ends. */
export function writeText(text: string, { bytes }: Page, at: number): number {
  return at + bytes.write(text, at, text.length, 'latin1');
}

/** How many bytes {@link writeSlots} will write. */
export function slotsLength({ startsMs, covers }: CompactAvailability, explains: boolean): number {
  if (startsMs.length === 0) return EMPTY.length;
  let length = 1 + startsMs.length * TIME_LENGTH;
  for (let i = 0; i < startsMs.length; i++) {
    const left = covers[i]!;
    length += dateOf(startsMs[i]!).length;
    length += left <= 0 ? takenOf(left, explains).length : FREE.length + digitsOf(left) + 1;
  }
  return length;
}

/**
 * Writes the slots in order of time, each that is not available with its `reason` where it explains.
 *
 * @param at where on the page
 * @returns where they end
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
  let to = at;
  for (let i = 0; i < startsMs.length; i++) {
    const startMs = startsMs[i]!;
    const date = dateOf(startMs);
    view.setFloat64(to, date.word0, true);
    view.setFloat64(to + 8, date.word1, true);
    view.setFloat64(to + 16, date.word2, true);
    to += date.length;
    view.setFloat64(to, timeWord(startMs - date.dayMs), true);
    to += TIME_LENGTH;
    const left = covers[i]!;
    if (left <= 0) {
      to = writeWords(takenOf(left, explains), view, to);
      continue;
    }
    view.setFloat64(to, free0, true);
    view.setFloat64(to + 8, free1, true);
    view.setFloat64(to + 16, free2, true);
    view.setFloat64(to + 24, free3, true);
    view.setFloat64(to + 32, free4, true);
    to = writeNumber(left, view, to + FREE.length);
    view.setUint8(to++, CURLY);
  }
  view.setUint8(at, OPEN);
  view.setUint8(to++, CLOSE);
  return to;
}

const EMPTY = '[]';
const [OPEN, CLOSE, CURLY, ZERO] = [...'[]}0'].map((char) => char.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];

/** A text as it is written: the last word may be longer than it. */
interface Words {
  readonly length: number;
  readonly words: readonly number[];
}

/** Only letters that stand in ASCII: no eight of them are a number that is none. */
function wordsOf(text: string): Words {
  const bytes = new Uint8Array(Math.ceil(text.length / WORD_BYTES) * WORD_BYTES);
  Buffer.from(text, 'latin1').copy(bytes);
  const view = new DataView(bytes.buffer);
  const words = Array.from({ length: bytes.length / WORD_BYTES }, (_, i) =>
    view.getFloat64(i * WORD_BYTES, true),
  );
  return { length: text.length, words };
}

function writeWords({ length, words }: Words, view: DataView, at: number): number {
  for (let i = 0; i < words.length; i++) view.setFloat64(at + i * WORD_BYTES, words[i]!, true);
  return at + length;
}

/** A slot that is available, from its time to its covers. */
const FREE = wordsOf('Z","available":true,"remainingCovers":');

/** A slot that is not, behind its time. */
const TAKEN = 'Z","available":false,"remainingCovers":0';
const taken = wordsOf(`${TAKEN}}`);
const explained: Words[] = [];

function takenOf(covers: number, explains: boolean): Words {
  return explains ? (explained[-covers] ??= wordsOf(`${TAKEN},"reason":"${reasonOf(covers)}"}`)) : taken;
}

/** A slot up to its time, from the comma behind the slot before it. */
interface DateText {
  readonly dayMs: number;
  readonly length: number;
  readonly word0: number;
  readonly word1: number;
  readonly word2: number;
}

const MIDNIGHT = '00:00:00Z';

/** The slots of a day are written for one party size after the other. */
let lately: DateText = { dayMs: NaN, length: 0, word0: 0, word1: 0, word2: 0 };

function dateOf(startMs: number): DateText {
  const sinceMs = startMs - lately.dayMs;
  if (sinceMs >= 0 && sinceMs < DAY_MS) return lately;
  const dayMs = Math.floor(startMs / DAY_MS) * DAY_MS;
  const { length, words } = wordsOf(`,{"slot":"${formatInstant(dayMs).slice(0, -MIDNIGHT.length)}`);
  const [word0, word1, word2] = words as [number, number, number];
  return (lately = { dayMs, length, word0, word1, word2 });
}

/** `HH:MM:SS` is a word. */
const TIME_LENGTH = WORD_BYTES;

/** Slots begin at whole minutes, but for zones of the nineteenth century. */
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

function digitsOf(n: number): number {
  if (n < 10) return 1;
  if (n < 100) return 2;
  return n < 1000 ? 3 : `${n}`.length;
}

/** In decimal digits, the last first. */
function writeNumber(n: number, view: DataView, at: number): number {
  const end = at + digitsOf(n);
  let rest = n;
  for (let to = end - 1; to >= at; to--) {
    const tens = (rest / 10) | 0;
    view.setUint8(to, ZERO + rest - tens * 10);
    rest = tens;
  }
  return end;
}
