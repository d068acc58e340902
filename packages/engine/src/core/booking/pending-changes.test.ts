import { expect, test } from 'vitest';
import { aBooking } from '../../contract/fixtures.ts';
import type { Booking } from './booking.ts';
import { pendingChanges } from './pending-changes.ts';
import { moveHoldId } from './row-kind.ts';
import { passedOver } from './standing.ts';

test('D35 a hold that makes room at another table is not evicted, nor is a booking that a block takes the table from', () => {
  const moved = { bookingId: 'hd_0000000000000000000001', tables: ['B'] };
  const unseated = { bookingId: 'bk_0000000000000000000002', tables: [] };
  const evicted = { bookingId: 'hd_0000000000000000000003', tables: [] };
  const changes = pendingChanges(
    { result: null, reseatings: [moved, unseated, evicted] },
    { bookings: [], named: null },
    0,
  );
  expect(changes).toEqual([{ kind: 'hold', to: 'evicted' }]);
});

test('D35 what is held for a move and makes way for it is not evicted; what a round has passed over was not held anew', () => {
  const id = moveHoldId(1000, new Uint8Array(2), 'bk_0000000000000000000002');
  const moving = { result: null, reseatings: [{ bookingId: id, tables: [] }] };
  const of = (nowMs: number) => pendingChanges(moving, { bookings: [], named: null }, nowMs);
  expect([of(999), of(1000)]).toEqual([[], [{ kind: 'hold', to: 'evicted' }]]);
  const hold = aBooking('hd_0000000000000000000003', {
    kind: 'hold',
    terms: { keyId: null, waitingId: null },
  });
  const saved = (row: Booking) =>
    pendingChanges({ result: null, others: [row] }, { bookings: [], named: null }, 0);
  expect([saved(hold), saved(passedOver(hold))]).toEqual([[{ kind: 'hold', to: 'held' }], []]);
});
