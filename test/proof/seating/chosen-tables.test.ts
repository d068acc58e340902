/** Tables by choice against every arrangement there is, on small restaurants. */
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import { serviceDayOf } from '../../../packages/engine/src/core/location/service-day.ts';
import type { Location } from '../../../packages/engine/src/core/location/location.ts';
import { clearTables } from '../../../packages/engine/src/core/seating/chosen-tables.ts';
import { inFull } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { areTheSame, isPossible, waysToSeat } from './brute-force.ts';
import { aDay, clash, NOON_MS } from './cleared-days.ts';
import { randomQuestion } from './days.ts';
import { between, type Chance, chanceOf, pick } from './random.ts';

const { FRIDAY } = fixtures;

function aClaim(chance: Chance, { floorPlan }: Location): DiaryBooking {
  const { startMs, endMs, partySize } = randomQuestion(chance, 16);
  const tables = Array.from({ length: between(chance, 1, 2) }, () => pick(chance, floorPlan.tables).id);
  return {
    id: 'claim',
    startMs: NOON_MS + startMs,
    blockedUntilMs: NOON_MS + endMs,
    partySize,
    tables: [...new Set(tables)],
    pinned: false,
    tableAccess: 'all',
    kind: 'booking',
  };
}

test('D2 D38 chosen tables are available exactly if every other party can be seated somewhere', () => {
  const seen = { free: 0, cleared: 0, refused: 0, moves: 0 };
  for (let i = 0; i < inFull(3000, 300); i++) {
    const chance = chanceOf(seed + i);
    const { location, others } = aDay(chance);
    const claim = aClaim(chance, location);
    const nowMs = NOON_MS - 1;
    const mayMove = ({ pinned, startMs }: DiaryBooking): boolean => !pinned && startMs > nowMs;
    const where = `seed ${seed + i}`;

    const day = serviceDayOf(location, FRIDAY);
    const { reseatings, inTheWay, undecided } = clearTables({ location, days: [day], nowMs }, others, claim);
    expect(undecided, where).toBe(0);

    const mustLeave = others.filter((booking) => clash(booking, claim));
    const [first, ...rest] = mustLeave;
    const settled = [...others.filter((booking) => !mustLeave.includes(booking)), claim, ...rest];
    const canBe =
      mustLeave.every(mayMove) &&
      (!first ||
        isPossible(location.floorPlan, settled, (booking) => booking !== claim && mayMove(booking), {
          startMs: first.startMs,
          endMs: first.blockedUntilMs,
          partySize: first.partySize,
          tableAccess: first.tableAccess,
        }));
    expect(inTheWay.length === 0, where).toBe(canBe);
    for (const booking of inTheWay) expect(mustLeave, where).toContain(booking);

    seen[inTheWay.length > 0 ? 'refused' : mustLeave.length > 0 ? 'cleared' : 'free'] += 1;
    if (inTheWay.length > 0) continue;
    const after = others.map((booking) => {
      const reseating = reseatings.find(({ bookingId }) => bookingId === booking.id);
      if (!reseating) return booking;
      seen.moves += 1;
      expect(mayMove(booking), where).toBe(true);
      const ways = waysToSeat(location.floorPlan, booking.partySize, booking.tableAccess);
      expect(
        ways.some((way) => areTheSame(way, reseating.tables)),
        where,
      ).toBe(true);
      return { ...booking, tables: reseating.tables };
    });
    const all = [...after, claim];
    for (const [j, booking] of all.entries())
      for (const other of all.slice(j + 1)) expect(clash(booking, other), where).toBe(false);
  }
  console.log(`seed ${seed}:`, JSON.stringify(seen));
  expect(Object.values(seen).every((count) => count > 20)).toBe(true);
});
