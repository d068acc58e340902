/**
 * The availability of a day for a party size: the answer of `GET …/availability`, and each entry of a batch (§4.2.5).
 *
 * Computed together for all slots and party sizes of a day, and kept as numbers; objects are made of them on request. Each slot is decided like a
 * booking ({@link unavailableReason}): with the same pacing, bits and search.
 */
import { REASONS, type Reason } from '../location/reason.ts';
import { type TableAccess, tableAccessOf, tableOptionsAdmitting } from '../location/floor-plan.ts';
import { periodAt } from '../location/service-day.ts';
import { type BookingWindow, endMsOf, slotOf } from '../location/slots.ts';
import { heldBy } from '../booking/diary.ts';
import type { LocalDate } from '../local-date.ts';
import type { DayState } from './day-state.ts';
import { isAnyFree } from './occupancy.ts';
import { type Offer, offersOf, type OfferedPeriod } from './offer.ts';
import { isFreeFor, makeRoom } from './table-assignment.ts';

/** An offered slot and its availability. */
export interface SlotAvailability {
  /** When the slot begins, in milliseconds since 1970. */
  readonly startMs: number;
  /** If the diary stays unchanged, creating this booking succeeds (D2). */
  readonly available: boolean;
  /** Seats still available at the slot; 0 when it is not available (D4). */
  readonly remainingCovers: number;
  /** Why it is not available; null when it is. */
  readonly reason: Reason | null;
}

/** The slots of a location for one party size on one service date (§2.3). */
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
  /** The seats still available at each slot, 1 or more; 0 or less if it is not available, from which {@link reasonOf} derives the reason. */
  readonly covers: readonly number[];
}

/** By the value that is stored instead of covers: 0 for `tables`, -1 for `pacing`, and the reasons of policies. */
const BY_COVERS: readonly Reason[] = [...new Set<Reason>(['tables', 'pacing', ...REASONS])];
const NO_TABLES = 0;
const NO_COVERS = -1;

/** Why a slot with these covers is not available; null when it is. */
export function reasonOf(covers: number): Reason | null {
  return covers > 0 ? null : BY_COVERS[-covers]!;
}

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
 * The offered slots of a service date for each party size, in order of time; none if there are none (D1).
 *
 * @param partySizes in order, so that equal sizes are adjacent
 */
export function availabilityOf(
  state: DayState,
  partySizes: readonly number[],
  window: BookingWindow,
): CompactAvailability[] {
  const { date } = state.day;
  const offerTo = offersOf(state, window);
  const tableAccess = tableAccessOf('online', window.area);
  const found: CompactAvailability[] = [];
  let last: Likeness | undefined;
  let covers: readonly number[] = [];
  for (const partySize of partySizes) {
    const offer = offerTo(partySize);
    const wanted = tableOptionsAdmitting(state.location.floorPlan, partySize, tableAccess);
    const isOffered = offer === last?.offer;
    if (!isOffered || wanted !== last?.wanted)
      last = { offer, wanted, tableAccess, isFree: isFreeThroughout(offer, wanted) };
    if (last.isFree && partySize <= offer.least) covers = offer.covers;
    else covers = coversOf(state, last, partySize, isOffered ? covers : offer.covers);
    found.push({ date, partySize, startsMs: offer.startsMs, covers });
  }
  return found;
}

/**
 * The same answers where policies are asked (D51): a slot that they reject is listed as not available. Sizes that are answered alike still share
 * their arrays.
 */
export function admittedOf(
  found: readonly CompactAvailability[],
  { location, day }: Pick<DayState, 'location' | 'day'>,
  window: BookingWindow,
): readonly CompactAvailability[] {
  const { admission } = window;
  if (!admission) return found;
  let last: { readonly of: readonly number[]; readonly covers: readonly number[] } | undefined;
  return found.map((one) => {
    const { partySize, startsMs, covers: free } = one;
    const guess = last?.of === free ? last.covers : free;
    let made: number[] | null = null;
    for (let i = 0; i < startsMs.length; i++) {
      const startMs = startsMs[i]!;
      let here = free[i]!;
      if (here > 0) {
        const endMs = endMsOf(location, periodAt(day, startMs)!, partySize, startMs);
        const rejected = admission({ startMs, endMs, date: day.date }, partySize, window);
        if (rejected) here = -BY_COVERS.indexOf(rejected.reason);
      }
      if (made) made.push(here);
      else if (guess[i] !== here) (made = guess.slice(0, i)).push(here);
    }
    const covers = made ?? guess;
    last = { of: free, covers };
    return covers === free ? one : { ...one, covers };
  });
}

/** The same for a booking that moves: it can keep its tables if they are free and suit the party, even if partners cannot book these. */
export function keepingTables(
  found: CompactAvailability,
  state: DayState,
  tables: readonly string[],
): CompactAvailability {
  const { location, day } = state;
  const { partySize, startsMs } = found;
  const covers = found.covers.map((left, i) => {
    if (left !== NO_TABLES) return left;
    const startMs = startsMs[i]!;
    const held = heldBy(slotOf(location, periodAt(day, startMs)!, partySize, startMs));
    return isFreeFor(state, tables, held, partySize) ? partySize : NO_TABLES;
  });
  return { ...found, covers };
}

/** The common data of party sizes with equal rules. */
interface Likeness {
  readonly offer: Offer;
  readonly wanted: Int32Array;
  readonly tableAccess: TableAccess;
  /** One of these is free during every slot. */
  readonly isFree: boolean;
}

function isFreeThroughout({ periods }: Offer, wanted: Int32Array): boolean {
  for (const { taken, at } of periods)
    for (let slot = 0; slot < at.length; slot++) if (!isAnyFree(taken, at[slot]!, wanted)) return false;
  return true;
}

/** @param guess covers that it may have; if it has them, no others are made */
function coversOf(
  state: DayState,
  { offer, wanted, tableAccess }: Likeness,
  partySize: number,
  guess: readonly number[],
): readonly number[] {
  let covers: number[] | null = null;
  let nth = 0;
  for (const period of offer.periods) {
    const { taken, at, covers: seats, left } = period;
    for (let slot = 0; slot < at.length; slot++, nth++) {
      let here = NO_TABLES;
      if (left && left[slot]! < partySize) here = NO_COVERS;
      else if (isAnyFree(taken, at[slot]!, wanted) || hasRoom(state, period, slot, partySize, tableAccess))
        here = Math.max(seats[slot]!, partySize);
      if (covers) covers.push(here);
      else if (guess[nth] !== here) (covers = guess.slice(0, nth)).push(here);
    }
  }
  return covers ?? guess;
}

/** A table becomes free if others change theirs (D9). */
function hasRoom(
  state: DayState,
  { startsMs, heldMs }: OfferedPeriod,
  slot: number,
  partySize: number,
  tableAccess: TableAccess,
): boolean {
  const startMs = startsMs[slot]!;
  return makeRoom(state, { startMs, endMs: startMs + heldMs }, partySize, tableAccess) !== null;
}
