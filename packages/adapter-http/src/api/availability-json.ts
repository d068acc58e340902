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
import { slotsJson } from './slots-json.ts';

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
    const head = `{"locationId":"${id}","date":"${answer!.date}","timezone":${JSON.stringify(timeZone)}`;
    return Buffer.from(`${head},"slots":${slotsJson(answer!, explains)}}`, 'latin1');
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
  const parts: Uint8Array[] = [batchHead(range)];
  for (const [i, day] of range.days.entries()) {
    if (i > 0) parts.push(COMMA);
    parts.push(day.bytes(batchDay));
  }
  parts.push(BATCH_END);
  return Buffer.concat(parts);
};

/** The entries of one date. */
export const batchDay: AnswerForm = (_, answers) => {
  const texts: string[] = [];
  let slots = '';
  let last: CompactAvailability | undefined;
  for (const answer of answers) {
    if (answer.startsMs !== last?.startsMs || answer.covers !== last.covers)
      slots = `${slotsJson(answer, false)}}`;
    texts.push(entryStart(answer, !last), slots);
    last = answer;
  }
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at, text.length, 'latin1');
  return bytes;
};

/** About 8 MB. A batch with more is never in memory as a whole, and what was made of its days is not kept. */
const WHOLE_SLOTS_MAX = 120_000;

/** The response, an entry at a time. */
export function* batchPieces(range: AnsweredRange): Generator<Bytes, void, undefined> {
  yield batchHead(range);
  let isFirst = true;
  for (const answer of entriesOf(range.days)) {
    yield Buffer.from(`${entryStart(answer, isFirst)}${slotsJson(answer, false)}}`, 'latin1');
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
