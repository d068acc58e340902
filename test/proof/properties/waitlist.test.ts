/** The waitlist against every arrangement of a small restaurant, over random days. */
import { createEngine, type Engine, HOUR_MS, type WaitingInput } from '@bord/engine';
import type { DiaryRow } from '@bord/engine/storage';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aRestaurant } from '../../support/restaurants.ts';
import { inFull, IS_LONG } from '../../support/long.ts';
import { seeded } from '../../support/seed.ts';
import { expectedGifts, giftsBetween, lineOf } from './waitlist-gifts.ts';

const { FRIDAY, FRIDAY_MS, LOCATION_ID, aCaller } = fixtures;
const MINUTE_MS = 60_000;
const TURN_MS = 90 * MINUTE_MS;
const STEP_MS = 30 * MINUTE_MS;
const OPENS_MS = FRIDAY_MS + 17 * HOUR_MS;
const CLOSES_MS = FRIDAY_MS + 22 * HOUR_MS;

const aSmallRestaurant = aRestaurant
  .filter(({ floorPlan }) => floorPlan.tables.length <= 4)
  .map((plan) => ({
    ...plan,
    timeZone: 'UTC',
    freezeMinutes: 0,
    turnTimes: [{ partyMax: null, turnMinutes: TURN_MS / MINUTE_MS }],
    servicePeriods: [fixtures.aPeriod({ opensMinute: 17 * 60, closesMinute: 22 * 60, slotStepMinutes: 30 })],
  }));

const RANDOM_DAYS = inFull(10_000, 100);

const size = fc.integer({ min: 1, max: 6 });
const slot = fc.integer({ min: 0, max: 7 }).map((i) => OPENS_MS + i * STEP_MS);
const guest = fc.integer({ min: 0, max: 9 }).map((i) => `guest${i}@example.com`);

/** An action; `pick` selects its subject. */
const aStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('book' as const), startMs: slot, size, guest }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold' as const), startMs: slot, size }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      startMs: slot,
      steps: fc.integer({ min: 0, max: 4 }),
      size,
      guest,
      mode: fc.constantFrom('offer' as const, 'book' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('move' as const), pick: fc.nat(), startMs: slot, size }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('accept' as const), pick: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 40 }) }),
  },
);
type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never;

test('D36 on random days each freed table goes to the first party that brute force can fit, at its earliest time, and to no other', async () => {
  const tally = { steps: 0, gifts: 0, passedOver: 0, lapses: 0 };
  await fc.assert(
    fc.asyncProperty(
      aSmallRestaurant,
      fc.array(aStep, { minLength: 8, maxLength: 16, size: 'max' }),
      async (plan, steps) => {
        const clock = { ms: FRIDAY_MS + 10 * HOUR_MS };
        const nowMs = (): number => clock.ms;
        const storage = memoryStorage({ nowMs });
        const engine = createEngine({ storage, clock: { nowMs } });
        await engine.operator.locations.apply(plan, LOCATION_ID);
        const restaurant = { plan, opensMs: OPENS_MS, closesMs: CLOSES_MS, stepMs: STEP_MS, turnMs: TURN_MS };
        const rows = (): Promise<readonly DiaryRow[]> => storage.bookings.list(LOCATION_ID);
        for (const step of steps) {
          const before = await rows();
          if (step.kind === 'wait') clock.ms += step.minutes * MINUTE_MS;
          await take(engine, step, before);
          const after = await rows();
          const expected = expectedGifts(restaurant, before, after, nowMs());
          expect({ step, gifts: giftsBetween(before, after) }).toEqual({ step, gifts: expected });
          tally.steps += 1;
          tally.gifts += expected.length;
          if (step.kind === 'wait') tally.lapses += expected.length;
          tally.passedOver += lineOf(after).filter((entry) =>
            after.some(
              (row) =>
                row.status === 'confirmed' && row.kind === 'booking' && row.guest.email === entry.guest,
            ),
          ).length;
        }
        engine.detach();
      },
    ),
    seeded(RANDOM_DAYS),
  );
  console.log(tally);
  expect(tally.gifts).toBeGreaterThan(RANDOM_DAYS / 10);
  // A short run may see none of these.
  if (IS_LONG) expect(tally.lapses).toBeGreaterThan(RANDOM_DAYS / 200);
  if (IS_LONG) expect(tally.passedOver).toBeGreaterThan(RANDOM_DAYS / 200);
}, 3_600_000);

async function take(engine: Engine, step: Step, before: readonly DiaryRow[]): Promise<void> {
  const partner = engine.partner(aCaller({ keyId: `key-${before.length}` })); // other tests cover the limits of one key
  const live = before.filter(({ status }) => status === 'confirmed');
  const bookings = live.filter(({ kind }) => kind === 'booking');
  const one = 'pick' in step && bookings.length > 0 ? bookings[step.pick % bookings.length]! : undefined;
  switch (step.kind) {
    case 'book':
      await partner.createBooking(LOCATION_ID, {
        startMs: step.startMs,
        partySize: step.size,
        guest: { name: 'Alva', email: step.guest },
      });
      return;
    case 'hold':
      await partner.createHold(LOCATION_ID, { startMs: step.startMs, partySize: step.size });
      return;
    case 'join':
      await partner.joinWaitlist(LOCATION_ID, entryOf(step)).catch(() => undefined); // no table admits it
      return;
    case 'cancel':
      if (one) await partner.cancelBooking(one.id);
      return;
    case 'move':
      if (one) await engine.operator.bookings.move(one.id, { startMs: step.startMs, partySize: step.size });
      return;
    case 'leave': {
      const waiting = before.filter(({ kind, status }) => kind === 'waiting' && status !== 'cancelled');
      if (waiting.length > 0) await partner.leaveWaitlist(waiting[step.pick % waiting.length]!.id);
      return;
    }
    case 'accept': {
      const offers = live.filter((row) => row.kind === 'hold');
      const offer = offers[step.pick % Math.max(1, offers.length)];
      if (!offer) return;
      const { waitingId } = offer;
      const who = before.find(({ id }) => id === waitingId);
      const email = who?.guest.email ?? `nobody${step.pick}@example.com`;
      await partner.confirmHold(offer.id, { guest: { name: 'Maja', email } });
      return;
    }
    case 'wait':
      // A step without effect, such as a background step or a rejected request.
      await partner.createBooking(LOCATION_ID, fixtures.aRequest(FRIDAY_MS + 12 * HOUR_MS));
  }
}

function entryOf(step: Extract<Step, { kind: 'join' }>): WaitingInput {
  return {
    date: FRIDAY,
    fromMs: step.startMs,
    toMs: step.startMs + step.steps * STEP_MS,
    partySize: step.size,
    mode: step.mode,
    guest: { name: 'Maja', email: step.guest },
  };
}
