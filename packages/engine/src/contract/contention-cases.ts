/** What a storage promises when many ask at once, through every opening of the database. */
import assert from 'node:assert/strict';
import { type Booking, isLive } from '../core/booking/booking.ts';
import { DAY_MS, HOUR_MS, overlaps } from '../core/time/interval.ts';
import { StaleStepError } from '../ports/booking-store.ts';
import { type ContractCase, spread } from './contract-case.ts';
import {
  aBooking,
  aDelivery,
  aLocation,
  aScope,
  bookIfFree,
  FRIDAY_MS,
  lease,
  LOCATION_ID,
  resultOf,
} from './fixtures.ts';

const RIVALS = 32;
const ROUNDS = 10;

export const contentionCases: readonly ContractCase[] = [
  {
    name: 'bookings: of 32 steps for the last table one books and 31 see it taken, round after round',
    async run(harness) {
      const location = await aLocation(harness.storage);
      const store = spread(harness);
      for (let round = 0; round < ROUNDS; round++) {
        const startMs = FRIDAY_MS + round * 2 * HOUR_MS;
        const results = await Promise.all(
          Array.from({ length: RIVALS }, (_, i) =>
            resultOf(
              store(i).bookings.amend(
                aScope(location),
                bookIfFree(aBooking(`bk_${round}_${i}`, { startMs })),
              ),
            ),
          ),
        );
        assert.equal(results.filter((result) => result === 'booked').length, 1);
        assert.equal(results.filter((result) => result === 'full').length, RIVALS - 1);
      }
      assert.equal((await harness.storage.bookings.list(LOCATION_ID)).length, ROUNDS);
    },
  },
  {
    name: 'bookings: of 20 steps under one idempotency key one books and 19 are shown its booking',
    async run(harness) {
      const location = await aLocation(harness.storage);
      const store = spread(harness);
      for (let round = 0; round < ROUNDS; round++) {
        const scope = aScope(location, { named: { idempotencyKey: `k${round}` } });
        const steps = Array.from({ length: 20 }, (_, i) => {
          const id = `bk_${round}_${i}`;
          const booking = aBooking(id, {
            startMs: FRIDAY_MS + round * 2 * HOUR_MS,
            idempotencyKey: `k${round}`,
          });
          return resultOf(
            store(i).bookings.amend(scope, (snapshot) =>
              snapshot.named
                ? { result: snapshot.named.id }
                : { result: id, booking, deliveries: [aDelivery(id)] },
            ),
          );
        });
        assert.equal(new Set(await Promise.all(steps)).size, 1);
      }
      assert.equal((await harness.storage.bookings.list(LOCATION_ID)).length, ROUNDS);
      assert.equal((await lease(harness.storage)).length, ROUNDS);
    },
  },
  {
    name: 'bookings: one idempotency key on many dates at once is still one booking',
    async run(harness) {
      const location = await aLocation(harness.storage);
      const store = spread(harness);
      const steps = Array.from({ length: 12 }, (_, i) => {
        const startMs = FRIDAY_MS + i * DAY_MS;
        const date = new Date(startMs).toISOString().slice(0, 10);
        const booking = aBooking(`bk_${i}`, { startMs, serviceDate: date, idempotencyKey: 'k' });
        const interval = { startMs, endMs: startMs + DAY_MS };
        const scope = aScope(location, { dates: [date], interval, named: { idempotencyKey: 'k' } });
        return resultOf(
          store(i).bookings.amend(scope, (snapshot) =>
            snapshot.named ? { result: snapshot.named.id } : { result: booking.id, booking },
          ),
        );
      });
      assert.equal(new Set(await Promise.all(steps)).size, 1);
      assert.equal((await harness.storage.bookings.list(LOCATION_ID)).length, 1);
    },
  },
  {
    name: 'bookings: hundreds of mixed steps leave no table held twice, and a delivery for each change',
    async run(harness) {
      const location = await aLocation(harness.storage);
      const store = spread(harness);
      const tables = ['A', 'B', 'C', 'D'];
      let changes = 0;
      const steps = Array.from({ length: 400 }, async (_, i) => {
        // A fixed shuffle: neighbours in the list meet on one table, at times that overlap.
        const table = tables[(i * 7) % 4]!;
        const startMs = FRIDAY_MS + ((i * 13) % 40) * (HOUR_MS / 2);
        const booking = aBooking(`bk_${i}`, { startMs, tables: [table] });
        const { result } = await store(i).bookings.amend(
          aScope(location),
          bookIfFree(booking, [aDelivery(`made ${i}`)]),
        );
        if (result !== 'booked') return;
        changes += 1;
        if (i % 3 !== 0) return;
        const cancelled: Booking = { ...booking, status: 'cancelled' };
        const scope = aScope(location, { named: { bookingId: booking.id } });
        await store(i + 1).bookings.amend(scope, (snapshot) => {
          assert.deepEqual(snapshot.named, booking);
          return { result: null, booking: cancelled, deliveries: [aDelivery(`cancelled ${i}`)] };
        });
        changes += 1;
      });
      await Promise.all(steps);
      const live = (await harness.storage.bookings.list(LOCATION_ID)).filter(isLive);
      for (const [i, booking] of live.entries()) {
        const rival = live
          .slice(i + 1)
          .find((other) => other.tables[0] === booking.tables[0] && overlaps(held(other), held(booking)));
        assert.equal(rival, undefined, `${booking.id} and ${rival?.id} hold one table at once`);
      }
      assert.equal((await lease(harness.storage)).length, changes);
    },
  },
  {
    name: 'locations: no booking is made between the check of a new plan and its change',
    async run(harness) {
      const location = await aLocation(harness.storage);
      const store = spread(harness);
      let seen: readonly string[] = [];
      const steps: Promise<'booked' | 'replayed' | 'full' | 'stale'>[] = Array.from(
        { length: 20 },
        async (_, i) => {
          const booking = aBooking(`bk_${i}`, {
            startMs: FRIDAY_MS + i * HOUR_MS,
            endMs: FRIDAY_MS + (i + 1) * HOUR_MS,
          });
          return resultOf(store(i).bookings.amend(aScope(location), bookIfFree(booking))).catch(
            (error: unknown) => {
              if (error instanceof StaleStepError) return 'stale';
              throw error;
            },
          );
        },
      );
      const change = store(1).locations.put(
        LOCATION_ID,
        location,
        0,
        (bookings) => void (seen = bookings.map(({ id }) => id)),
      );
      const results = await Promise.all(steps);
      await change;
      const booked = results.flatMap((result, i) => (result === 'booked' ? [`bk_${i}`] : []));
      assert.deepEqual(seen.toSorted(), booked.toSorted());
    },
  },
];

const held = (booking: Booking) => ({ startMs: booking.startMs, endMs: booking.blockedUntilMs });
