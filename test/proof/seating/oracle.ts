/**
 * An independent oracle for restaurants that are too large for brute force: an integer program over bookings and tables, solved by HiGHS. It uses
 * no classes, beats or chains.
 */
import highsModule from 'highs';
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import type { FloorPlan } from '../../../packages/engine/src/core/location/floor-plan.ts';
import { inFull } from '../../support/long.ts';
import { areTheSame, type Question, waysToSeat } from './brute-force.ts';

/** The limit of a question. A longer one stays undecided. */
const SECONDS = inFull(10, 5);

export type Oracle = (
  plan: FloorPlan,
  bookings: readonly DiaryBooking[],
  isMovable: (booking: DiaryBooking) => boolean,
  question: Question,
) => boolean | null;

/** @returns asks HiGHS; its answer is null when it found none in the time it has */
export async function loadOracle(): Promise<Oracle> {
  // Its types describe the CommonJS build; the import is the function itself.
  const highs = await (highsModule as unknown as typeof highsModule.default)();
  return (plan, bookings, isMovable, question) => {
    const text = programOf(plan, bookings, isMovable, question);
    if (text === null) return false;
    const { Status: status } = highs.solve(text, { output_flag: false, time_limit: SECONDS });
    if (status === 'Optimal') return true;
    return status === 'Infeasible' ? false : null;
  };
}

/** One 0/1 unknown for each booking and way to seat it; each table has one party at most whenever somebody begins. */
function programOf(
  plan: FloorPlan,
  bookings: readonly DiaryBooking[],
  isMovable: (booking: DiaryBooking) => boolean,
  question: Question,
): string | null {
  const parties = bookings.map((booking) => {
    const { startMs, blockedUntilMs: endMs, partySize, tableAccess, tables } = booking;
    const others = waysToSeat(plan, partySize, tableAccess).filter((way) => !areTheSame(way, tables));
    return { startMs, endMs, ways: isMovable(booking) ? [[...tables], ...others] : [[...tables]] };
  });
  const ways = waysToSeat(plan, question.partySize, question.tableAccess);
  if (ways.length === 0) return null;
  parties.push({ startMs: question.startMs, endMs: question.endMs, ways });
  const unknown = (party: number, way: number): string => `x${party}_${way}`;
  const rows = parties.map((party, i) => `${party.ways.map((_, j) => unknown(i, j)).join(' + ')} = 1`);
  const tables = new Set(parties.flatMap((party) => party.ways.flat()));
  for (const startMs of new Set(parties.map((party) => party.startMs))) {
    for (const table of tables) {
      const rivals: string[] = [];
      for (const [i, party] of parties.entries())
        if (party.startMs <= startMs && startMs < party.endMs)
          for (const [j, way] of party.ways.entries()) if (way.includes(table)) rivals.push(unknown(i, j));
      if (rivals.length > 1) rows.push(`${rivals.join(' + ')} <= 1`);
    }
  }
  const unknowns = parties.flatMap((party, i) => party.ways.map((_, j) => unknown(i, j)));
  return `Minimize\n obj: 0 ${unknowns[0]!}\nSubject To\n${rows.map((row, i) => ` r${i}: ${row}`).join('\n')}\nBinary\n ${unknowns.join('\n ')}\nEnd`;
}
