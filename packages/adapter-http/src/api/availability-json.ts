/**
 * Availability as JSON, written directly into bytes: a batch has tens of thousands of slots. Sizes with equal slots are serialised once. The engine
 * caches the bytes with their days.
 */
import type { DayAvailability, LocationAvailability, RangeAvailability } from '@bord/engine';
import type {
  AnsweredDay,
  AnsweredRange,
  AnswerForm,
  CompactAvailability,
  RangeForm,
} from '@bord/engine/adapters';
import { Pieces } from '../http/answer.ts';
import { slotsLength, writeSlots } from './slots-bytes.ts';
import {
  digitsOf,
  type Page,
  pageOf,
  type Words,
  wordsOf,
  writeLetter,
  writeNumber,
  writeText,
  writeWords,
} from './words.ts';

type Bytes = Buffer<ArrayBuffer>;

/** The Availability response (§2.3); with `explains`, unavailable slots have their `reason`. */
export function availabilityJson(
  { days: [day] }: LocationAvailability<DayAvailability>,
  explains: boolean,
): Uint8Array<ArrayBuffer> {
  return day!.bytes(explains ? explainedDay : plainDay);
}

const plainDay = singleDay(false);
const explainedDay = singleDay(true);

function singleDay(explains: boolean): AnswerForm {
  return ({ id, timeZone }, [answer]) => {
    const { date } = answer!;
    const head = `{"locationId":"${id}","date":"${date}","timezone":${JSON.stringify(timeZone)},"slots":`;
    const page = pageOf(head.length + slotsLength(answer!, explains) + 1);
    writeText('}', page, writeSlots(answer!, explains, page, writeText(head, page, 0)));
    return page.bytes;
  };
}

/** The Batch response (§2.5): if it is large, in pieces of one date and party size each. */
export function batchJson(range: RangeAvailability): Uint8Array<ArrayBuffer> | Pieces {
  return isLarge(range) ? new Pieces(batchPieces(range)) : range.bytes(wholeBatch);
}

/** Whether the response is sent in pieces. */
export function isLarge({ days }: AnsweredRange): boolean {
  return days.reduce((sum, day) => sum + day.slots, 0) > WHOLE_SLOTS_MAX;
}

const wholeBatch: RangeForm = (range) => {
  const head = batchHead(range);
  const between = Math.max(0, range.days.length - 1) * COMMA.length;
  const length = range.days.reduce((sum, { compact }) => sum + entriesLength(compact), between);
  const page = pageOf(head.length + length + BATCH_END.length);
  let at = head.copy(page.bytes);
  for (const [i, { compact }] of range.days.entries()) {
    if (i > 0) at += COMMA.copy(page.bytes, at);
    at = writeEntries(compact, page, at);
  }
  BATCH_END.copy(page.bytes, at);
  return page.bytes;
};

export const batchDay: AnswerForm = (_, answers) => {
  const page = pageOf(entriesLength(answers));
  writeEntries(answers, page, 0);
  return page.bytes;
};

function entriesLength(answers: readonly CompactAvailability[]): number {
  let length = (answers.length - 1) * COMMA.length;
  let slots = 0;
  let last: CompactAvailability | undefined;
  for (const answer of answers) {
    if (!isAlike(answer, last)) slots = slotsLength(answer, false);
    length += entryLength(answer, slots);
    last = answer;
  }
  return length;
}

/** The slots of sizes with equal answers are copied. */
function writeEntries(answers: readonly CompactAvailability[], page: Page, start: number): number {
  const entry = entryStart(answers[0]!);
  let at = start;
  let slotsAt = 0;
  let slotsEnd = 0;
  let last: CompactAvailability | undefined;
  for (const answer of answers) {
    at = writeStart(entry, answer, page, last ? writeLetter(COMMA_LETTER, page, at) : at);
    if (isAlike(answer, last)) page.bytes.copyWithin(at, slotsAt, slotsEnd);
    else [slotsAt, slotsEnd] = [at, writeSlots(answer, false, page, at)];
    at = writeLetter(CURLY, page, at + slotsEnd - slotsAt);
    last = answer;
  }
  return at;
}

/** Whether both have the same slots; the engine shares the arrays then. */
function isAlike(answer: CompactAvailability, last: CompactAvailability | undefined): boolean {
  return answer.startsMs === last?.startsMs && answer.covers === last.covers;
}

/** About 8 MB. A larger batch is never in memory as a whole, and the bytes of its days are not cached. */
const WHOLE_SLOTS_MAX = 120_000;

export function* batchPieces(range: AnsweredRange): Generator<Bytes, void, undefined> {
  yield batchHead(range);
  let isFirst = true;
  for (const answer of entriesOf(range.days)) {
    const page = pageOf((isFirst ? 0 : COMMA.length) + entryLength(answer, slotsLength(answer, false)));
    const at = writeStart(entryStart(answer), answer, page, isFirst ? 0 : writeText(',', page, 0));
    writeText('}', page, writeSlots(answer, false, page, at));
    yield page.bytes;
    isFirst = false;
  }
  yield BATCH_END;
}

function* entriesOf(days: readonly AnsweredDay[]): Generator<CompactAvailability, void, undefined> {
  for (const { compact } of days) yield* compact;
}

/** The response up to its entries. */
export function batchHead({ location, startDate, endDate }: AnsweredRange): Bytes {
  const range = `{"locationId":"${location.id}","startDate":"${startDate}","endDate":"${endDate}"`;
  return Buffer.from(`${range},"timezone":${JSON.stringify(location.timeZone)},"days":[`);
}

/** Between the entries of two dates. */
export const COMMA = Buffer.from(',');
export const BATCH_END = Buffer.from(']}');

/** An entry up to its party size; it is the same for all entries of a date. */
function entryStart({ date }: CompactAvailability): Words {
  return wordsOf(`{"date":"${date}","partySize":`);
}

const SLOTS = wordsOf(',"slots":');
const ENTRY_LENGTH = '{"date":"2026-03-01","partySize":,"slots":}'.length;

function entryLength({ partySize }: CompactAvailability, slots: number): number {
  return ENTRY_LENGTH + digitsOf(partySize) + slots;
}

/** An entry up to its slots. */
function writeStart(start: Words, { partySize }: CompactAvailability, page: Page, at: number): number {
  return writeWords(SLOTS, page, writeNumber(partySize, page, writeWords(start, page, at)));
}

const [COMMA_LETTER, CURLY] = [0x2c, 0x7d];
