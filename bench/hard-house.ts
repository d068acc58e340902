/**
 * P12: a restaurant in which re-seating is hard. Forty tables have 33 overlapping classes. Parties of one to eight come in equal numbers at any
 * time of the day, more of them than the restaurant can hold.
 *
 *     node --conditions=@bord/source bench/hard-house.ts [days] [first seed] [areas]
 *
 * Each request is booked if the search finds room, so the restaurant is as full as possible. Then the whole day is queried as in the engine. Each size
 * alone has a new search; all twelve sizes of a batch share one. Times are processor time. A turn is the work between two pauses of the
 * search; a booking searches without a pause.
 */
import type { DiaryBooking } from '../packages/engine/src/core/booking/diary.ts';
import { type Memory, newMemory } from '../packages/engine/src/core/seating/solver/arrangements.ts';
import {
  createSeatingSearch,
  type SeatingSearch,
} from '../packages/engine/src/core/seating/solver/seating-search.ts';
import {
  bookedAfter,
  HARD_RESTAURANT,
  inAreas,
  questionsOfADay,
  requestsOf,
} from '../test/proof/seating/busy-days.ts';
import { at } from './figure.ts';

const BATCH_SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const [dayCount = 4, firstSeed = 1] = process.argv.slice(2, 4).map(Number);
const RESTAURANT =
  process.argv[4] === 'areas' ? inAreas('hard, three areas', HARD_RESTAURANT) : HARD_RESTAURANT;

interface Tally {
  questions: number;
  undecided: number;
  /** The longest turns, in milliseconds. */
  readonly turns: number[];
  /** The processor's time for each day, in milliseconds. */
  readonly days: number[];
}

const blank = (): Tally => ({ questions: 0, undecided: 0, turns: [], days: [] });
const creates = blank();
const alone = blank();
const batch = blank();
let seated = 0;
for (let seed = firstSeed - 1; seed < firstSeed + dayCount; seed++) {
  const isWarmUp = seed < firstSeed;
  const bookings = filled(seed, isWarmUp ? blank() : creates);
  seated += isWarmUp ? 0 : bookings.length;
  for (const size of BATCH_SIZES) askDay(bookings, [size], isWarmUp ? blank() : alone);
  askDay(bookings, BATCH_SIZES, isWarmUp ? blank() : batch);
}
console.log(`${dayCount} evenings, ${(seated / dayCount).toFixed(0)} bookings each`);
print('creates', creates);
print('a size alone', alone);
print('12 sizes', batch);

function filled(seed: number, tally: Tally): readonly DiaryBooking[] {
  let bookings: DiaryBooking[] = [];
  const memory = newMemory();
  for (const request of requestsOf(RESTAURANT, seed)) {
    const search = searchIn(bookings, memory);
    bookings = bookedAfter(
      bookings,
      request,
      timed(tally, () => search.ask(request.question)),
    );
    tally.questions++;
    tally.undecided += search.undecided;
  }
  return bookings;
}

function askDay(bookings: readonly DiaryBooking[], sizes: readonly number[], tally: Tally): void {
  const before = process.threadCpuUsage();
  const search = searchIn(bookings);
  const questions = questionsOfADay(sizes, RESTAURANT.areas).toSorted(
    (a, b) => a.startMs - b.startMs || a.partySize - b.partySize,
  );
  for (const question of questions) {
    const turns = search.askInTurns(question);
    while (!timed(tally, () => turns.next()).done);
    tally.questions++;
  }
  const { user, system } = process.threadCpuUsage(before);
  tally.days.push((user + system) / 1000);
  tally.undecided += search.undecided;
}

function searchIn(bookings: readonly DiaryBooking[], memory?: Memory): SeatingSearch {
  return createSeatingSearch({
    plan: RESTAURANT.plan,
    bookings,
    isMovable: (booking) => !booking.pinned,
    movesMax: null,
    ...(memory && { memory: () => memory }),
  });
}

function timed<T>(tally: Tally, ask: () => T): T {
  const startedMs = cpuMs();
  const answer = ask();
  tally.turns.push(cpuMs() - startedMs);
  return answer;
}

function print(what: string, { questions, undecided, turns, days }: Tally): void {
  const times =
    days.length > 0 ? `, a day p50 ${at(days, 0.5).toFixed(0)} ms, most ${at(days, 1).toFixed(0)} ms` : '';
  const share = ((100 * undecided) / questions).toFixed(2);
  console.log(
    `${what.padEnd(13)} undecided ${undecided} of ${questions} (${share} %), turns p50 ${at(turns, 0.5).toFixed(2)} p99 ${at(turns, 0.99).toFixed(1)} most ${at(turns, 1).toFixed(1)} ms${times}`,
  );
}

/** The processor time of this thread. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
