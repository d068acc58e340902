/** The contract for seated parties (D41). */
import assert from 'node:assert/strict';
import { type Booking, toDiary } from '../core/booking/booking.ts';
import type { DiaryRow } from '../core/booking/row.ts';
import { positionOf } from '../core/booking/stored.ts';
import { HOUR_MS, MINUTE_MS } from '../core/instant.ts';
import type { Storage } from '../ports/storage.ts';
import { type ContractCase, testStorage as test } from './contract-case.ts';
import {
  aBooking,
  aLocation,
  aScope,
  bookIfFree,
  FRIDAY_MS,
  LOCATION_ID,
  resultOf,
  save,
} from './fixtures.ts';

const at = (hours: number): number => FRIDAY_MS + hours * HOUR_MS;
/** Twenty minutes before its start. */
const SAT_DOWN_MS = at(18) - 20 * MINUTE_MS;
const sitting = (id: string, given: Partial<Booking> = {}): Booking =>
  aBooking(id, { visit: { arrivedMs: null, seatedMs: SAT_DOWN_MS + 30_000, leftMs: null }, ...given });

async function open(storage: Storage, ...bookings: readonly Booking[]) {
  const location = await aLocation(storage);
  const put = (booking: Booking) =>
    storage.bookings.amend(aScope(location, { named: { bookingId: booking.id } }), save({ booking }));
  for (const booking of bookings) await put(booking);
  return { location, put };
}

export const visitCases: readonly ContractCase[] = [
  test('bookings: the diary shows a seated party as pinned from its seating on; the booking keeps its start and its own pin', async (storage) => {
    const [sits, pinned] = [sitting('bk_1'), sitting('bk_2', { tables: ['B'], pinned: true })];
    const { put } = await open(storage, aBooking('bk_1'), pinned);
    await put(sits);
    const during = { startMs: SAT_DOWN_MS, endMs: SAT_DOWN_MS + MINUTE_MS };
    const shown = await storage.bookings.diary(LOCATION_ID, during);
    assert.deepEqual(new Set(shown), new Set([toDiary(sits), toDiary(pinned)]));
    for (const booking of [sits, pinned]) {
      assert.deepEqual(await storage.bookings.find(booking.id, null), booking);
      const after = { ...booking, visit: { ...booking.visit, seatedMs: null } };
      await put(after);
      assert.deepEqual(await storage.bookings.find(booking.id, null), after);
    }
    assert.deepEqual(await storage.bookings.diary(LOCATION_ID, during), []);
  }),
  test('bookings: a table with a party seated before its start is not assigned, by the second guard too; after the visit it is free', async (storage) => {
    const before = { startMs: at(16), endMs: at(17.75) };
    const { location, put } = await open(storage, sitting('bk_1'));
    assert.equal(
      await resultOf(storage.bookings.amend(aScope(location), bookIfFree(aBooking('bk_2', before)))),
      'full',
    );
    await assert.rejects(put(aBooking('bk_2', before)));
    const left = { arrivedMs: null, seatedMs: SAT_DOWN_MS, leftMs: SAT_DOWN_MS + 1 };
    await put(sitting('bk_1', { visit: left, status: 'completed' }));
    await put(aBooking('bk_2', before));
    await put(aBooking('bk_3'));
  }),
  test('bookings: pages contain every booking once, also of a party seated before the start', async (storage) => {
    const early = aBooking('bk_0', { startMs: SAT_DOWN_MS + 10 * MINUTE_MS, tables: ['B'] });
    const { location } = await open(storage, early, sitting('bk_1'), aBooking('bk_2', { tables: ['C'] }));
    const met: string[] = [];
    for (let after: DiaryRow | undefined, pages = 0; pages < 9; pages++) {
      const [next] = await storage.bookings.page(location.id, {
        after: after ? positionOf(after) : null,
        limit: 1,
      });
      if (!next) break;
      met.push(next.id);
      after = next;
    }
    assert.deepEqual(met, ['bk_1', 'bk_0', 'bk_2']);
  }),
];
