/** Blocks of tables against every arrangement there is, on small restaurants. */
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import type { BlockOutcome } from '../../../packages/engine/src/core/booking/block.ts';
import { block, soundBlock } from '../../../packages/engine/src/core/booking/decide-block.ts';
import { toDiary } from '../../../packages/engine/src/core/booking/booking.ts';
import type { Amendment, DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import { evolve } from '../../../packages/engine/src/core/booking/evolve.ts';
import { serviceDayOf } from '../../../packages/engine/src/core/location/service-day.ts';
import { inFull } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { areTheSame, isPossible, waysToSeat } from './brute-force.ts';
import { aDay, clash, type ClearedDay, NOON_MS } from './cleared-days.ts';
import { randomQuestion } from './days.ts';
import { between, type Chance, chanceOf, pick } from './random.ts';

const { FRIDAY } = fixtures;
const NOW_MS = NOON_MS - 1;
const day = { startMs: NOON_MS - 12 * 3_600_000, endMs: NOON_MS + 24 * 3_600_000 };

/** Some have lost their tables before. */
function withUnseated(chance: Chance, { location, others }: ClearedDay): ClearedDay {
  return { location, others: others.map((one) => (chance() < 0.1 ? { ...one, tables: [] } : one)) };
}

function aRequest(chance: Chance, { location: { floorPlan } }: ClearedDay, force: boolean) {
  const { startMs, endMs } = randomQuestion(chance, 16);
  const tables = Array.from({ length: between(chance, 1, 2) }, () => pick(chance, floorPlan.tables).id);
  const request = {
    tables: [...new Set(tables)],
    startMs: NOON_MS + startMs,
    endMs: NOON_MS + endMs,
    force,
  };
  return soundBlock(request, floorPlan, NOW_MS);
}

const mayMove = ({ pinned, startMs, tables }: DiaryBooking): boolean =>
  !pinned && startMs > NOW_MS && tables.length > 0;

/** An arrangement exists in which this party has a table and all other seated parties keep one. */
function hasRoom({ location }: ClearedDay, bookings: readonly DiaryBooking[], one: DiaryBooking): boolean {
  const others = bookings.filter(({ id, tables }) => id !== one.id && tables.length > 0);
  return isPossible(location.floorPlan, others, mayMove, {
    startMs: one.startMs,
    endMs: one.blockedUntilMs,
    partySize: one.partySize,
    tableAccess: one.tableAccess,
  });
}

test('D2 D39 a block is accepted exactly if every party there can be seated elsewhere; a forced one leaves only unseatable parties without a table', () => {
  const seen = { free: 0, cleared: 0, refused: 0, left: 0, leftAndMoved: 0, there: 0 };
  for (let i = 0; i < inFull(3000, 300); i++) {
    const chance = chanceOf(seed + i);
    const small = withUnseated(chance, aDay(chance));
    const { location, others } = small;
    const where = `seed ${seed + i}`;
    const draw = chance();
    const decide = (force: boolean): Amendment<BlockOutcome> => {
      const request = aRequest(chanceOf(Math.floor(draw * 1e9)), small, force);
      const days = [serviceDayOf(location, FRIDAY)];
      const at = { location, days, serviceDate: FRIDAY, nowMs: NOW_MS, by: 'operator' as const };
      return block(at, 'bl_1', request)({ bookings: others, named: null, endpoints: [] });
    };
    const forced = decide(true);
    if (forced.result.kind !== 'blocked' || !forced.booking) {
      // A pinned party that has begun may be seated there: force never takes the table of a seated party.
      const { inTheWay } = forced.result as Extract<BlockOutcome, { readonly kind: 'refused' }>;
      const there = inTheWay.map((id) => others.find((one) => one.id === id)!);
      expect(there.length, where).toBeGreaterThan(0);
      for (const one of there) expect([one.pinned, one.startMs <= NOW_MS], where).toEqual([true, true]);
      expect(decide(false).result.kind, where).toBe('refused');
      seen.there += 1;
      continue;
    }
    const blocked = toDiary(forced.booking);
    const mustLeave = others.filter((one) => clash(one, blocked));
    for (const one of mustLeave) expect(one.pinned && one.startMs <= NOW_MS, where).toBe(false);
    const { moved, unseated } = forced.result;
    const after = evolve(
      { bookings: others, named: null, endpoints: [] },
      { interval: day, named: null },
      forced,
    ).bookings;
    const afterOf = ({ id }: DiaryBooking): DiaryBooking => after.find((one) => one.id === id)!;

    // No table is held twice, no party is at a table that does not fit, and no staying party moved.
    for (const [j, one] of after.entries())
      for (const other of after.slice(j + 1)) expect(clash(one, other), where).toBe(false);
    for (const one of others) {
      const { tables } = afterOf(one);
      if (areTheSame(tables, one.tables)) continue;
      const change = [...moved, ...unseated].find(({ bookingId }) => bookingId === one.id);
      expect(change, where).toEqual({ bookingId: one.id, before: one.tables, tables });
      if (tables.length === 0) continue;
      expect(mayMove(one), where).toBe(true);
      const ways = waysToSeat(location.floorPlan, one.partySize, one.tableAccess);
      expect(ways.some((way) => areTheSame(way, tables)), where).toBe(true); // prettier-ignore
    }
    // Parties without a table are those that had none, and those that must leave and fit nowhere, whichever others move.
    for (const one of others.filter((before) => before.tables.length > 0)) {
      const isLeft = unseated.some(({ bookingId }) => bookingId === one.id);
      expect(afterOf(one).tables.length === 0, where).toBe(isLeft);
      if (!isLeft) continue;
      expect(mustLeave, where).toContain(one);
      if (mayMove(one)) expect(hasRoom(small, after, one), where).toBe(false);
    }

    const [first, ...rest] = mustLeave;
    const settled = [...others.filter((one) => !mustLeave.includes(one)), blocked, ...rest];
    const canBe = mustLeave.every(mayMove) && (!first || hasRoom(small, settled, first));
    expect(unseated.length === 0, where).toBe(canBe);
    const unforced = decide(false);
    if (canBe) expect(unforced, where).toEqual({ ...forced, booking: unforced.booking });
    else
      expect(unforced.result, where).toEqual({
        kind: 'refused',
        inTheWay: unseated.map(({ bookingId }) => bookingId),
        blocks: [],
        holds: [],
        possibleFromMs: expect.toBeOneOf([null, expect.any(Number)]),
      });
    if (!canBe) expect([unforced.booking, unforced.reseatings], where).toEqual([undefined, undefined]);
    if (!canBe) seen[moved.length > 0 ? 'leftAndMoved' : 'left'] += 1;
    seen[!canBe ? 'refused' : mustLeave.length > 0 ? 'cleared' : 'free'] += 1;
  }
  console.log(`seed ${seed}:`, JSON.stringify(seen));
  const { there, ...usual } = seen; // a seated party is rare
  expect(there).toBeLessThan(usual.refused);
  expect(Object.values(usual).every((count) => count > inFull(5, 0))).toBe(true);
});
