import { expect, test } from 'vitest';
import { aBooking } from '../../contract/fixtures.ts';
import type { ChangeOutcome } from './decide.ts';
import { usingOwnHolds } from './move-hold.ts';
import { moveHoldId } from '../ids.ts';
import { toEntry } from './stored.ts';

test('D35 a change that re-seats other bookings and releases its move holds does both', () => {
  const named = aBooking('bk_0000000000000000000002');
  const holdId = moveHoldId(1000, new Uint8Array(2), named.id);
  const hold = toEntry({ ...named, id: holdId, tables: ['B'], byOperator: false });
  const reseated = { bookingId: 'bk_0000000000000000000003', tables: ['C'] };
  const result = { kind: 'changed', booking: named } as unknown as ChangeOutcome;
  const rule = usingOwnHolds(() => ({ result, booking: named, reseatings: [reseated] }));
  expect(rule({ bookings: [hold], named, endpoints: [] }).reseatings).toEqual([
    reseated,
    { bookingId: holdId, tables: [] },
  ]);
});
