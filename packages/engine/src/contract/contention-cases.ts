import type { DiaryRow } from '../core/booking/row.ts';
import assert from 'node:assert/strict';
import { type Booking, isLive } from '../core/booking/booking.ts';
import { DAY_MS, HOUR_MS, overlaps } from '../core/instant.ts';
import { StaleStepError } from '../ports/booking-store.ts';
import { concurrently, type ContractCase, idsOf, spread, test } from './contract-case.ts';
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
  aHold,
} from './fixtures.ts';

const RIVALS = 32;
const ROUNDS = 10;

export const contentionCases: readonly ContractCase[] = [
  test('bookings: of 32 steps for the last table one books and 31 see it taken, round after round', async (harness) => {
    const location = await aLocation(harness.storage);
    const store = spread(harness);
    for (let round = 0; round < ROUNDS; round++) {
      const startMs = FRIDAY_MS + round * 2 * HOUR_MS;
      const results = await concurrently(RIVALS, (i) =>
        resultOf(
          store(i).bookings.amend(aScope(location), bookIfFree(aBooking(`bk_${round}_${i}`, { startMs }))),
        ),
      );
      assert.equal(results.filter((result) => result === 'booked').length, 1);
      assert.equal(results.filter((result) => result === 'full').length, RIVALS - 1);
    }
    assert.equal((await harness.storage.bookings.list(LOCATION_ID)).length, ROUNDS);
  }),
  test('bookings: of 20 steps under one idempotency key one books and 19 are shown its booking', async (harness) => {
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
  }),
  test('bookings: one idempotency key on many dates concurrently is still one booking', async (harness) => {
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
  }),
  test('bookings: steps that count the holds of a key never interleave, on any dates: of 20 that want a fourth, all are rejected', async (harness) => {
    const location = await aLocation(harness.storage);
    const store = spread(harness);
    for (let round = 0; round < ROUNDS; round++) {
      const keyId = `k${round}`;
      const steps = Array.from({ length: 20 }, (_, i) => {
        const startMs = FRIDAY_MS + i * DAY_MS + round * HOUR_MS;
        const date = new Date(startMs).toISOString().slice(0, 10);
        const interval = { startMs: FRIDAY_MS + i * DAY_MS, endMs: FRIDAY_MS + (i + 1) * DAY_MS };
        const endMs = startMs + HOUR_MS;
        const booking = aHold(`hd_${round}_${i}`, { serviceDate: date, startMs, endMs, keyId });
        return resultOf(
          store(i).bookings.amend(
            aScope(location, { dates: [date], interval, holds: FRIDAY_MS }),
            ({ holds }) =>
              [...holds!.values()].filter((of) => of.keyId === keyId).length < 3
                ? { result: true, booking }
                : { result: false },
          ),
        );
      });
      assert.equal((await Promise.all(steps)).filter(Boolean).length, 3);
    }
  }),
  test('bookings: hundreds of mixed steps leave no table held twice, and a delivery for each change', async (harness) => {
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
      assert.equal(rival, undefined, `${booking.id} and ${rival?.id} hold one table concurrently`);
    }
    assert.equal((await lease(harness.storage)).length, changes);
  }),
  test('locations: no booking is made between the check of a new plan and its change', async (harness) => {
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
      (bookings) => void (seen = idsOf(bookings)),
    );
    const results = await Promise.all(steps);
    await change;
    const booked = results.flatMap((result, i) => (result === 'booked' ? [`bk_${i}`] : []));
    assert.deepEqual(seen.toSorted(), booked.toSorted());
  }),
];

const held = (booking: DiaryRow) => ({ startMs: booking.startMs, endMs: booking.blockedUntilMs });
