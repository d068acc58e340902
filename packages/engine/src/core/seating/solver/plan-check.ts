/** Checks an answer on the bookings themselves. An error is a fault of the search, so it throws. */
import type { DiaryBooking, Reseating } from '../../booking/diary.ts';
import {
  type FloorPlan,
  tableOptionsAdmitting,
  tableOptionsOf,
  type TableAccess,
} from '../../location/floor-plan.ts';
import type { OutOfSeason } from '../../location/out-of-season.ts';
import { type Interval, overlaps } from '../../instant.ts';

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
  readonly outOfSeasonAt?: (startMs: number) => OutOfSeason;
}

/** Throws unless every booking is admitted at its tables and has them alone for its time. */
export function checkPlan(floor: Floor, request: PlanRequest, seated: Seated): void {
  const { bookings, isMovable } = floor;
  const tablesOf = new Map(seated.reseatings.map(({ bookingId, tables }) => [bookingId, tables]));
  if (!admits(floor, request, seated.tables)) throw fault('the newcomer', seated.tables);
  const sittings: Sitting[] = [{ ...seated, startMs: request.startMs, endMs: request.endMs, isGiven: true }];
  const taken = new Set([...seated.tables, ...seated.reseatings.flatMap(({ tables }) => tables)]);
  let moved = 0;
  for (const booking of bookings) {
    const { id, startMs, blockedUntilMs: endMs } = booking;
    const tables = tablesOf.get(id);
    if (tables ?? booking.tables.some((table) => taken.has(table)))
      sittings.push({ startMs, endMs, tables: tables ?? booking.tables, isGiven: tables !== undefined });
    if (!tables) continue;
    moved++;
    if (!isMovable(booking) || !admits(floor, booking, tables)) throw fault(id, tables);
  }
  if (moved !== tablesOf.size) throw fault('somebody who has no booking', []);
  assertApart(sittings);
}

interface Sitting extends Interval {
  readonly tables: readonly string[];
  /** The plan gives the tables; else they are had already. */
  readonly isGiven: boolean;
}

/** Throws when somebody who is given a table shares it with another at the same time. */
function assertApart(sittings: readonly Sitting[]): void {
  const byTable = new Map<string, Sitting[]>();
  for (const sitting of sittings)
    for (const table of sitting.tables) {
      const before = byTable.get(table) ?? [];
      const clash = before.find((other) => (other.isGiven || sitting.isGiven) && overlaps(other, sitting));
      if (clash) throw fault('two parties', clash.tables);
      before.push(sitting);
      byTable.set(table, before);
    }
}

/** The tables are those of an option that admits the party, and that is in season when it starts. */
function admits(
  { plan, outOfSeasonAt }: Floor,
  { partySize, tableAccess, startMs }: Omit<PlanRequest, 'endMs'>,
  tables: readonly string[],
): boolean {
  const bits = tableOptionsAdmitting(plan, partySize, tableAccess);
  const out = outOfSeasonAt?.(startMs);
  return tableOptionsOf(plan).some(
    (tableOption, i) =>
      tableOption.tables === tables && (bits[i >>> 5]! & ~(out?.[i >>> 5] ?? 0) & (1 << (i & 31))) !== 0,
  );
}

function fault(who: string, tables: readonly string[]): Error {
  return new Error(`The search would have seated ${who} wrongly at ${tables.join(' and ')}.`);
}
