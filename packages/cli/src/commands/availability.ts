import {
  type Alternatives,
  type Booking,
  type Engine,
  type Hold,
  instantOf,
  type OperatorTimes,
  type TableChoice,
} from '@bord/engine';
import { type BordCommand, LOCATION_NAMES } from '../command.ts';
import { VISIT_TIME, visitDate, visitTime, wholeNumber } from '../config/option-values.ts';
import { timeOnDate, visitDateOf } from '../config/visit-time.ts';
import { availabilityJson, availabilityText } from '../output/availability-text.ts';
import { choiceOf, holdsNamed, type TableOptions, withTables } from '../config/table-choice.ts';

interface AvailabilityOptions extends TableOptions {
  readonly party: number;
  readonly date?: string;
  readonly near?: string;
}

export function define(command: BordCommand): void {
  command
    .examples([
      'availability "Bistro Nord" --party 4',
      'availability "Bistro Nord" --party 4 --date tomorrow --near 19:30',
      'availability "Bistro Nord" --party 4 --near "tomorrow 19:30"',
      'availability "Bistro Nord" --party 2 --date 2026-12-24 --table W1',
      'availability "Bistro Nord" --party 4 --json',
    ])
    .description(
      'Lists the times of a day for a party on the phone, and why other times are unavailable. Each time can be written in with bookings create: the tables that are\n' +
        'kept for you count, lead times and pacing do not bind you.',
    )
    .argument('<location>', LOCATION_NAMES)
    .requiredOption('--party <n>', 'how many guests', wholeNumber(1, 1000))
    .option('--date <date>', '2026-12-01, today, tomorrow or yesterday (default: today)', visitDate)
    .option('--near <time>', `the time that they would like best: ${VISIT_TIME}`, visitTime);
  withTables(command).answersAt(async ({ engine }, options: AvailabilityOptions, location) => {
    const { party: partySize, date: day, near } = options;
    const choice = choiceOf(location, options);
    const nowMs = Date.now();
    const wanted = near === undefined ? null : timeOnDate(near, day, location, { nowMs });
    const date = wanted?.date ?? visitDateOf(day ?? 'today', location, nowMs);
    const times = await engine.operator.at(location.id).bookings.times({ date, partySize }, choice);
    const nearMs = wanted?.ms ?? null;
    const found = await alternativesOf(engine, times, nearMs, choice);
    const inTheWay = await inTheWayOf(engine, times);
    const notes = { choice, nearMs, alternatives: found, inTheWay, holds: await heldAt(engine, times) };
    return { json: availabilityJson(times, found), text: () => availabilityText(times, notes) };
  });
}

/** Alternatives near the preferred time; without one, only for a full day, near its first slot. */
async function alternativesOf(
  engine: Engine,
  { location, date, partySize, slots, reason }: OperatorTimes,
  nearMs: number | null,
  choice: TableChoice | undefined,
): Promise<Alternatives> {
  const isAnswered = nearMs === null && slots.some(({ available }) => available);
  if (isAnswered || reason === 'party_size') return { startsMs: [], nextAvailable: null };
  const startMs = nearMs ?? slots[0]?.startMs ?? instantOf(location.timeZone, date, USUAL_MINUTE);
  return engine.operator.at(location.id).bookings.alternatives({ startMs, partySize }, choice);
}

/** Of a day without slots, and without a time that is liked best, another is looked for around seven in the evening. */
const USUAL_MINUTE = 19 * 60;

async function heldAt(engine: Engine, { slots }: OperatorTimes): Promise<ReadonlyMap<string, Hold>> {
  const ids = [...new Set(slots.flatMap(({ holds }) => holds))];
  return new Map((await holdsNamed(engine, ids)).map((hold) => [hold.id, hold]));
}

async function inTheWayOf(engine: Engine, { slots }: OperatorTimes): Promise<ReadonlyMap<string, Booking>> {
  const ids = [...new Set(slots.flatMap(({ inTheWay }) => inTheWay))];
  const bookings = await Promise.all(ids.map((id) => engine.operator.bookings.read(id)));
  return new Map(bookings.map((booking) => [booking.id, booking]));
}
