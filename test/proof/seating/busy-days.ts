/**
 * Busy days of restaurants of realistic size, for the oracle and the benchmark.
 *
 * Random requests for parties of one to eight exceed the capacity; one booking in five is cancelled again.
 */
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import type { FloorPlan } from '../../../packages/engine/src/core/location/floor-plan.ts';
import type {
  SeatingAnswer,
  SeatingQuestion,
} from '../../../packages/engine/src/core/seating/solver/seating-search.ts';
import { between, type Chance, chanceOf, pick } from './random.ts';

const MINUTE_MS = 60_000;
/** Quarters of an hour at which a party may come. */
const SLOTS = 44;
const SIZES = [1, 2, 3, 4, 5, 6, 7, 8];
/** How many of a hundred parties have this size. */
const SHARES = [5, 38, 13, 23, 7, 9, 2, 3];

export interface Restaurant {
  readonly name: string;
  readonly plan: FloorPlan;
  readonly requests: number;
  /** The share of bookings that the operator pins. */
  readonly pinned: number;
  /** Guests come at any time of the day alike, which is harder; else there is a lunch and a dinner. */
  readonly flat?: boolean;
  /** Parties of all sizes are alike in number, which is harder; else most are of two and of four. */
  readonly even?: boolean;
  /** Half of the parties choose one of them. */
  readonly areas?: readonly string[];
}

function planOf(
  groups: readonly (readonly [count: number, seatsMin: number, seatsMax: number])[],
  joined: readonly (readonly [a: number, b: number, seatsMin: number, seatsMax: number])[] = [],
): FloorPlan {
  const seats = groups.flatMap(([count, seatsMin, seatsMax]) =>
    Array.from({ length: count }, () => ({ seatsMin, seatsMax })),
  );
  return {
    tables: seats.map((range, i) => ({ id: `T${i + 1}`, ...range, area: null, online: true })),
    combinations: joined.map(([a, b, seatsMin, seatsMax]) => ({
      tables: [`T${a}`, `T${b}`],
      seatsMin,
      seatsMax,
    })),
    wastedSeatsMax: null,
  };
}

function unlikeTables(count: number, classes: number): FloorPlan {
  const chance = chanceOf(33);
  const ranges: [number, number, number][] = [];
  while (ranges.length < classes) {
    const seatsMin = between(chance, 1, 6);
    const seatsMax = Math.min(12, seatsMin + between(chance, 0, 6));
    if (!ranges.some(([, min, max]) => min === seatsMin && max === seatsMax))
      ranges.push([1, seatsMin, seatsMax]);
  }
  for (let i = classes; i < count; i++) ranges[i - classes]![0]++;
  return planOf(ranges);
}

const FORTY = [
  [12, 1, 2],
  [16, 2, 4],
  [8, 3, 6],
  [4, 5, 8],
] as const;
/** Pairs of twos and of fours, some of which share a table. */
const JOINED = [
  [1, 2, 3, 4], [3, 4, 3, 4], [5, 6, 3, 4], [6, 7, 3, 4], [13, 14, 5, 8], [14, 15, 5, 8],
  [16, 17, 5, 8], [18, 19, 5, 8], [29, 30, 7, 10], [31, 32, 7, 10], [12, 28, 4, 6],
] as const; // prettier-ignore

export const RESTAURANTS: readonly Restaurant[] = [
  {
    name: '10 tables',
    plan: planOf([
      [4, 1, 2],
      [4, 2, 4],
      [2, 4, 8],
    ]),
    requests: 100,
    pinned: 0.07,
  },
  { name: '40 tables, 4 classes', plan: planOf(FORTY), requests: 400, pinned: 0.07 },
  { name: '40 tables, 4 classes, flat', plan: planOf(FORTY), requests: 400, pinned: 0.07, flat: true },
  {
    name: '40 tables, 7 overlapping classes',
    plan: planOf([
      [8, 1, 2],
      [6, 1, 3],
      [8, 2, 4],
      [6, 3, 5],
      [4, 2, 6],
      [4, 4, 7],
      [4, 5, 8],
    ]),
    requests: 400,
    pinned: 0.07,
  },
  { name: '40 tables, 11 combinations', plan: planOf(FORTY, JOINED), requests: 400, pinned: 0.07 },
  { name: '40 tables, 33 classes', plan: unlikeTables(40, 33), requests: 400, pinned: 0.07 },
  {
    name: '100 tables, 5 classes',
    plan: planOf([
      [30, 1, 2],
      [40, 2, 4],
      [15, 3, 6],
      [10, 5, 8],
      [5, 1, 3],
    ]),
    requests: 1000,
    pinned: 0.07,
  },
];

