/** The allocation to waiting parties by trying every arrangement: independent of `core/booking/waitlist.ts`. */
import type { LocationPlan } from '@bord/engine';
import type { DiaryBooking } from '@bord/engine/storage';
import { areTheSame, isPossible, waysToSeat } from '../seating/brute-force.ts';

/** Somebody who holds tables. */
export interface Party extends Pick<
  DiaryBooking,
  'id' | 'startMs' | 'partySize' | 'tables' | 'pinned' | 'tableAccess'
> {
  readonly guest: string | null;
}

/** Somebody in the line. */
export interface InLine {
  readonly id: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly partySize: number;
  readonly guest: string;
  readonly mode: 'offer' | 'book';
}

/** A restaurant with one turn time, open for all of the test's day. */
export interface ModelRestaurant {
  readonly plan: LocationPlan;
  readonly opensMs: number;
  readonly closesMs: number;
  readonly stepMs: number;
  readonly turnMs: number;
}

/** An allocation: the entry's id, and the start. */
export type Gift = readonly [id: string, startMs: number];

/** The gifts of one round, in order: each entry in its turn, at the earliest time that would do. */
export function giftsOf(
  restaurant: ModelRestaurant,
  parties: readonly Party[],
  line: readonly InLine[],
  nowMs: number,
  admits: (entry: InLine, startMs: number) => boolean = () => true,
): Gift[] {
  const gifts: Gift[] = [];
  const all = [...parties];
  for (const entry of line) {
    if (all.some(({ guest }) => guest === entry.guest)) continue;
    const startMs = startsOf(restaurant, entry, nowMs).find(
      (start) => admits(entry, start) && fits(restaurant, all, start, entry.partySize),
    );
    if (startMs === undefined) continue;
    gifts.push([entry.id, startMs]);
    all.push({
      id: `gift of ${entry.id}`,
      startMs,
      partySize: entry.partySize,
      tables: waysToSeat(restaurant.plan.floorPlan, entry.partySize, 'online')[0]!,
      pinned: false,
      tableAccess: 'online',
      guest: entry.mode === 'book' ? entry.guest : null,
    });
  }
  return gifts;
}

function startsOf(
  { opensMs, closesMs, stepMs, turnMs }: ModelRestaurant,
  entry: InLine,
  nowMs: number,
): number[] {
  const starts: number[] = [];
  for (let startMs = opensMs; startMs + turnMs <= closesMs; startMs += stepMs) {
    const isSoonEnough = entry.mode === 'book' ? startMs >= nowMs : startMs >= nowMs + 60_000;
    if (isSoonEnough && entry.fromMs <= startMs && startMs <= entry.toMs) starts.push(startMs);
  }
  return starts;
}

/**
 * @param own the tables of a booking that moves: it can keep them for a size that partners can book, also where they can book only other tables for it
 * @param area that the guest chose
 */
export function fits(
  { plan, stepMs, turnMs }: ModelRestaurant,
  parties: readonly Party[],
  startMs: number,
  partySize: number,
  own: readonly string[] = [],
  area?: string,
): boolean {
  const online = tableAccessIn(area, 'online');
  const heldMs = turnMs + plan.bufferMinutes * 60_000;
  const same = parties.filter((one) => startMs <= one.startMs && one.startMs < startMs + stepMs);
  const covers = same.reduce((sum, one) => sum + one.partySize, 0);
  const { partiesPerStep, coversPerStep } = plan.pacing ?? { partiesPerStep: null, coversPerStep: null };
  if (same.length >= (partiesPerStep ?? Infinity) || covers + partySize > (coversPerStep ?? Infinity))
    return false;
  const diary = parties.map((one) => ({
    ...one,
    blockedUntilMs: one.startMs + heldMs,
    kind: 'booking' as const,
  }));
  const question = { startMs, endMs: startMs + heldMs, partySize, tableAccess: online };
  const isApart = (one: Party): boolean => Math.abs(one.startMs - startMs) >= heldMs;
  const canKeep =
    waysToSeat(plan.floorPlan, partySize, online).length > 0 &&
    waysToSeat(plan.floorPlan, partySize, tableAccessIn(area, 'all')).some((way) => areTheSame(way, own)) &&
    parties.every((one) => isApart(one) || !one.tables.some((id) => own.includes(id)));
  return canKeep || isPossible(plan.floorPlan, diary, ({ pinned }) => !pinned, question);
}

export function tableAccessIn(area: string | undefined, offered: 'online' | 'all'): Party['tableAccess'] {
  return area === undefined ? offered : `${offered}:${area}`;
}
