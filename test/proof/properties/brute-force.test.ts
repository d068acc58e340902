/** The whole engine against every arrangement of a small restaurant: combinations, pins, turnaround, pacing, freeze window, shortened hours. */
import { createEngine } from '@bord/engine';
import type { DiaryBooking } from '@bord/engine/storage';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPossible } from '../seating/brute-force.ts';
import { aRestaurant } from '../../support/restaurants.ts';
import { inFull } from '../../support/long.ts';
import { seeded } from '../../support/seed.ts';

const DATE = '2030-03-01';
const HOUR_MS = 3_600_000;
const TURN_MS = 90 * 60_000;

/** Hours after midnight: while the parties book, and when the restaurant is asked. */
const HOURS = [
  { opens: 11, closes: 17, closesLater: 17, now: 12 },
  // Bookings that the last slots can need out of the way end on the next date.
  { opens: 21, closes: 26, closesLater: 24, now: 20 },
] as const;

const periodOf = (opens: number, closes: number) =>
  fixtures.aPeriod({ opensMinute: opens * 60, closesMinute: closes * 60, slotStepMinutes: 30 });

const aSmallRestaurant = aRestaurant
  .filter(({ floorPlan }) => floorPlan.tables.length <= 5)
  .map((plan) => ({
    ...plan,
    timeZone: 'UTC',
    turnTimes: [{ partyMax: null, turnMinutes: TURN_MS / 60_000 }],
    freezeMinutes: 60,
  }));

test('D2 D9 thousands of questions about small restaurants: shown as available exactly if some allowed arrangement fits the party', async () => {
  let questions = 0;
  let available = 0;
  const wishes = fc.array(
    fc.tuple(fc.nat(), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 9 })),
    {
      minLength: 6,
      maxLength: 12,
      size: 'max',
    },
  );
  await fc.assert(
    fc.asyncProperty(aSmallRestaurant, fc.constantFrom(...HOURS), wishes, async (given, hours, wanted) => {
      const { opens, closes, closesLater, now } = hours;
      const plan = { ...given, servicePeriods: [periodOf(opens, closes)] };
      let nowMs = fixtures.FRIDAY_MS;
      const clock = { nowMs: () => nowMs };
      const storage = memoryStorage(clock);
      const engine = createEngine({ storage, clock });
      const { location } = await engine.operator.locations.apply(plan, fixtures.LOCATION_ID);
      const slotsFor = async (partySize: number) =>
        (await engine.partner(fixtures.aCaller()).readAvailability(location.id, { date: DATE, partySize }))
          .answer.slots;
      for (const [pick, partySize, chance] of wanted) {
        const free = (await slotsFor(partySize)).filter((slot) => slot.available);
        const slot = free[pick % Math.max(1, free.length)];
        if (!slot) continue;
        const outcome = await engine
          .partner(fixtures.aCaller())
          .createBooking(location.id, fixtures.aRequest(slot.startMs, { partySize }));
        if (outcome.kind !== 'booked') throw new Error(outcome.kind);
        if (chance === 0) await engine.operator.bookings.pin(outcome.booking.id, true);
        if (chance === 1) await engine.operator.bookings.cancel(outcome.booking.id);
      }
      const shortened = { ...plan, servicePeriods: [periodOf(opens, closesLater)] };
      await engine.operator.locations.apply(shortened, location.id);
      nowMs = fixtures.FRIDAY_MS + now * HOUR_MS;
      const bothDates = { startMs: fixtures.FRIDAY_MS, endMs: fixtures.FRIDAY_MS + 48 * HOUR_MS };
      const diary = await storage.bookings.diary(location.id, bothDates);
      const isMovable = ({ pinned, startMs }: DiaryBooking): boolean =>
        !pinned && startMs - 60 * 60_000 > nowMs;
      for (let partySize = 1; partySize <= 7; partySize++) {
        for (const slot of await slotsFor(partySize)) {
          const startsWith = diary.filter(
            ({ startMs }) => slot.startMs <= startMs && startMs < slot.startMs + 30 * 60_000,
          );
          const covers = startsWith.reduce((sum, booking) => sum + booking.partySize, 0);
          const { partiesPerStep, coversPerStep } = plan.pacing ?? {
            partiesPerStep: null,
            coversPerStep: null,
          };
          const isPaced =
            startsWith.length < (partiesPerStep ?? Infinity) &&
            covers + partySize <= (coversPerStep ?? Infinity);
          const endMs = slot.startMs + TURN_MS + plan.bufferMinutes * 60_000;
          const question = { startMs: slot.startMs, endMs, partySize, tableAccess: 'online' } as const;
          const expected = isPaced && isPossible(plan.floorPlan, diary, isMovable, question);
          expect([slot.startMs, partySize, slot.available]).toEqual([slot.startMs, partySize, expected]);
          questions += 1;
          available += slot.available ? 1 : 0;
        }
      }
    }),
    seeded(inFull(250, 80)),
  );
  console.log({ questions, available });
  expect(questions).toBeGreaterThan(inFull(3000, 800));
  expect(available).toBeGreaterThan(questions / 20);
  expect(available).toBeLessThan((questions * 19) / 20);
});
