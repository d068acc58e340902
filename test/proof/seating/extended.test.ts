/** A party that stays longer against every arrangement there is, on small restaurants. */
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { type Booking, toDiary } from '../../../packages/engine/src/core/booking/booking.ts';
import { extend } from '../../../packages/engine/src/core/booking/decide-visit.ts';
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import { serviceDayOf } from '../../../packages/engine/src/core/location/service-day.ts';
import { bookingWindowOf } from '../../../packages/engine/src/core/location/slots.ts';
import { inFull } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { areTheSame, isPossible, waysToSeat } from './brute-force.ts';
import { randomDay, randomPlan } from './days.ts';
import { between, chanceOf, pick } from './random.ts';

const { aBooking, aPlan, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;

const NOON_MS = FRIDAY_MS + 12 * 3_600_000;
const QUARTER_MS = 15 * 60_000;

const clash = (a: DiaryBooking, b: DiaryBooking): boolean =>
  a.startMs < b.blockedUntilMs &&
  b.startMs < a.blockedUntilMs &&
  a.tables.some((id) => b.tables.includes(id));

test('D41 a party stays longer exactly when all who need its tables then can be seated somewhere; forced, those who cannot wait', () => {
  const seen = { alone: 0, moved: 0, named: 0, waiting: 0, there: 0 };
  for (let i = 0; i < inFull(6000, 600); i++) {
    const chance = chanceOf(seed + i);
    const where = `seed ${seed + i}`;
    const floorPlan = randomPlan(chance);
    const location = { ...aPlan({ floorPlan, freezeMinutes: 0 }), id: LOCATION_ID, revision: 1 };
    const day = serviceDayOf(location, FRIDAY);
    const all = randomDay(chance, floorPlan, 8).map((booking) => ({
      ...booking,
      pinned: booking.pinned || chance() < 0.3,
      startMs: NOON_MS - 4 * QUARTER_MS + booking.startMs,
      blockedUntilMs: NOON_MS - 4 * QUARTER_MS + booking.blockedUntilMs,
    }));
    if (all.length === 0) continue;
    const shown = pick(chance, all);
    const others = all.filter((other) => other !== shown);
    const { id, startMs, blockedUntilMs, partySize, tables } = shown;
    const visit = { arrivedMs: null, seatedMs: startMs, leftMs: null };
    const booking: Booking = aBooking(id, { startMs, endMs: blockedUntilMs, partySize, tables, visit });
    const nowMs = Math.max(NOON_MS - 1 + between(chance, 0, 14) * QUARTER_MS, startMs);
    const context = {
      location,
      day,
      window: bookingWindowOf(location, nowMs),
      endpoints: [],
      writesMail: false,
    };
    const untilMs = blockedUntilMs + between(chance, 1, 8) * QUARTER_MS;

    const claim = toDiary({ ...booking, endMs: untilMs, blockedUntilMs: untilMs });
    const mayMove = (other: DiaryBooking): boolean => !other.pinned && other.startMs > nowMs;
    const mustLeave = others.filter((other) => clash(other, claim));
    const [first, ...rest] = mustLeave;
    const settled = [...others.filter((other) => !mustLeave.includes(other)), claim, ...rest];
    const canBe =
      mustLeave.every(mayMove) &&
      (!first ||
        isPossible(floorPlan, settled, (other) => other !== claim && mayMove(other), {
          startMs: first.startMs,
          endMs: first.blockedUntilMs,
          partySize: first.partySize,
          tableAccess: first.tableAccess,
        }));
    const isThere = mustLeave.some((other) => other.pinned && other.startMs <= nowMs);
    for (const force of [false, true]) {
      const {
        result,
        reseatings = [],
        booking: after,
      } = extend(context, { untilMs, force })({
        bookings: all,
        named: booking,
        endpoints: [],
      });
      if (result.kind !== 'changed') {
        expect([canBe, !force || isThere], where).toEqual([false, true]);
        if (result.kind !== 'refused') throw new Error(where);
        for (const named of result.inTheWay ?? [])
          expect(
            mustLeave.map((other) => other.id),
            where,
          ).toContain(named);
        seen[force ? 'there' : 'named'] += 1;
        continue;
      }
      expect(canBe || force, where).toBe(true);
      expect(after, where).toMatchObject({ endMs: untilMs, blockedUntilMs: untilMs, tables });
      const now = others.map((other) => {
        const reseating = reseatings.find(({ bookingId }) => bookingId === other.id);
        if (!reseating) return other;
        if (reseating.tables.length === 0) {
          seen.waiting += 1;
          expect([force, canBe], where).toEqual([true, false]);
          expect(mustLeave, where).toContain(other);
        } else {
          seen.moved += 1;
          expect(mayMove(other), where).toBe(true);
          const ways = waysToSeat(floorPlan, other.partySize, other.tableAccess);
          expect(
            ways.some((way) => areTheSame(way, reseating.tables)),
            where,
          ).toBe(true);
        }
        return { ...other, tables: reseating.tables };
      });
      if (mustLeave.length === 0) seen.alone += 1;
      const seated = [...now, claim];
      for (const [j, one] of seated.entries())
        for (const other of seated.slice(j + 1)) expect(clash(one, other), where).toBe(false);
    }
  }
  console.log(`seed ${seed}:`, JSON.stringify(seen));
  expect(Object.values(seen).every((count) => count > 3)).toBe(true);
});
