/** Availability as JSON, written by hand: a batch has tens of thousands of slots. The engine keeps the bytes with the day they are about. */
import {
  type AnswerForm,
  type BatchRange,
  type DayAvailability,
  formatInstant,
  type LocationAvailability,
  MINUTE_MS,
  type SlotAvailability,
} from '@bord/engine';
import { Pieces } from './answer.ts';

type Bytes = Buffer<ArrayBuffer>;
type Slots = readonly SlotAvailability[];

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
    const { date, slots } = answer!;
    const head = `{"locationId":"${id}","date":"${date}","timezone":${JSON.stringify(timeZone)}`;
    return Buffer.from(`${head},"slots":${slotsJson(slots, explains)}}`, 'latin1');
  };
}

/** The Batch response (§2.5): when it is large, in pieces of a date and party size each. */
export function batchJson(
  { location, answer, days }: LocationAvailability<readonly DayAvailability[]>,
  { startDate, endDate }: Pick<BatchRange, 'startDate' | 'endDate'>,
): Bytes | Pieces {
  const range = `{"locationId":"${location.id}","startDate":"${startDate}","endDate":"${endDate}"`;
  const head = Buffer.from(`${range},"timezone":${JSON.stringify(location.timeZone)},"days":[`);
  const slots = days.reduce((sum, day) => sum + day.slots, 0);
  if (slots > WHOLE_SLOTS_MAX) return new Pieces(batchPieces(head, answer));
  const parts: Uint8Array[] = [head];
  for (const [i, day] of days.entries()) {
    if (i > 0) parts.push(COMMA);
    parts.push(day.bytes(batchDay));
  }
  parts.push(END);
  return Buffer.concat(parts);
}

/** The entries of one date. */
const batchDay: AnswerForm = (_, answers) => Buffer.from(answers.map(dayJson).join(), 'latin1');

/** About 8 MB. A batch with more is never in memory as a whole, and what was made of its days is not kept. */
const WHOLE_SLOTS_MAX = 120_000;

function* batchPieces(head: Bytes, days: readonly DayAvailability[]): Generator<Bytes, void, undefined> {
  yield head;
  for (const [i, day] of days.entries()) yield Buffer.from(`${i > 0 ? ',' : ''}${dayJson(day)}`, 'latin1');
  yield END;
}

const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

function dayJson({ date, partySize, slots }: DayAvailability): string {
  return `{"date":"${date}","partySize":${partySize},"slots":${slotsJson(slots, false)}}`;
}

function slotsJson(slots: Slots, explains: boolean): string {
  let json = '[';
  for (const { startMs, available, remainingCovers, reason } of slots) {
    const { free, taken } = slotStart(startMs);
    const start = available ? free : taken;
    json += json.length === 1 ? start.slice(CLOSE.length) : start;
    if (available) json += remainingCovers;
    else if (explains) json += `,"reason":"${reason}"`;
  }
  return json.length === 1 ? '[]' : `${json}}]`;
}

/** A slot up to its covers; it closes the slot before it, which saves one piece of text a slot. */
interface SlotStart {
  readonly startMs: number;
  readonly free: string;
  readonly taken: string;
}

const CLOSE = '},';

/** The slots of a day come again for each party size of a batch. */
const lately: SlotStart[] = [];
const LATELY_MAX = 256;

function slotStart(startMs: number): SlotStart {
  const place = (startMs / MINUTE_MS) & (LATELY_MAX - 1);
  const known = lately[place];
  if (known?.startMs === startMs) return known;
  const slot = `${CLOSE}{"slot":"${formatInstant(startMs)}","available":`;
  const free = `${slot}true,"remainingCovers":`;
  const made = { startMs, free, taken: `${slot}false,"remainingCovers":0` };
  lately[place] = made;
  return made;
}