/** Nearly every table has its own class, and more is requested than even the best plan could seat. */
export const HARD_RESTAURANT: Restaurant = {
  name: 'hard: 40 tables, 33 classes, full',
  plan: unlikeTables(40, 33),
  requests: 600,
  pinned: 0.07,
  flat: true,
  even: true,
};

/** The restaurant with its tables in three areas. */
export function inAreas(name: string, restaurant: Restaurant): Restaurant {
  const areas = ['hall', 'terrace', 'bar'];
  const { plan } = restaurant;
  const tables = plan.tables.map((table, i) => ({ ...table, area: areas[i % areas.length]! }));
  return { ...restaurant, name, areas, plan: { ...plan, tables } };
}

/** Everything that is asked about one day. With areas: at each slot about another one, and at each fourth about all. */
export function questionsOfADay(
  sizes: readonly number[] = SIZES,
  areas: readonly string[] = [],
): SeatingQuestion[] {
  const choices = [null, ...areas];
  return sizes.flatMap((partySize) =>
    Array.from({ length: SLOTS }, (_, slot) => questionAt(slot, partySize, choices[slot % choices.length])),
  );
}

function questionAt(slot: number, partySize: number, area: string | null = null): SeatingQuestion {
  const startMs = slot * 15 * MINUTE_MS;
  const tableAccess = area === null ? 'online' : (`online:${area}` as const);
  return { startMs, endMs: startMs + turnMs(partySize), partySize, tableAccess };
}

export interface Request {
  readonly id: string;
  readonly question: SeatingQuestion;
  readonly pinned: boolean;
  /** A booking that is cancelled afterwards, if it was made. */
  readonly cancels: string | null;
}

/** The requests of a day, in the order of the calls. */
export function requestsOf(
  { requests, pinned, flat = false, even = false, areas }: Restaurant,
  seed: number,
): Request[] {
  const chance = chanceOf(seed);
  return Array.from({ length: requests }, (_, i) => ({
    id: `B${i}`,
    question: questionAt(
      flat ? between(chance, 0, SLOTS - 1) : slotOf(chance),
      even ? pick(chance, SIZES) : sizeOf(chance),
      areas && chance() < 0.5 ? pick(chance, areas) : null,
    ),
    pinned: chance() < pinned,
    cancels: chance() < 0.2 ? `B${between(chance, 0, i)}` : null,
  }));
}

/** The bookings after a request was answered. */
export function bookedAfter(
  bookings: readonly DiaryBooking[],
  { id, question, pinned, cancels }: Request,
  answer: SeatingAnswer,
): DiaryBooking[] {
  let next = [...bookings];
  if (answer.kind === 'seated') {
    const moved = new Map(answer.reseatings.map(({ bookingId, tables }) => [bookingId, tables]));
    if (moved.size > 0) next = next.map((each) => ({ ...each, tables: moved.get(each.id) ?? each.tables }));
    const { startMs, endMs: blockedUntilMs, partySize, tableAccess } = question;
    const held = { startMs, blockedUntilMs, tables: answer.tables };
    next.push({ id, ...held, partySize, pinned, tableAccess, kind: 'booking' });
  }
  return cancels === null ? next : next.filter((each) => each.id !== cancels);
}

/** Two in five come for lunch, the others for dinner, most of them in the middle of it. */
function slotOf(chance: Chance): number {
  if (chance() < 0.4) return between(chance, 0, 9) + between(chance, 0, 8);
  return 18 + between(chance, 0, 12) + between(chance, 0, 13);
}

function sizeOf(chance: Chance): number {
  let rest = chance() * 100;
  return SIZES.find((_, i) => (rest -= SHARES[i]!) < 0) ?? 2;
}

function turnMs(partySize: number): number {
  return (partySize <= 2 ? 90 : partySize <= 4 ? 120 : partySize <= 6 ? 150 : 180) * MINUTE_MS;
}
