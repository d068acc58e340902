/**
 * Availability as JSON, written by hand: a batch has tens of thousands of slots. While the engine keeps an answer it hands out
 * the same array of slots, so the bytes made from it are kept with it and go when it goes.
 */
import {
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

const singleDays = new WeakMap<Slots, Bytes>();
const explainedDays = new WeakMap<Slots, Bytes>();
const batchDays = new WeakMap<Slots, Bytes>();

/** The Availability response (§2.3); where it explains, slots that are not available have their `reason`. */
export function availabilityJson(
  { location, answer }: LocationAvailability<DayAvailability>,
  explains: boolean,
): Bytes {
  return kept(explains ? explainedDays : singleDays, answer.slots, () => {
    const head = `{"locationId":"${location.id}","date":"${answer.date}"`;
    return `${head},"timezone":${JSON.stringify(location.timeZone)},"slots":${slotsJson(answer.slots, explains)}}`;
  });
}

/** The Batch response (§2.5): when it is large, in pieces of a date and party size each. */
export function batchJson(
  { location, answer }: LocationAvailability<readonly DayAvailability[]>,
  { startDate, endDate }: Pick<BatchRange, 'startDate' | 'endDate'>,
): Bytes | Pieces {
  const range = `{"locationId":"${location.id}","startDate":"${startDate}","endDate":"${endDate}"`;
  const head = Buffer.from(`${range},"timezone":${JSON.stringify(location.timeZone)},"days":[`);
  const slots = answer.reduce((sum, day) => sum + day.slots.length, 0);
  if (slots > WHOLE_SLOTS_MAX) return new Pieces(batchPieces(head, answer));
  const parts = [head];
  for (const [i, day] of answer.entries()) {
    if (i > 0) parts.push(COMMA);
    parts.push(kept(batchDays, day.slots, () => dayJson(day)));
  }
  parts.push(END);
  return Buffer.concat(parts);
}

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

function kept(all: WeakMap<Slots, Bytes>, slots: Slots, make: () => string): Bytes {
  let bytes = all.get(slots);
  if (!bytes) all.set(slots, (bytes = Buffer.from(make(), 'latin1')));
  return bytes;
}
