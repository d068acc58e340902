/** Random small restaurants, and days with bookings that were seated greedily. */
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import {
  type FloorPlan,
  tableOptionsAdmitting,
  tableOptionsOf,
  type TableOption,
  type TableAccess,
  tableAccessOf,
} from '../../../packages/engine/src/core/location/floor-plan.ts';
import { between, type Chance, pick } from './random.ts';

const QUARTER_MS = 15 * 60_000;
/** The areas of a plan's tables, which guests can choose (D52). */
const AREAS = ['hall', 'terrace'];

export function randomPlan(chance: Chance): FloorPlan {
  const count = between(chance, 3, 6);
  const alike = chance() < 0.5;
  const areas = chance() < 0.5 ? AREAS : [null];
  const tables = Array.from({ length: count }, (_, i) => {
    const seatsMin = alike ? 1 : between(chance, 1, 4);
    const seatsMax = alike ? pick(chance, [2, 4]) : seatsMin + between(chance, 0, 3);
    return { id: `T${i + 1}`, seatsMin, seatsMax, area: pick(chance, areas), online: chance() < 0.85 };
  });
  const combinations = Array.from({ length: chance() < 0.6 ? between(chance, 1, 4) : 0 }, () => {
    const wanted = chance() < 0.75 ? 2 : 3;
    const joined = new Set<string>();
    while (joined.size < wanted) joined.add(pick(chance, tables).id);
    const seatsMin = between(chance, 1, 6);
    return { tables: [...joined], seatsMin, seatsMax: seatsMin + between(chance, 0, 4) };
  });
  return { tables, combinations, wastedSeatsMax: chance() < 0.7 ? null : between(chance, 0, 3) };
}

/** The plan after the operator has taken something away: seats at one end or the other, tables from partners, combinations. */
export function narrowed(chance: Chance, plan: FloorPlan): FloorPlan {
  const tables = plan.tables.map((table) => {
    const { seatsMin, seatsMax, online } = table;
    if (chance() < 0.5) return table;
    const least = Math.min(seatsMax, seatsMin + between(chance, 0, 3));
    return {
      ...table,
      seatsMin: least,
      seatsMax: Math.max(least, seatsMax - between(chance, 0, 2)),
      online: online && chance() < 0.7,
    };
  });
  const combinations = plan.combinations.filter(() => chance() < 0.6);
  return {
    tables,
    combinations,
    wastedSeatsMax: chance() < 0.7 ? plan.wastedSeatsMax : between(chance, 0, 2),
  };
}

/** Bookings on random free tables; some may not move, some are at tables outside of the plan for their size. */
export function randomDay(chance: Chance, plan: FloorPlan, most: number): DiaryBooking[] {
  const bookings: DiaryBooking[] = [];
  const tries = between(chance, 2, most * 2);
  const length = between(chance, 6, 24);
  const pinnedShare = pick(chance, [0, 0.1, 0.3]);
  for (let i = 0; i < tries && bookings.length < most; i++) {
    const { startMs, endMs, partySize, tableAccess } = randomQuestion(chance, length);
    const stray = chance() < 0.03;
    const open = (stray ? tableOptionsOf(plan) : tableOptionsFor(plan, partySize, tableAccess)).filter(
      (option) =>
        bookings.every(
          (other) =>
            other.startMs >= endMs ||
            startMs >= other.blockedUntilMs ||
            !other.tables.some((id) => option.tables.includes(id)),
        ),
    );
    if (open.length === 0) continue;
    bookings.push({
      id: `B${i}`,
      startMs,
      blockedUntilMs: endMs,
      partySize,
      tables:
        stray && chance() < 0.5 ? [`gone ${i}`, ...pick(chance, open).tables] : pick(chance, open).tables,
      pinned: chance() < pinnedShare,
      tableAccess,
      kind: 'booking',
    });
  }
  return bookings;
}

export function randomQuestion(
  chance: Chance,
  length: number,
): {
  startMs: number;
  endMs: number;
  partySize: number;
  tableAccess: TableAccess;
} {
  const startMs =
    between(chance, 0, length) * QUARTER_MS + (chance() < 0.1 ? between(chance, 0, 14) * 60_000 : 0);
  const endMs = startMs + between(chance, 2, 8) * QUARTER_MS;
  const area = chance() < 0.15 ? pick(chance, AREAS) : undefined;
  const tableAccess = tableAccessOf(chance() < 0.8 ? 'online' : 'all', area);
  return { startMs, endMs, partySize: between(chance, 1, 7), tableAccess };
}

function tableOptionsFor(plan: FloorPlan, partySize: number, tableAccess: TableAccess): TableOption[] {
  const bits = tableOptionsAdmitting(plan, partySize, tableAccess);
  return tableOptionsOf(plan).filter((_, i) => (bits[i >>> 5]! & (1 << (i & 31))) !== 0);
}
