/** The contract for past visits whose guests are to be erased. */
import assert from 'node:assert/strict';
import type { Booking, Guest } from '../core/booking/booking.ts';
import { HOUR_MS } from '../core/instant.ts';
import { type ContractCase, testStorage as test, idsOf } from './contract-case.ts';
import {
  aBooking,
  aLocation,
  aScope,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
  save,
  aBlock,
} from './fixtures.ts';

const WALK_IN: Guest = { name: 'Walk-in', email: null, phone: null, notes: null, language: null };

export const endedVisitCases: readonly ContractCase[] = [
  test('guests: names the bookings that ended before an instant and still have a guest, oldest first, up to a limit, also of several locations', async (storage) => {
    const location = await aLocation(storage);
    const other = await aLocation(storage, {}, OTHER_LOCATION_ID);
    const endMs = FRIDAY_MS + 12 * HOUR_MS;
    const ended = (id: string, beforeMs: number, given: Partial<Booking> = {}): Booking =>
      aBooking(id, {
        status: 'completed',
        startMs: FRIDAY_MS,
        endMs: endMs - beforeMs,
        tables: [id],
        ...given,
      });
    const bookings = [
      ended('second', 2, { status: 'no_show' }),
      ended('first', 3, { startMs: FRIDAY_MS + HOUR_MS, blockedUntilMs: endMs + HOUR_MS }),
      ended('third', 1, { status: 'cancelled', guest: WALK_IN }),
      ended('erased', 4),
      ended('at the instant', 0),
    ];
    for (const booking of bookings) await storage.bookings.amend(aScope(location), save({ booking }));
    const elsewhere = ended('elsewhere', 5, { locationId: OTHER_LOCATION_ID });
    await storage.bookings.amend(aScope(other), save({ booking: elsewhere }));
    await storage.guests.erase(['erased']);
    const before = async (limit: number): Promise<readonly string[]> =>
      idsOf(await storage.guests.endedBefore([{ locationId: LOCATION_ID, endMs }], limit));
    assert.deepEqual(await before(100), ['first', 'second', 'third']);
    assert.deepEqual(await before(2), ['first', 'second']);
    assert.equal(await storage.guests.erase(await before(2)), 2);
    assert.deepEqual(await before(100), ['third']);
    const both = [
      { locationId: OTHER_LOCATION_ID, endMs },
      { locationId: LOCATION_ID, endMs: endMs + 1 },
    ];
    const ofBoth = async (limit: number): Promise<readonly string[]> =>
      idsOf(await storage.guests.endedBefore(both, limit));
    assert.deepEqual((await ofBoth(100)).toSorted(), ['at the instant', 'elsewhere', 'third']);
    assert.equal((await ofBoth(2)).length, 2);
    assert.deepEqual(await storage.guests.endedBefore([], 100), []);
    assert.equal(await storage.guests.erase(['elsewhere', 'third', 'at the instant', 'second']), 3);
    assert.deepEqual(await ofBoth(100), []);
    const [guest, status] = [{ ...WALK_IN, notes: 'for Astrid' }, 'cancelled'] as const;
    const block = aBlock('bl_1', { startMs: FRIDAY_MS, endMs: endMs - 1, guest, status });
    await storage.bookings.amend(aScope(location), save({ booking: block }));
    assert.deepEqual(await storage.guests.endedBefore(both, 1), [{ id: 'bl_1', kind: 'block' }]);
  }),
];
