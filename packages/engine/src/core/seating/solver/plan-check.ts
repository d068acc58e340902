/**
 * The last look before an answer is given: table by table, on the bookings themselves, with none of the numbers that the
 * search worked with. What it finds would be a mistake of the search, so it throws.
 */
import type { DiaryBooking, Reseating } from '../../booking/diary.ts';
import {
  type FloorPlan,
  tableOptionsAdmitting,
  tableOptionsOf,
  type TableAccess,
} from '../../location/floor-plan.ts';
import { type Interval, overlaps } from '../../time/interval.ts';

interface Seated {
  readonly tables: readonly string[];
  readonly reseatings: readonly Reseating[];
}

interface PlanRequest extends Interval {
  readonly partySize: number;
  readonly tableAccess: TableAccess;
}

interface Floor {
  readonly plan: FloorPlan;
  readonly bookings: readonly DiaryBooking[];
  readonly isMovable: (booking: DiaryBooking) => boolean;
}

/** Throws unless everybody who is given tables may have them and nobody else has them at the time. */
export function checkPlan({ plan, bookings, isMovable }: Floor, request: PlanRequest, seated: Seated): void {
  const tablesOf = new Map(seated.reseatings.map(({ bookingId, tables }) => [bookingId, tables]));
  if (!admits(plan, request.partySize, request.tableAccess, seated.tables))
    throw fault('the newcomer', seated.tables);
  const given = [{ startMs: request.startMs, endMs: request.endMs, tables: seated.tables }];
  for (const booking of tablesOf.size > 0 ? bookings : []) {
    const tables = tablesOf.get(booking.id);
    if (!tables) continue;
    const tableAccess = booking.byOperator ? 'all' : 'online';
    if (!isMovable(booking) || !admits(plan, booking.partySize, tableAccess, tables))
      throw fault(booking.id, tables);
    const moved = { startMs: booking.startMs, endMs: booking.blockedUntilMs, tables };
    if (given.some((other) => overlaps(other, moved) && shareATable(other, moved)))
      throw fault(booking.id, tables);
    given.push(moved);
  }
  if (given.length !== tablesOf.size + 1) throw fault('somebody who has no booking', []);
  for (const booking of bookings) {
    for (const one of given) {
      if (booking.startMs >= one.endMs || one.startMs >= booking.blockedUntilMs) continue;
      if (shareATable(one, booking) && !tablesOf.has(booking.id)) throw fault('two parties', one.tables);
    }
  }
}

interface AtTables {
  readonly tables: readonly string[];
}

function shareATable(a: AtTables, b: AtTables): boolean {
  for (const table of a.tables) if (b.tables.includes(table)) return true;
  return false;
}

/** The tables are those of an option that admits the party. */
function admits(
  plan: FloorPlan,
  partySize: number,
  tableAccess: TableAccess,
  tables: readonly string[],
): boolean {
  const bits = tableOptionsAdmitting(plan, partySize, tableAccess);
  return tableOptionsOf(plan).some(
    (tableOption, i) => tableOption.tables === tables && (bits[i >>> 5]! & (1 << (i & 31))) !== 0,
  );
}

function fault(who: string, tables: readonly string[]): Error {
  return new Error(`The search would have seated ${who} wrongly at ${tables.join(' and ')}.`);
}
