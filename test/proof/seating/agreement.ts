/** Asks the search and the brute force the same questions, and says where they disagree. */
import {
  createSeatingSearch,
  type SeatingAnswer,
} from '../../../packages/engine/src/core/seating/solver/seating-search.ts';
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import type { FloorPlan } from '../../../packages/engine/src/core/location/floor-plan.ts';
import { areTheSame, type InSeason, isPossible, type Question, waysToSeat } from './brute-force.ts';
import { narrowed, randomDay, randomPlan, randomQuestion } from './days.ts';
import { chanceOf } from './random.ts';
import { seasonal } from './seasons.ts';

export interface Tally {
  questions: number;
  /** Of those, in restaurants with seasons. */
  seasonal: number;
  free: number;
  reseated: number;
  full: number;
  unproven: number;
  moves: number;
  /** Of those, from places where the plan no longer seats them. */
  strayMoves: number;
}

export function tallyOf(): Tally {
  return { questions: 0, seasonal: 0, free: 0, reseated: 0, full: 0, unproven: 0, moves: 0, strayMoves: 0 };
}

/** One restaurant, one day, some questions. Throws on the first disagreement. */
export function compare(seed: number, tally: Tally): void {
  const chance = chanceOf(seed);
  const planBefore = randomPlan(chance);
  const bookings = randomDay(chance, planBefore, 14);
  const narrow = chance() < 0.4 ? narrowed(chance, planBefore) : planBefore;
  const { plan, isInSeason, outOfSeasonAt } = seasonal(chance, narrow);
  const isStray = ({ partySize, tableAccess, tables, startMs }: DiaryBooking): boolean =>
    !waysToSeat(plan, partySize, tableAccess, isInSeason, startMs).some((way) => areTheSame(way, tables));
  const strays = new Set(bookings.filter(isStray).map(({ id }) => id));
  const isMovable = (booking: DiaryBooking): boolean => !booking.pinned;
  const search = createSeatingSearch({ plan, bookings, isMovable, outOfSeasonAt, movesMax: null });
  for (let i = 0; i < 12; i++) {
    const question = randomQuestion(chance, 24);
    const answer = search.ask(question);
    const possible = isPossible(plan, bookings, isMovable, question, isInSeason);
    const expected = possible ? 'seated' : 'full';
    if (answer.kind !== expected)
      throw new Error(`seed ${seed}, question ${i}: the search says ${answer.kind}, brute force ${expected}`);
    const wrong = faultOf(plan, bookings, isMovable, question, answer, isInSeason);
    if (wrong) throw new Error(`seed ${seed}, question ${i}: ${wrong}`);
    tally.questions++;
    if (plan !== narrow) tally.seasonal++;
    if (answer.kind === 'full') tally[answer.proven ? 'full' : 'unproven']++;
    if (answer.kind === 'seated') {
      tally[answer.reseatings.length > 0 ? 'reseated' : 'free']++;
      tally.moves += answer.reseatings.length;
      tally.strayMoves += answer.reseatings.filter(({ bookingId }) => strays.has(bookingId)).length;
    }
  }
}

/** The violation of a rule by an answer; null if there is none. */
export function faultOf(
  plan: FloorPlan,
  bookings: readonly DiaryBooking[],
  isMovable: (booking: DiaryBooking) => boolean,
  question: Question,
  answer: SeatingAnswer,
  isInSeason?: InSeason,
): string | null {
  if (answer.kind !== 'seated') return null;
  const moved = new Map(answer.reseatings.map(({ bookingId, tables }) => [bookingId, tables]));
  if (moved.size !== answer.reseatings.length) return 'a booking moves twice';
  const isAllowed = (
    { partySize, tableAccess, startMs }: Omit<Question, 'endMs'>,
    tables: readonly string[],
  ): boolean =>
    waysToSeat(plan, partySize, tableAccess, isInSeason, startMs).some((way) => areTheSame(way, tables));
  if (!isAllowed(question, answer.tables)) return 'the newcomer may not sit there';
  const sittings = [{ startMs: question.startMs, endMs: question.endMs, tables: answer.tables }];
  for (const booking of bookings) {
    const tables = moved.get(booking.id);
    sittings.push({
      startMs: booking.startMs,
      endMs: booking.blockedUntilMs,
      tables: tables ?? booking.tables,
    });
    if (!tables) continue;
    moved.delete(booking.id);
    if (!isMovable(booking)) return `${booking.id} may not move`;
    if (areTheSame(tables, booking.tables)) return `${booking.id} moves to where it is`;
    if (!isAllowed({ ...booking, tableAccess: booking.tableAccess }, tables))
      return `${booking.id} may not sit there`;
  }
  if (moved.size > 0) return 'an unknown booking moves';
  for (const [i, a] of sittings.entries())
    for (const b of sittings.slice(i + 1))
      if (a.startMs < b.endMs && b.startMs < a.endMs && a.tables.some((id) => b.tables.includes(id)))
        return `two parties at ${a.tables.join()} and ${b.tables.join()}`;
  return null;
}
