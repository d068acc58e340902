/**
 * Tries every arrangement. It shares no code with the search: it reads the rules from the plan's tables and combinations.
 */
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import type {
  Combination,
  FloorPlan,
  Table,
  TableAccess,
} from '../../../packages/engine/src/core/location/floor-plan.ts';

export interface Question {
  readonly startMs: number;
  readonly endMs: number;
  readonly partySize: number;
  readonly tableAccess: TableAccess;
}

interface Sitting {
  readonly startMs: number;
  readonly endMs: number;
  readonly tables: readonly string[];
}

/** The season of a table or combination, for the start of a party. */
export type InSeason = (of: Table | Combination, startMs: number) => boolean;

const ALWAYS: InSeason = () => true;

/** The sets of tables that a party may have that starts at this instant. */
export function waysToSeat(
  plan: FloorPlan,
  partySize: number,
  tableAccess: TableAccess,
  isInSeason = ALWAYS,
  startMs = 0,
): string[][] {
  const tablesOf = (ids: readonly string[]) => plan.tables.filter(({ id }) => ids.includes(id));
  const isOpen = (ids: readonly string[], of: Table | Combination): boolean => {
    const { seatsMin, seatsMax } = of;
    if (partySize < seatsMin || partySize > seatsMax) return false;
    if (![of, ...tablesOf(ids)].every((each) => isInSeason(each, startMs))) return false;
    const [offered, area] = tableAccess.split(':');
    if (area !== undefined && tablesOf(ids).some((table) => table.area !== area)) return false;
    if (offered === 'all') return true;
    if (plan.wastedSeatsMax !== null && seatsMax - partySize > plan.wastedSeatsMax) return false;
    return ids.every((id) => plan.tables.find((table) => table.id === id)?.online === true);
  };
  const ways: string[][] = [];
  for (const table of plan.tables) if (isOpen([table.id], table)) ways.push([table.id]);
  for (const joined of plan.combinations) if (isOpen(joined.tables, joined)) ways.push([...joined.tables]);
  return ways;
}

export function areTheSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

/** There is an arrangement with the newcomer in it; without a newcomer, one in which those that cannot be moved keep their tables. */
export function isPossible(
  plan: FloorPlan,
  bookings: readonly DiaryBooking[],
  isMovable: (booking: DiaryBooking) => boolean,
  question: Question | null,
  isInSeason = ALWAYS,
): boolean {
  const settled: Sitting[] = [];
  const open: { startMs: number; endMs: number; ways: string[][] }[] = [];
  for (const booking of bookings) {
    const { startMs, blockedUntilMs: endMs, partySize, tableAccess, tables } = booking;
    const ways = waysToSeat(plan, partySize, tableAccess, isInSeason, startMs);
    const others = ways.filter((way) => !areTheSame(way, tables));
    if (isMovable(booking)) open.push({ startMs, endMs, ways: [[...tables], ...others] });
    else settled.push({ startMs, endMs, tables });
  }
  if (question) {
    const { startMs, endMs, partySize, tableAccess } = question;
    open.push({ startMs, endMs, ways: waysToSeat(plan, partySize, tableAccess, isInSeason, startMs) });
  }
  open.sort((a, b) => a.startMs - b.startMs);
  const seat = (next: number): boolean => {
    const party = open[next];
    if (!party) return true;
    for (const tables of party.ways) {
      const clashes = settled.some(
        (other) =>
          other.startMs < party.endMs &&
          party.startMs < other.endMs &&
          other.tables.some((id) => tables.includes(id)),
      );
      if (clashes) continue;
      settled.push({ startMs: party.startMs, endMs: party.endMs, tables });
      if (seat(next + 1)) return true;
      settled.pop();
    }
    return false;
  };
  return seat(0);
}
