import { expect, test } from 'vitest';
import { aBooking, aHold } from '../../contract/fixtures.ts';
import { toDiary } from './booking.ts';
import { pendingChanges } from './pending-changes.ts';
import { moveHoldId } from '../ids.ts';
import type { DiaryRow } from './row.ts';

const read = (...rows: readonly DiaryRow[]) => ({ bookings: rows.map(toDiary), named: null, endpoints: [] });

test('D35 a hold that is re-seated is not evicted, and neither is a booking that a block has unseated', () => {
  const rows = [aHold('hd_1'), aBooking('bk_2'), aHold('hd_3')];
  const reseatings = rows.map(({ id }) => ({ bookingId: id, tables: id === 'hd_1' ? ['B'] : [] }));
  const changes = pendingChanges({ result: null, reseatings }, read(...rows), 0);
  expect(changes).toEqual([{ kind: 'hold', to: 'evicted' }]);
});

test('D35 a move hold that its move releases is not evicted, and a skipped hold is not a new one', () => {
  const booking = aBooking('bk_0000000000000000000002');
  const { startMs, endMs, blockedUntilMs, partySize, tables } = booking;
  const move = { bookingId: booking.id, startMs, endMs, blockedUntilMs, partySize, tables };
  const held = aHold(moveHoldId(1000, new Uint8Array(2), booking.id), { move });
  const moving = { result: null, reseatings: [{ bookingId: held.id, tables: [] }] };
  const of = (nowMs: number) => pendingChanges(moving, read(held), nowMs);
  expect([of(999), of(1000)]).toEqual([[], [{ kind: 'hold', to: 'evicted' }]]);
  const hold = aHold('hd_3');
  const saved = (row: DiaryRow) => pendingChanges({ result: null, others: [row] }, read(), 0);
  expect([saved(hold), saved({ ...hold, yielded: true })]).toEqual([[{ kind: 'hold', to: 'held' }], []]);
});
