/**
 * What a day has for a party: the answer of `GET …/availability`, and each entry of a batch (§4.2.5).
 *
 * Found for all slots and party sizes of a day in one go, and kept as numbers; objects are made of them for who asks for objects. Each slot
 * is decided as a booking is ({@link unavailableReason}): the same pacing, the same bits, the same search.
 */
import { freeSeats, seatSumsOf } from './free-seats.ts';
import { makeRoom } from './table-assignment.ts';
import type { DayState } from './day-state.ts';
import type { LocalDate } from '../time/local-date.ts';
import { isAnyFree, takenDuring } from './occupancy.ts';
import { coversLeftBySlot } from './pacing.ts';
import type { Reason } from '../booking/reason.ts';
import { MINUTE_MS } from '../time/interval.ts';
import { planAdmits, tableOptionsAdmitting } from '../location/floor-plan.ts';
import { turnMinutesOf } from '../location/location.ts';
import type { OpenPeriod } from '../location/service-day.ts';
import { type BookingWindow, offeredStarts, takesSize } from '../location/slots.ts';

/** An offered slot, and whether it can be had. */
export interface SlotAvailability {
  /** When the slot begins, in milliseconds since 1970. */
  readonly startMs: number;
  /** If nothing else changes, creating this booking succeeds (D2). */
  readonly available: boolean;
  /** Seats still to be had at the slot; 0 when it is not available (D4). */
  readonly remainingCovers: number;
  /** Why it is not available; null when it is. */
  readonly reason: Reason | null;
}

/** What a location offers to one party size on one service date (§2.3). */
export interface DayAvailability {
  /** The service date. */
  readonly date: LocalDate;
  /** The party size that was asked for. */
  readonly partySize: number;
  /** In order of time. */
  readonly slots: readonly SlotAvailability[];
}

/** {@link DayAvailability} in numbers, as it is found and kept. Sizes that are answered alike share their arrays. */
export interface CompactAvailability {
  /** The service date. */
  readonly date: LocalDate;
  /** The party size that was asked for. */
  readonly partySize: number;
  /** When the slots begin, in order, in milliseconds since 1970. */
  readonly startsMs: readonly number[];
  /** For each slot the seats still to be had, 1 or more; where it is not available 0 or less, which tells {@link reasonOf} why not. */
  readonly covers: readonly number[];
}

const REASONS = ['tables', 'pacing'] as const satisfies Reason[];
const NO_TABLES = 0;
const NO_COVERS = -1;

/** Why a slot with these covers is not available; null when it is. */
export function reasonOf(covers: number): Reason | null {
  return covers > 0 ? null : REASONS[-covers]!;
}

/** The same as objects. */
export function availabilityFrom({
  date,
  partySize,
  startsMs,
  covers,
}: CompactAvailability): DayAvailability {
  const slots = startsMs.map((startMs, i): SlotAvailability => {
    const reason = reasonOf(covers[i]!);
    return { startMs, available: reason === null, remainingCovers: reason === null ? covers[i]! : 0, reason };
  });
  return { date, partySize, slots };
}

/**
 * The offered slots of a service date for each party size, in order of time; none where there are none (D1).
 *
 * @param partySizes in order, so that sizes which are treated alike stand side by side
 */
export function availabilityOf(
  state: DayState,
  partySizes: readonly number[],
  window: BookingWindow,
): CompactAvailability[] {
  const { date } = state.day;
  const found: CompactAvailability[] = [];
  const paced: Paced = new Map();
  let offer: Offer | undefined;
  let last: CompactAvailability | undefined;
  for (const partySize of partySizes) {
    if (!offer || !isOfferedAlike(state, offer.partySize, partySize))
      offer = offerOf(state, partySize, window, paced);
    const { startsMs } = offer;
    const lastCovers = last?.startsMs === startsMs ? last.covers : null;
    last = { date, partySize, startsMs, covers: coversOf(state, offer, partySize, lastCovers) };
    found.push(last);
  }
  return found;
}

/** By period, for each slot the covers that may still start; null without a limit. */
type Paced = Map<OpenPeriod, readonly number[] | null>;

/** What a day offers to some party sizes. */
interface Offer {
  /** One of these sizes. */
  readonly partySize: number;
  /** Of all periods. */
  readonly startsMs: readonly number[];
  readonly periods: readonly OfferedPeriod[];
}

