/** The contract for histories (D43), and for blocked tables (D39). */
import assert from 'node:assert/strict';
import type { DiaryRow } from '../core/booking/row.ts';
import { HISTORY_MAX, type HistoryEntry } from '../core/booking/history.ts';
import { HOUR_MS } from '../core/instant.ts';
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
  aBlock,
} from './fixtures.ts';

const anEntry = (atMs: number): HistoryEntry => ({
  atMs,
  kind: 'reseated',
  by: 'partner:acme',
  before: { tables: ['A'] },
});

async function historyOf(storage: Storage, id: string): Promise<readonly number[]> {
  return (await storage.bookings.find(id, null))!.history.map(({ atMs }) => atMs);
}

export const historyCases: readonly ContractCase[] = [
  test('bookings: who is re-seated has an entry more in the history, also where it has none yet, and several in one transaction', async (storage) => {
    const location = await aLocation(storage);
    const booking = aBooking('bk_1', { history: [anEntry(1)] });
    const other = aBooking('bk_2', { tables: ['B'] });
    for (const one of [booking, other])
      await storage.bookings.amend(aScope(location), save({ booking: one }));
    const steps = [2, 3, 4].map((atMs) =>
      storage.bookings.amend(
        aScope(location),
        save({
          reseatings: [
            { bookingId: 'bk_1', tables: [`C${atMs}`], entry: anEntry(atMs) },
            { bookingId: 'bk_2', tables: [`D${atMs}`], ...(atMs === 3 && { entry: anEntry(atMs) }) },
          ],
        }),
      ),
    );
    await Promise.all(steps);
    assert.deepEqual(await historyOf(storage, 'bk_1'), [1, 2, 3, 4]);
    assert.deepEqual(await historyOf(storage, 'bk_2'), [3]);
    assert.deepEqual((await storage.bookings.find('bk_2', null))!.history, [anEntry(3)]);
  }),
  test('bookings: a history keeps its latest 200 entries', async (storage) => {
    const location = await aLocation(storage);
    const history = Array.from({ length: HISTORY_MAX - 1 }, (_, i) => anEntry(i));
    await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1', { history }) }));
    for (const atMs of [1000, 1001, 1002])
      await storage.bookings.amend(
        aScope(location),
        save({ reseatings: [{ bookingId: 'bk_1', tables: [`T${atMs}`], entry: anEntry(atMs) }] }),
      );
    const left = await historyOf(storage, 'bk_1');
    assert.equal(left.length, HISTORY_MAX);
    assert.deepEqual([left[0], ...left.slice(-4)], [2, HISTORY_MAX - 2, 1000, 1001, 1002]);
  }),
  test('bookings: a block holds its table like a booking, and a party without tables holds none', async (storage) => {
    const location = await aLocation(storage);
    const nobody = { name: '', email: null, phone: null, notes: 'leg broken', language: null };
    const block = aBlock('bk_b', { guest: nobody });
    const amend = (booking: DiaryRow) => storage.bookings.amend(aScope(location), bookIfFree(booking));
    assert.equal(await resultOf(amend(block)), 'booked');
    assert.deepEqual(await storage.bookings.find('bk_b', null), block);
    assert.equal(await resultOf(amend(aBooking('bk_1'))), 'full');
    await assert.rejects(
      storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_2') })),
      'by the second guard too',
    );
    const unseated = aBooking('bk_3', { tables: [] });
    assert.equal(await resultOf(amend(unseated)), 'booked');
    const during = { startMs: FRIDAY_MS + 18 * HOUR_MS, endMs: FRIDAY_MS + 19 * HOUR_MS };
    const diary = await storage.bookings.diary(LOCATION_ID, during);
    assert.deepEqual(
      diary.map(({ id, tables, partySize, pinned }) => [id, tables, partySize, pinned]).toSorted(),
      [
        ['bk_3', [], 2, false],
        ['bk_b', ['A'], 0, true],
      ],
    );
    await storage.bookings.amend(
      aScope(location, { named: { bookingId: 'bk_b' } }),
      save({ booking: { ...block, status: 'cancelled' } }),
    );
    assert.equal(await resultOf(amend(aBooking('bk_1'))), 'booked');
  }),
];
