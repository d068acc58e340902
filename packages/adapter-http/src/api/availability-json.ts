/**
 * Availability as JSON, written by hand: a batch has tens of thousands of slots. What the day has is known in numbers, what is written of each
 * minute of a day stands ready as text, and sizes that are answered alike are written once. The engine keeps the bytes with the day that they are about.
 */
import {
  type AnsweredDay,
  type AnsweredRange,
  type AnswerForm,
  type CompactAvailability,
  type DayAvailability,
  type LocationAvailability,
  type RangeAvailability,
  type RangeForm,
} from '@bord/engine';
import { Pieces } from './answer.ts';
import { type Page, pageOf, slotsLength, writeSlots, writeText } from './slots-bytes.ts';

type Bytes = Buffer<ArrayBuffer>;

/** The Availability response (§2.3); where it explains, slots that are not available have their `reason`. */
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

/** The Batch response (§2.5): when it is large, in pieces of a date and party size each. */
export function batchJson(range: RangeAvailability): Uint8Array<ArrayBuffer> | Pieces {
  return isLarge(range) ? new Pieces(batchPieces(range)) : range.bytes(wholeBatch);
}

/** Too large to be had at once. */
export function isLarge({ days }: AnsweredRange): boolean {
  return days.reduce((sum, day) => sum + day.slots, 0) > WHOLE_SLOTS_MAX;
}

const wholeBatch: RangeForm = (range) => {
  const head = batchHead(range);
  const last = range.days.length - 1;
  const length = range.days.reduce((sum, { compact }) => sum + entriesLength(compact) + COMMA.length, 0);
  const page = pageOf(head.length + length - (last < 0 ? 0 : COMMA.length) + BATCH_END.length);
  const { bytes } = page;
  let at = head.copy(bytes);
  for (const [i, { compact }] of range.days.entries()) {
    at = writeEntries(compact, page, at);
    if (i < last) at += COMMA.copy(bytes, at);
  }
  BATCH_END.copy(bytes, at);
  return bytes;
};

/** The entries of one date. */
export const batchDay: AnswerForm = (_, answers) => {
  const page = pageOf(entriesLength(answers));
  writeEntries(answers, page, 0);
  return page.bytes;
};

function entriesLength(answers: readonly CompactAvailability[]): number {
  let length = 0;
  let slots = 0;
  let last: CompactAvailability | undefined;
  for (const answer of answers) {
    if (!isAlike(answer, last)) slots = slotsLength(answer, false) + 1;
    length += entryStart(answer, !last).length + slots;
    last = answer;
  }
  return length;
}

/** The slots of sizes that are answered alike are copied. */
function writeEntries(answers: readonly CompactAvailability[], page: Page, start: number): number {
  const { bytes } = page;
  let at = start;
  let slotsAt = 0;
  let slotsEnd = 0;
  let last: CompactAvailability | undefined;
  for (const answer of answers) {
    at = writeText(entryStart(answer, !last), page, at);
    if (isAlike(answer, last)) {
      bytes.copyWithin(at, slotsAt, slotsEnd);
      at += slotsEnd - slotsAt;
    } else {
      slotsAt = at;
      at = writeText('}', page, writeSlots(answer, false, page, at));
      slotsEnd = at;
    }
    last = answer;
  }
  return at;
}

/** Both have the same slots; as the engine has found them, they share them. */
function isAlike(answer: CompactAvailability, last: CompactAvailability | undefined): boolean {
  return answer.startsMs === last?.startsMs && answer.covers === last.covers;
}

/** About 8 MB. A batch with more is never in memory as a whole, and what was made of its days is not kept. */
const WHOLE_SLOTS_MAX = 120_000;

/** The response, an entry at a time. */
export function* batchPieces(range: AnsweredRange): Generator<Bytes, void, undefined> {
  yield batchHead(range);
  let isFirst = true;
  for (const answer of entriesOf(range.days)) {
    const start = entryStart(answer, isFirst);
    const page = pageOf(start.length + slotsLength(answer, false) + 1);
    writeText('}', page, writeSlots(answer, false, page, writeText(start, page, 0)));
    yield page.bytes;
    isFirst = false;
  }
  yield BATCH_END;
}

function* entriesOf(days: readonly AnsweredDay[]): Generator<CompactAvailability, void, undefined> {
  for (const { compact } of days) yield* compact;
}

/** What stands before the entries. */
export function batchHead({ location, startDate, endDate }: AnsweredRange): Bytes {
  const range = `{"locationId":"${location.id}","startDate":"${startDate}","endDate":"${endDate}"`;
  return Buffer.from(`${range},"timezone":${JSON.stringify(location.timeZone)},"days":[`);
}

/** Between the entries of two dates. */
export const COMMA = Buffer.from(',');
/** What stands behind the entries. */
export const BATCH_END = Buffer.from(']}');

/** An entry up to its slots. */
function entryStart({ date, partySize }: CompactAvailability, isFirst: boolean): string {
  return `${isFirst ? '' : ','}{"date":"${date}","partySize":${partySize},"slots":`;
}
