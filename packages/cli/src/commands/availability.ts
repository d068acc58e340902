import {
  type Alternatives,
  type Booking,
  DAY_MS,
  type Engine,
  type Hold,
  instantOf,
  type Location,
  type OperatorTimes,
  type TableChoice,
} from '@bord/engine';
import type { Command } from 'commander';
import { answering, withExamples } from '../command.ts';
import { LOCATION_NAMES, locationNamed } from '../config/location-named.ts';
import { clockTime, visitDate, wholeNumber } from '../config/option-values.ts';
import { visitDateOf, visitTimeMs } from '../config/visit-time.ts';
import { availabilityJson, availabilityText } from '../output/availability-text.ts';
import { choiceOf, holdsNamed, type TableOptions, withTables } from './table-choice.ts';

interface AvailabilityOptions extends TableOptions {
  readonly party: number;
  readonly date?: string;
  readonly near?: string;
}

export function define(command: Command): void {
  withExamples(command, [
    'availability "Bistro Nord" --party 4',
    'availability "Bistro Nord" --party 4 --date tomorrow --near 19:30',
    'availability "Bistro Nord" --party 2 --date 2026-12-24 --table W1',
    'availability "Bistro Nord" --party 4 --json',
  ])
    .description(
      'What a day has for a party on the phone, and why the rest cannot be had. Each time can be written in with bookings create: the tables that are\n' +
        'kept for you count, lead times and pacing do not bind you.',
    )
    .argument('<location>', LOCATION_NAMES)
    .requiredOption('--party <n>', 'how many guests', wholeNumber(1, 1000))
    .option('--date <date>', '2026-12-01, today, tomorrow or yesterday (default: today)', visitDate)
    .option('--near <time>', 'the time that they would like best: 19:30, or now', clockTime);
  withTables(command).action(
    answering(async ({ engine }, options: AvailabilityOptions, name) => {
      const { party: partySize, date: day = 'today', near } = options;
      const location = await locationNamed(engine, name);
      const choice = choiceOf(location, options);
      const nowMs = Date.now();
      const date = visitDateOf(day, location, nowMs);
      const times = await engine.operator.bookings.times(location.id, { date, partySize }, choice);
      const nearMs = near === undefined ? null : nearTime(near, location, times, nowMs);
      const found = await alternativesOf(engine, times, nearMs, choice);
      const inTheWay = await inTheWayOf(engine, times);
      const notes = { choice, nearMs, alternatives: found, inTheWay, holds: await heldAt(engine, times) };
      return { json: availabilityJson(times, found), text: () => availabilityText(times, notes) };
    }),
  );
}

/** The instant on a service date, which may be after midnight: then it is the one that is nearer to a slot. */
function nearTime(text: string, location: Location, { date, slots }: OperatorTimes, nowMs: number): number {
  if (text.toLowerCase() === 'now') return visitTimeMs(text, location, nowMs);
  const [hours = 0, minutes = 0] = text.split(/[:.]/).map(Number);
  const onDate = instantOf(location.timeZone, date, hours * 60 + minutes);
  const distance = (ms: number): number =>
    Math.min(...slots.map(({ startMs }) => Math.abs(startMs - ms)), Number.MAX_SAFE_INTEGER);
  return distance(onDate + DAY_MS) < distance(onDate) ? onDate + DAY_MS : onDate;
}

/** Around the time that is liked best; without one only where the day has nothing, around its first slot. */
async function alternativesOf(
  engine: Engine,
  { location, date, partySize, slots, reason }: OperatorTimes,
  nearMs: number | null,
  choice: TableChoice | undefined,
): Promise<Alternatives> {
  const isAnswered = nearMs === null && slots.some(({ available }) => available);
  if (isAnswered || reason === 'party_size') return { startsMs: [], nextAvailable: null };
  const startMs = nearMs ?? slots[0]?.startMs ?? instantOf(location.timeZone, date, USUAL_MINUTE);
  return engine.operator.bookings.alternatives(location.id, { startMs, partySize }, choice);
}

/** Of a day without slots, and without a time that is liked best, another is looked for around seven in the evening. */
const USUAL_MINUTE = 19 * 60;

/** What is held at the chosen tables, by id. */
async function heldAt(engine: Engine, { slots }: OperatorTimes): Promise<ReadonlyMap<string, Hold>> {
  const ids = [...new Set(slots.flatMap(({ holds }) => holds))];
  return new Map((await holdsNamed(engine, ids)).map((hold) => [hold.id, hold]));
}

/** Who sits at the chosen tables and cannot be given others, by id. */
async function inTheWayOf(engine: Engine, { slots }: OperatorTimes): Promise<ReadonlyMap<string, Booking>> {
  const ids = [...new Set(slots.flatMap(({ inTheWay }) => inTheWay))];
  const bookings = await Promise.all(ids.map((id) => engine.operator.bookings.read(id)));
  return new Map(bookings.map((booking) => [booking.id, booking]));
}
