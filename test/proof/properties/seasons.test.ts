/** The whole engine against every arrangement of a small restaurant with seasons, through a night and into the next day. */
import { createEngine } from '@bord/engine';
import type { DiaryBooking } from '@bord/engine/storage';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPossible } from '../seating/brute-force.ts';
import { aRestaurant } from '../../support/restaurants.ts';
import { plainSeasons, withSeasons } from '../../support/seasons.ts';
import { inFull } from '../../support/long.ts';
import { seeded } from '../../support/seed.ts';

const FRIDAY = '2030-03-01';
const HOUR_MS = 3_600_000;
const TURN_MS = 2 * HOUR_MS;

/** Lunch runs into dinner without a break, and dinner beyond midnight. */
const servicePeriods = [
  fixtures.aPeriod({
    name: 'Lunch',
    opensMinute: 14 * 60,
    closesMinute: 18 * 60,
    lastSeatingMinute: 17 * 60,
  }),
  fixtures.aPeriod({
    name: 'Dinner',
    opensMinute: 18 * 60,
    closesMinute: 27 * 60,
    lastSeatingMinute: 26 * 60,
  }),
].map((period) => ({ ...period, slotStepMinutes: 60 }));

/** The interval that is read of a service date: from its midnight until the last party of dinner could be gone. */
const read = (date: string, bufferMinutes: number) => ({
  startMs: Date.parse(date),
  endMs: Date.parse(date) + 28 * HOUR_MS + bufferMinutes * 60_000,
});

const aSeasonalRestaurant = aRestaurant
  .filter(({ floorPlan }) => floorPlan.tables.length <= 5)
  .chain((plan) =>
    withSeasons(
      {
        ...plan,
        timeZone: 'UTC',
        turnTimes: [{ partyMax: null, turnMinutes: TURN_MS / 60_000 }],
        servicePeriods,
        pacing: null,
        freezeMinutes: 0,
      },
      FRIDAY,
    ),
  );

const wishes = fc.array(
  fc.record({
    date: fc.constantFrom(FRIDAY, FRIDAY, '2030-03-02'),
    slot: fc.nat(),
    partySize: fc.integer({ min: 1, max: 6 }),
    pins: fc.boolean(),
  }),
  { minLength: 8, maxLength: 16, size: 'max' },
);

test('D2 D5 D9 D40 tables with seasons: shown as available exactly when some arrangement holds the party in which all who move are in season where they start', async () => {
  const seen = { questions: 0, available: 0, seasonal: 0, afterMidnight: 0 };
  await fc.assert(
    fc.asyncProperty(aSeasonalRestaurant, wishes, async (plan, wanted) => {
      const clock = { nowMs: () => Date.parse(FRIDAY) };
      const storage = memoryStorage(clock);
      const engine = createEngine({ storage, clock });
      const { location } = await engine.operator.locations.apply(plan, fixtures.LOCATION_ID);
      const partner = engine.partner(fixtures.aCaller());
      const slotsOn = async (date: string, partySize: number) =>
        (await partner.readAvailability(location.id, { date, partySize })).answer.slots;
      for (const { date, slot, partySize, pins } of wanted) {
        const free = (await slotsOn(date, partySize)).filter(({ available }) => available);
        const wish = free[slot % Math.max(1, free.length)];
        if (!wish) continue;
        const request = fixtures.aRequest(wish.startMs, { partySize });
        const outcome = await partner.createBooking(location.id, request);
        if (outcome.kind !== 'booked') throw new Error(outcome.kind);
        if (pins && slot % 4 === 0) await engine.operator.bookings.pin(outcome.booking.id, true);
      }
      const isInSeason = plainSeasons(plan);
      const { tables } = plan.floorPlan;
      for (const date of [FRIDAY, '2030-03-02']) {
        const interval = read(date, plan.bufferMinutes);
        const diary = await storage.bookings.diary(location.id, interval);
        const isMovable = ({ pinned, startMs, blockedUntilMs }: DiaryBooking): boolean =>
          !pinned &&
          startMs >= interval.startMs &&
          blockedUntilMs <= interval.endMs &&
          startMs > clock.nowMs();
        for (let partySize = 1; partySize <= 7; partySize++) {
          for (const { startMs, available, remainingCovers } of await slotsOn(date, partySize)) {
            const endMs = startMs + TURN_MS + plan.bufferMinutes * 60_000;
            const question = { startMs, endMs, partySize, tableAccess: 'online' } as const;
            const expected = isPossible(plan.floorPlan, diary, isMovable, question, isInSeason);
            const input = { at: new Date(startMs).toISOString(), partySize };
            expect({ ...input, available }).toEqual({ ...input, available: expected });
            const seats = tables
              .filter(
                ({ id, online }) =>
                  online &&
                  diary.every(
                    (other) =>
                      other.startMs >= endMs || other.blockedUntilMs <= startMs || !other.tables.includes(id),
                  ),
              )
              .filter((table) => isInSeason(table, startMs))
              .reduce((sum, { seatsMax }) => sum + seatsMax, 0);
            expect({ ...input, remainingCovers }).toEqual({
              ...input,
              remainingCovers: expected ? Math.max(partySize, seats) : 0,
            });
            seen.questions += 1;
            seen.available += available ? 1 : 0;
            seen.seasonal += tables.some((table) => !isInSeason(table, startMs)) ? 1 : 0;
            seen.afterMidnight += startMs >= Date.parse(date) + 24 * HOUR_MS ? 1 : 0;
          }
        }
      }
    }),
    seeded(inFull(250, 80)),
  );
  console.log(seen);
  expect(seen.questions).toBeGreaterThan(inFull(3000, 800));
  for (const kind of ['available', 'seasonal', 'afterMidnight'] as const)
    expect(seen[kind], kind).toBeGreaterThan(seen.questions / 20);
});
