/** During any sequence of actions a seated party keeps its table, and partners see the result of the plain search. */
import { isBooking, type DiaryRow } from '@bord/engine/storage';
import { type Booking, BookingError, createEngine, type Engine, isSeated } from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { between, type Chance, chanceOf, pick } from '../seating/random.ts';
import { inFull } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';

const { aCaller, aPlan, aRequest, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;

const QUARTER_MS = 15 * 60_000;
const SIX_MS = FRIDAY_MS + 17 * 4 * QUARTER_MS;
const TABLES = ['A', 'B', 'C', 'D'];

const plan = (chance: Chance) =>
  aPlan({
    freezeMinutes: pick(chance, [0, 0, 60]),
    bufferMinutes: pick(chance, [0, 0, 15]),
    floorPlan: {
      tables: TABLES.map((id) =>
        aTable(id, { seatsMin: between(chance, 1, 2), seatsMax: between(chance, 2, 4) }),
      ),
      combinations: chance() < 0.5 ? [{ tables: ['A', 'B'], seatsMin: 4, seatsMax: 7 }] : [],
      wastedSeatsMax: null,
    },
  });

/** Executes an action; null if it is rejected. */
async function act(
  { operator, partner }: Engine,
  chance: Chance,
  all: readonly Booking[],
  nowMs: number,
): Promise<void> {
  const { bookings } = operator.at(LOCATION_ID);
  const startMs = SIX_MS + between(chance, -2, 12) * QUARTER_MS;
  const request = aRequest(startMs, { partySize: between(chance, 1, 5) });
  const tables = [pick(chance, TABLES)];
  const { id } = all.length > 0 ? pick(chance, all) : { id: 'bk_none' };
  const byMinutes = 15 * between(chance, -3, 8);
  const now = aRequest(Math.floor(nowMs / 60_000) * 60_000, { partySize: between(chance, 1, 4) });
  const wishes: readonly (() => Promise<unknown>)[] = [
    () => partner(aCaller()).createBooking(LOCATION_ID, request),
    () => partner(aCaller()).createBooking(LOCATION_ID, request),
    () => bookings.create(request, { tables, force: true }),
    () => bookings.create(now, { seated: true }),
    () => bookings.assign(id, { tables, force: true }),
    () =>
      operator.at(LOCATION_ID).tables.block({
        tables,
        startMs,
        endMs: startMs + 4 * QUARTER_MS,
        force: chance() < 0.7,
      }),
    () => bookings.seat(id),
    () => bookings.seat(id),
    () => bookings.seat(id, { tables, force: true }),
    () => bookings.arrive(id),
    () => bookings.leave(id),
    () => bookings.extend(id, { byMinutes, force: chance() < 0.5 }),
    () => bookings.extend(id, { byMinutes, force: chance() < 0.5 }),
    () => bookings.undo(id),
    () => bookings.takeBack(id, 'seated'),
    () => bookings.move(id, { partySize: between(chance, 1, 5) }),
    () => bookings.pin(id, false),
    () => operator.locations.apply(plan(chance), LOCATION_ID),
  ];
  await pick(chance, wishes)().catch((error: unknown) => {
    if (!BookingError.is(error)) throw error;
  });
}

test('D2 D41 a seated party keeps its table during any actions, shares it with no other, and the shown day matches', async () => {
  const seen = { seated: 0, early: 0, left: 0, others: 0 };
  for (let i = 0; i < inFull(300, 20); i++) {
    const chance = chanceOf(seed + i);
    const where = `seed ${seed + i}`;
    let nowMs = SIX_MS - 4 * QUARTER_MS;
    const clock = { nowMs: () => nowMs };
    const storage = memoryStorage(clock);
    const engine = createEngine({ storage, clock });
    await engine.operator.locations.apply(plan(chance), LOCATION_ID);
    /** Tables that the operator has chosen for a party that sits: the one way in which it changes them. */
    let before = new Map<string, Booking>();
    for (let step = 0; step < 60; step++) {
      nowMs += between(chance, 0, 9) * 60_000 + between(chance, 0, 59_000);
      const known = [...before.values()];
      await act(engine, chance, known, nowMs);
      const all = await storage.bookings.list(LOCATION_ID);
      const bookings = all.filter(isBooking);
      const after = new Map(bookings.map((booking) => [booking.id, booking]));
      for (const booking of known) {
        const now = after.get(booking.id)!;
        if (booking.visit.leftMs === null && now.visit.leftMs !== null) seen.left += 1;
        if (!isSeated(booking) || !isSeated(now)) continue;
        const chosen = now.history.length > booking.history.length && now.history.at(-1)?.kind === 'assigned';
        if (!chosen) expect(now.tables, where).toEqual(booking.tables);
        expect(
          now.history.slice(booking.history.length).map(({ kind }) => kind),
          where,
        ).not.toContain('reseated');
      }
      const sitting = bookings.filter(isSeated);
      seen.seated += sitting.length;
      for (const party of sitting) {
        const fromMs = Math.min(party.startMs, party.visit.seatedMs!);
        if (fromMs < party.startMs) seen.early += 1;
        const sharing = all.filter(
          (other) =>
            other.id !== party.id &&
            other.status === 'confirmed' &&
            Math.min(other.startMs, other.visit.seatedMs ?? Infinity) < party.blockedUntilMs &&
            fromMs < other.blockedUntilMs &&
            other.tables.some((id) => party.tables.includes(id)),
        );
        seen.others += 1;
        expect(
          sharing.filter((other) => !isSameMinute(other, party)),
          where,
        ).toEqual([]);
      }
      const fresh = createEngine({ storage, clock });
      const wanted = { date: FRIDAY, partySize: between(chance, 1, 5) };
      const [shown, plain] = await Promise.all(
        [engine, fresh].map(
          async ({ partner }) => (await partner(aCaller()).readAvailability(LOCATION_ID, wanted)).answer,
        ),
      );
      expect(shown, where).toEqual(plain);
      fresh.detach();
      before = after;
    }
    engine.detach();
  }
  console.log(`seed ${seed}:`, JSON.stringify(seen));
  expect(Object.values(seen).every((count) => count > 20)).toBe(true);
});

/** One ends in the minute in which the other sits down. */
function isSameMinute(a: DiaryRow, b: DiaryRow): boolean {
  const minute = (ms: number): number => Math.floor(ms / 60_000);
  return [
    [a, b],
    [b, a],
  ].some(([first, second]) => minute(first!.blockedUntilMs) === minute(second!.visit.seatedMs ?? 0));
}