/** What a period offers: its slots, one number each. */
interface OfferedPeriod {
  readonly startsMs: readonly number[];
  /** How long the tables are held from each start. */
  readonly heldMs: number;
  /** The options taken during a slot, and where its words stand among them. */
  readonly taken: Int32Array;
  readonly at: readonly number[];
  /** Seats of the free tables (D4). */
  readonly seats: readonly number[];
  /** Covers that may still start; null without a limit. */
  readonly left: readonly number[] | null;
}

/** Both sizes are offered the same slots, for the same time. */
function isOfferedAlike({ location, day }: DayState, one: number, other: number): boolean {
  const { floorPlan } = location;
  if (!planAdmits(floorPlan, one, 'online') || !planAdmits(floorPlan, other, 'online')) return false;
  for (const open of day.periods) {
    if (turnMinutesOf(location, open.period, one) !== turnMinutesOf(location, open.period, other))
      return false;
    if (takesSize(open, one) !== takesSize(open, other)) return false;
  }
  return true;
}

function offerOf(state: DayState, partySize: number, window: BookingWindow, paced: Paced): Offer {
  const periods: OfferedPeriod[] = [];
  for (const open of state.day.periods) {
    const startsMs = offeredStarts(state.location, state.day, open, partySize, window);
    if (startsMs.length > 0) periods.push(offeredPeriod(state, open, partySize, startsMs, paced));
  }
  const [first, ...more] = periods;
  const startsMs = more.length > 0 ? periods.flatMap((period) => period.startsMs) : (first?.startsMs ?? []);
  return { partySize, startsMs, periods };
}

function offeredPeriod(
  { location, bookings, occupancy }: DayState,
  open: OpenPeriod,
  partySize: number,
  startsMs: readonly number[],
  paced: Paced,
): OfferedPeriod {
  const { opensMs, period } = open;
  const heldMs = (turnMinutesOf(location, period, partySize) + location.bufferMinutes) * MINUTE_MS;
  const taken = takenDuring(occupancy, { startMs: opensMs, endMs: opensMs + heldMs }).bits;
  let left = paced.get(open);
  if (left === undefined) paced.set(open, (left = coversLeftBySlot(bookings, location, open)));
  const { originMs, cellMs, words } = occupancy;
  const sums = seatSumsOf(location.floorPlan);
  const at = startsMs.map((startMs) => (((startMs - originMs) / cellMs) | 0) * words);
  return {
    startsMs,
    heldMs,
    taken,
    at,
    seats: at.map((nth) => freeSeats(sums, taken, nth)),
    left:
      left && startsMs.map((startMs) => left[(startMs - opensMs) / (period.slotStepMinutes * MINUTE_MS)]!),
  };
}

/** @param last the covers of a size that is offered the same; if they turn out to be these, no others are made */
function coversOf(
  state: DayState,
  { periods }: Offer,
  partySize: number,
  last: readonly number[] | null,
): readonly number[] {
  const wanted = tableOptionsAdmitting(state.location.floorPlan, partySize, 'online');
  let covers: number[] | null = last ? null : [];
  let nth = 0;
  for (const period of periods) {
    const { taken, at, seats, left } = period;
    for (let slot = 0; slot < at.length; slot++, nth++) {
      let here = NO_TABLES;
      if (left && left[slot]! < partySize) here = NO_COVERS;
      else if (isAnyFree(taken, at[slot]!, wanted) || hasRoom(state, period, slot, partySize)) {
        const seen = left ? Math.min(seats[slot]!, left[slot]!) : seats[slot]!;
        here = Math.max(seen, partySize);
      }
      if (covers) covers.push(here);
      else if (last![nth] !== here) (covers = last!.slice(0, nth)).push(here);
    }
  }
  return covers ?? last!;
}

/** A table becomes free if others change theirs (D9). */
function hasRoom(
  state: DayState,
  { startsMs, heldMs }: OfferedPeriod,
  slot: number,
  partySize: number,
): boolean {
  const startMs = startsMs[slot]!;
  return makeRoom(state, { startMs, endMs: startMs + heldMs }, partySize, 'online') !== null;
}
