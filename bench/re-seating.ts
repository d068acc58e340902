/**
 * Re-seating: undecided questions of a busy day, durations, and the gain in covers.
 *
 *     node --conditions=@bord/source bench/re-seating.ts [days per restaurant] [part of a restaurant's name]
 *
 * Days are synthetic, see `test/proof/seating/busy-days.ts`. Each request is booked if the search finds room; the same requests go to plain best fit.
 * After a half, three quarters and all of the requests the whole day is queried: 44 slots of a quarter of an hour times eight sizes.
 *
 * Covers, moves and undecided questions depend only on the seeds. The times of questions are measured by the clock, each alone, the first of a day with
 * the preparation of the day. The times of days are processor time, which other load affects less.
 */
import type { DiaryBooking } from '../packages/engine/src/core/booking/diary.ts';
import type { FloorPlan } from '../packages/engine/src/core/location/floor-plan.ts';
import {
  createSeatingSearch,
  type SeatingSearch,
} from '../packages/engine/src/core/seating/solver/seating-search.ts';
import {
  bookedAfter,
  inAreas,
  type Restaurant,
  RESTAURANTS,
  questionsOfADay,
  requestsOf,
} from '../test/proof/seating/busy-days.ts';

interface Tally {
  undecided: number;
  unproven: number;
  /** The time of each question, in microseconds. */
  readonly times: number[];
  /** The processor's time for each day, in milliseconds. */
  readonly days: number[];
  readonly moves: number[];
  covers: number;
  coversBestFit: number;
}

const days = Number(process.argv[2] ?? 40);
const IN_AREAS = inAreas(
  'three areas, 40 tables in 7 classes',
  RESTAURANTS.find(({ name }) => name.startsWith('40 tables, 7'))!,
);
const wanted = [...RESTAURANTS, IN_AREAS].filter(({ name }) => name.includes(process.argv[3] ?? ''));
const DAY = questionsOfADay();
/** Played first and not counted, so that the code is warm. */
const WARM_UP = 3;

console.log(
  `P10: undecided at most 1 in 10,000 at 40 tables and up to 7 classes, 1 in 100 with a dozen combinations;`,
);
console.log(
  `p99 below 1,000 µs; a day of ${DAY.length} questions in 10 ms; at least 2.5 % more covers at 10 to 40 tables.`,
);
console.log(`${days} evenings a house. Times: µs a question, ms a day.\n`);
const WIDTHS = [40, 8, 6, 17, 8, 6, 6, 7, 12, 7];
const line = (cells: readonly (string | number)[]): void =>
  console.log(
    cells
      .map((cell, i) => (i === 0 ? String(cell).padEnd(WIDTHS[i]!) : String(cell).padStart(WIDTHS[i]!)))
      .join(' '),
  );
line(['house', 'requests', 'pinned', 'undecided', 'mean', 'p50', 'p99', 'a day', 'moves p50/x̄', 'covers']);
for (const restaurant of wanted) report(restaurant, play(restaurant));

function play(restaurant: Restaurant): Tally {
  const blank = (): Tally => ({
    undecided: 0,
    unproven: 0,
    times: [],
    days: [],
    moves: [],
    covers: 0,
    coversBestFit: 0,
  });
  const warmUp = blank();
  for (let seed = 1; seed <= WARM_UP; seed++) playDay(restaurant, seed, warmUp);
  const tally = blank();
  for (let seed = 1; seed <= days; seed++) playDay(restaurant, WARM_UP + seed, tally);
  return tally;
}

function playDay(restaurant: Restaurant, seed: number, tally: Tally): void {
  const { plan } = restaurant;
  const requests = requestsOf(restaurant, seed);
  let bookings: DiaryBooking[] = [];
  let bestFit: DiaryBooking[] = [];
  for (const [i, request] of requests.entries()) {
    const answer = searchIn(plan, bookings, null).ask(request.question);
    if (answer.kind === 'seated' && answer.reseatings.length > 0) tally.moves.push(answer.reseatings.length);
    bookings = bookedAfter(bookings, request, answer);
    bestFit = bookedAfter(bestFit, request, searchIn(plan, bestFit, 0).ask(request.question));
    if ([0.5, 0.75, 1].some((share) => i + 1 === requests.length * share))
      askDay(restaurant, bookings, tally);
  }
  tally.covers += coversOf(bookings);
  tally.coversBestFit += coversOf(bestFit);
}

function searchIn(
  plan: FloorPlan,
  bookings: readonly DiaryBooking[],
  movesMax: number | null,
): SeatingSearch {
  return createSeatingSearch({ plan, bookings, isMovable: (booking) => !booking.pinned, movesMax });
}

function askDay({ plan, areas }: Restaurant, bookings: readonly DiaryBooking[], tally: Tally): void {
  const dawn = process.threadCpuUsage();
  const search = searchIn(plan, bookings, null);
  for (const question of areas ? questionsOfADay(undefined, areas) : DAY) {
    const before = performance.now();
    const answer = search.ask(question);
    tally.times.push((performance.now() - before) * 1000);
    if (answer.kind === 'undecided') tally.undecided++;
    if (answer.kind === 'full' && !answer.proven) tally.unproven++;
  }
  const { user, system } = process.threadCpuUsage(dawn);
  tally.days.push((user + system) / 1000);
}

function coversOf(bookings: readonly DiaryBooking[]): number {
  return bookings.reduce((sum, { partySize }) => sum + partySize, 0);
}

function report({ name, requests, pinned }: Restaurant, tally: Tally): void {
  const sorted = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b);
  const at = (list: readonly number[], share: number): number =>
    sorted(list)[Math.floor(list.length * share)] ?? 0;
  const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length;
  const { times, days: played, moves } = tally;
  line([
    name,
    requests,
    `${(pinned * 100).toFixed(0)} %`,
    `${tally.undecided} of ${times.length}`,
    mean(times).toFixed(1),
    at(times, 0.5).toFixed(1),
    at(times, 0.99).toFixed(0),
    mean(played).toFixed(1),
    `${at(moves, 0.5)} / ${mean(moves).toFixed(1)}`,
    `+${((tally.covers / tally.coversBestFit - 1) * 100).toFixed(1)} %`,
  ]);
  if (tally.unproven > 0) console.log(`  ${tally.unproven} refusals rest on floating point`);
}
