import assert from 'node:assert/strict';
import type { Booking } from '../core/booking/booking.ts';
import type { DiaryRow } from '../core/booking/row.ts';
import { HOUR_MS } from '../core/instant.ts';
import type { Refusal } from '../core/booking/refusal.ts';
import { type ContractCase, idsOf, testStorage as test } from './contract-case.ts';
import {
  aBooking,
  aLocation,
  aScope,
  aTable,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
  save,
  aBlock,
} from './fixtures.ts';

const DAY = { startMs: FRIDAY_MS + 18 * HOUR_MS, endMs: FRIDAY_MS + 20 * HOUR_MS };

function aRefusal(startMs: number, given: Partial<Refusal> = {}): Refusal {
  return {
    locationId: LOCATION_ID,
    channel: 'partner:acme',
    requestedMs: FRIDAY_MS - HOUR_MS,
    startMs,
    partySize: 4,
    reason: 'tables',
    ...given,
  };
}

export const bookingQueryCases: readonly ContractCase[] = [
  test('bookings: a booking outside the visibility is not found', async (storage) => {
    const location = await aLocation(storage);
    await storage.bookings.amend(
      aScope(location),
      save({ booking: aBooking('bk_1', { channel: 'partner:acme' }) }),
    );
    const seenBy = async (
      channel: 'partner:acme' | 'partner:other',
      locationIds: string[],
    ): Promise<boolean> => (await storage.bookings.find('bk_1', { channel, locationIds })) !== null;
    assert.equal(await seenBy('partner:acme', [OTHER_LOCATION_ID, LOCATION_ID]), true);
    assert.equal(await seenBy('partner:acme', [OTHER_LOCATION_ID]), false);
    assert.equal(await seenBy('partner:acme', []), false);
    assert.equal(await seenBy('partner:other', [LOCATION_ID]), false);
  }),
  test('bookings: what was refused is kept with the step, and read back by start', async (storage) => {
    const location = await aLocation(storage);
    const late = aRefusal(DAY.endMs - 1, { partySize: Number.MAX_SAFE_INTEGER, reason: 'party_size' });
    const early = aRefusal(DAY.startMs, { channel: 'partner:other', reason: 'last_seating' });
    for (const refusal of [late, early, aRefusal(DAY.endMs), aRefusal(DAY.startMs - 1)]) {
      await storage.bookings.amend(aScope(location), save({ refusal }));
    }
    const broken = storage.bookings.amend(aScope(location), () => {
      throw new Error('a fault of the rule');
    });
    await assert.rejects(broken);
    assert.deepEqual(await storage.bookings.refusals(LOCATION_ID, DAY), [early, late]);
    assert.deepEqual(await storage.bookings.refusals(OTHER_LOCATION_ID, DAY), []);
  }),
  test('bookings: lists every state of a location by start, of one service date when asked', async (storage) => {
    const location = await aLocation(storage);
    const late = aBooking('late', { startMs: DAY.endMs, status: 'no_show' });
    const early = aBooking('early', { startMs: DAY.startMs - HOUR_MS, endMs: DAY.startMs });
    const other = aBooking('other day', {
      startMs: DAY.startMs,
      tables: ['B'],
      serviceDate: '2030-02-28',
    });
    for (const booking of [late, early, other])
      await storage.bookings.amend(aScope(location), save({ booking }));
    assert.deepEqual(idsOf(await storage.bookings.list(LOCATION_ID)), ['early', 'other day', 'late']);
    assert.deepEqual(idsOf(await storage.bookings.list(LOCATION_ID, '2030-03-01')), ['early', 'late']);
    assert.deepEqual(await storage.bookings.list(OTHER_LOCATION_ID), []);
  }),
  test('bookings: pages contain every booking once, by service date and start, also during other changes', async (storage) => {
    const location = await aLocation(storage, {
      floorPlan: {
        tables: ['A', 'B', 'C'].map((id) => aTable(id)),
        combinations: [],
        wastedSeatsMax: null,
      },
    });
    const put = (id: string, given: Partial<Booking>): Promise<unknown> =>
      storage.bookings.amend(
        aScope(location, { named: { bookingId: id } }),
        save({ booking: aBooking(id, given) }),
      );
    const at = (hours: number): Pick<Booking, 'startMs' | 'endMs' | 'blockedUntilMs'> => ({
      startMs: FRIDAY_MS + hours * HOUR_MS,
      endMs: FRIDAY_MS + (hours + 1) * HOUR_MS,
      blockedUntilMs: FRIDAY_MS + (hours + 1) * HOUR_MS,
    });
    // Alike but for the end of their positions: same date, same start, two of them made in one millisecond.
    await put('c', { ...at(12), tables: ['C'], createdMs: 2 });
    await put('b', { ...at(12), tables: ['B'], createdMs: 1 });
    await put('a', { ...at(12), tables: ['A'], createdMs: 2 });
    await put('d', { ...at(13), status: 'no_show' });
    await put('early', { ...at(15), serviceDate: '2030-02-28', tables: ['B'] });
    await put('e', { ...at(14) });
    await put('f', { ...at(16) });

    const met: string[] = [];
    let after: DiaryRow | null = null;
    for (let pages = 0; ; pages++) {
      const page: readonly DiaryRow[] = await storage.bookings.page(LOCATION_ID, {
        after,
        limit: 2,
      });
      assert.ok(page.length <= 2 && pages < 9);
      met.push(...idsOf(page));
      if (page.length === 0) break;
      after = page.at(-1)!;
      if (pages === 0) {
        await put('behind', { ...at(11) }); // before all that is still to come
        await put('e', { ...at(14), status: 'cancelled' });
        await put('g', { ...at(18) });
      }
    }
    assert.deepEqual(met, ['early', 'b', 'a', 'c', 'd', 'e', 'f', 'g']);
    const ofDate = await storage.bookings.page(LOCATION_ID, {
      serviceDate: '2030-03-01',
      after: aBooking('a', { ...at(12), createdMs: 2 }),
      limit: 3,
    });
    assert.deepEqual(idsOf(ofDate), ['c', 'd', 'e']);
    assert.deepEqual(await storage.bookings.page(OTHER_LOCATION_ID, { after: null, limit: 9 }), []);
  }),
  test('bookings: names the live ones that were created before an instant, oldest first, up to a limit', async (storage) => {
    const location = await aLocation(storage);
    const other = await aLocation(storage, {}, OTHER_LOCATION_ID);
    const made = (id: string, createdMs: number, given: Partial<Booking> = {}): Booking =>
      aBooking(id, { createdMs, tables: [id], ...given });
    const bookings = [
      made('third', FRIDAY_MS - 1),
      made('first', FRIDAY_MS - 3),
      made('second', FRIDAY_MS - 2, { startMs: FRIDAY_MS - 30 * 24 * HOUR_MS }),
      made('at the instant', FRIDAY_MS),
      ...(['cancelled', 'completed', 'no_show'] as const).map((status) => made(status, 0, { status })),
      aBlock('a block', { createdMs: 0, tables: ['a block'] }),
    ];
    for (const booking of bookings) await storage.bookings.amend(aScope(location), save({ booking }));
    const elsewhere = made('elsewhere', 0, { locationId: OTHER_LOCATION_ID });
    await storage.bookings.amend(aScope(other), save({ booking: elsewhere }));
    const before = (createdMs: number, limit: number): Promise<readonly string[]> =>
      storage.bookings.liveCreatedBefore(LOCATION_ID, createdMs, limit);
    assert.deepEqual(await before(FRIDAY_MS, 100), ['first', 'second', 'third']);
    assert.deepEqual(await before(FRIDAY_MS, 2), ['first', 'second']);
    assert.deepEqual(await before(FRIDAY_MS - 3, 100), []);
  }),
  test('bookings: old rejections are deleted, up to a limit', async (storage) => {
    const location = await aLocation(storage);
    const refusals = [1, 2, 3, 4].map((i) =>
      aRefusal(DAY.startMs + i, { requestedMs: FRIDAY_MS + (i === 4 ? 0 : -i) }),
    );
    for (const refusal of refusals) await storage.bookings.amend(aScope(location), save({ refusal }));
    assert.equal(await storage.bookings.purgeRefusals(FRIDAY_MS - 3, 100), 0);
    assert.equal(await storage.bookings.purgeRefusals(FRIDAY_MS, 2), 2);
    assert.equal((await storage.bookings.refusals(LOCATION_ID, DAY)).length, 2);
    assert.equal(await storage.bookings.purgeRefusals(FRIDAY_MS, 2), 1);
    assert.deepEqual(await storage.bookings.refusals(LOCATION_ID, DAY), [refusals[3]]);
  }),
];
