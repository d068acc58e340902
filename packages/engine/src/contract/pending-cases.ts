/** The contract for holds (D35) and waitlist entries (D36): rows that are read whole, several of which one step can save. */
import { toDiary } from '../core/booking/booking.ts';
import assert from 'node:assert/strict';
import type { DiaryRow } from '../core/booking/row.ts';
import { evolve } from '../core/booking/evolve.ts';
import type { Snapshot } from '../core/booking/diary.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/instant.ts';
import { type ContractCase, idsOf, spread, test } from './contract-case.ts';
import {
  aBooking,
  aDelivery,
  aHold,
  aLocation,
  aScope,
  aWaiting,
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
  save,
} from './fixtures.ts';

export const pendingCases: readonly ContractCase[] = [
  test('bookings: the diary that begins where somebody waits shows the party, also where no table was ever held', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    const waiting = aWaiting('wt_1');
    await storage.bookings.amend(aScope(location), save({ booking: waiting }));
    const { startMs } = waiting;
    for (const opening of harness.openings) {
      const diary = (from: number) =>
        opening.bookings.diary(LOCATION_ID, { startMs: from, endMs: from + HOUR_MS });
      assert.deepEqual(idsOf(await diary(startMs)), ['wt_1']);
      assert.deepEqual(idsOf(await diary(startMs + MINUTE_MS)), []);
    }
  }),
  test('bookings: holds and waitlist entries are stored completely, and found separately while they are live', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    const other = await aLocation(storage, {}, OTHER_LOCATION_ID);
    const hold = aHold('hd_2');
    const waiting = aWaiting('wt_1', { partnerBookingRef: 'R1' });
    const elsewhere = aHold('hd_1', { locationId: other.id });
    await storage.bookings.amend(aScope(location), save({ booking: hold }));
    await storage.bookings.amend(aScope(location), save({ booking: waiting }));
    await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1', { tables: ['B'] }) }));
    await storage.bookings.amend(aScope(other), save({ booking: elsewhere }));
    for (const opening of harness.openings) {
      assert.deepEqual(await opening.bookings.pending(LOCATION_ID), [hold, waiting]);
      const shown = await opening.bookings.diary(LOCATION_ID, { startMs: hold.startMs, endMs: hold.endMs });
      assert.deepEqual(
        [hold, waiting].map((row) => shown.find(({ id }) => id === row.id)),
        [hold, waiting].map(toDiary),
      );
      assert.deepEqual(idsOf(await opening.bookings.pending(null)), ['hd_1', 'hd_2', 'wt_1']);
      assert.deepEqual(await opening.bookings.find('wt_1', null), waiting);
    }
    await storage.bookings.amend(
      aScope(location, { named: { bookingId: 'hd_2' } }),
      save({ booking: { ...hold, status: 'completed' } }),
    );
    assert.deepEqual(idsOf(await storage.bookings.pending(LOCATION_ID)), ['wt_1']);
    assert.deepEqual(await storage.bookings.find('hd_2', null), { ...hold, status: 'completed' });
  }),
  test('bookings: one step saves several rows, of which some leave the tables that others take, or none of them', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    const hold = aHold('hd_1');
    const waiting = aWaiting('wt_1');
    const firm = aBooking('bk_1', { tables: ['B'] });
    for (const booking of [hold, waiting, firm])
      await storage.bookings.amend(aScope(location), save({ booking }));
    const booked = aBooking('bk_9', { idempotencyKey: 'k', tables: ['B'] });
    const change = {
      booking: booked,
      others: [
        { ...hold, status: 'completed' },
        { ...waiting, status: 'completed', holdId: 'hd_2' },
        aHold('hd_2', { tables: ['C'], keyId: null, waitingId: 'wt_1' }),
      ],
      reseatings: [{ bookingId: 'bk_1', tables: ['A'] }],
      deliveries: [aDelivery('d')],
    } as const;
    const whole = aScope(location, { whole: true });
    const broken = { ...change, others: [...change.others, aHold('hd_3', { tables: ['C'] })] };
    await assert.rejects(storage.bookings.amend(whole, save(broken)), 'two at one table');
    assert.deepEqual(await storage.bookings.pending(null), [hold, waiting]);
    assert.equal(await storage.bookings.find('bk_9', null), null);

    await storage.bookings.amend(whole, save(change));
    const on = spread(harness);
    for (const [i, row] of [booked, ...change.others].entries())
      assert.deepEqual(await on(i).bookings.find(row.id, null), row);
    assert.deepEqual((await on(1).bookings.find('bk_1', null))?.tables, ['A']);
    assert.deepEqual(idsOf(await on(2).bookings.pending(LOCATION_ID)), ['hd_2']);
  }),
  test('bookings: a scope that asks for it is shown the rows whole, also those that steps before it in its transaction have left', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    const first = aBooking('bk_1', {
      tables: ['A'],
      guest: { name: 'Alva', email: null, phone: '+46 70 1', notes: null, language: null },
    });
    const early = aBooking('bk_0', { startMs: FRIDAY_MS + 11 * HOUR_MS, endMs: FRIDAY_MS + 12 * HOUR_MS });
    const waiting = aWaiting('wt_1');
    for (const booking of [first, waiting, early])
      await storage.bookings.amend(aScope(location), save({ booking }));
    const interval = { startMs: FRIDAY_MS + 18 * HOUR_MS, endMs: FRIDAY_MS + 24 * HOUR_MS };
    const scope = aScope(location, { interval, whole: true });
    const changes = [
      { reseatings: [{ bookingId: 'bk_1', tables: ['B'] }] },
      { booking: aBooking('bk_2', { tables: ['A'] }), others: [{ ...waiting, partySize: 4 }] },
      { others: [{ ...waiting, partySize: 4, status: 'cancelled' as const }] },
      {},
    ];
    const seen = await Promise.all(
      changes.map((change) =>
        storage.bookings.amend(scope, (snapshot) => ({ ...change, result: { snapshot, change } })),
      ),
    );
    let expected: Snapshot = {
      bookings: seen[0]!.result.snapshot.bookings,
      named: null,
      endpoints: [],
      rows: new Map([first, waiting].map((row) => [row.id, row])),
    };
    for (const { result } of seen) {
      assert.deepEqual(sorted(result.snapshot.rows), sorted(expected.rows));
      assert.deepEqual(idsOf(result.snapshot.bookings).toSorted(), idsOf(sorted(expected.rows)));
      expected = evolve(expected, scope, result.change);
    }
    const { result } = await storage.bookings.amend(aScope(location), (snapshot) => ({ result: snapshot }));
    assert.equal(result.rows, undefined, 'only where the scope asks for it');
  }),
  test('bookings: a scope that requests them gets the holds that count for keys, on all dates, also after earlier steps of the transaction', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    const other = await aLocation(storage, {}, OTHER_LOCATION_ID);
    const rows = [
      aHold('hd_1'),
      aHold('hd_2', { tables: ['B'], keyId: 'l', waitingId: 'wt_1' }),
      aHold('hd_3', { tables: ['C'], keyId: null }),
      aHold('hd_4', { tables: [] }),
      aHold('hd_5', { tables: ['D'], status: 'cancelled' }),
      aWaiting('wt_1'),
    ];
    for (const booking of rows) await storage.bookings.amend(aScope(location), save({ booking }));
    const elsewhere = aHold('hd_6', { locationId: other.id });
    await storage.bookings.amend(aScope(other), save({ booking: elsewhere }));
    // Another date, without any of them.
    const interval = { startMs: FRIDAY_MS + DAY_MS, endMs: FRIDAY_MS + 2 * DAY_MS };
    const tomorrow = aScope(location, { dates: ['2030-03-02'], interval, holds: FRIDAY_MS });
    const ofTomorrow = { startMs: interval.startMs, endMs: interval.startMs + HOUR_MS };
    const seen = await Promise.all(
      [
        { booking: aHold('hd_7', ofTomorrow) },
        { reseatings: [{ bookingId: 'hd_7', tables: ['B'] }] },
        { reseatings: [{ bookingId: 'hd_7', tables: [] }] },
        {},
      ].map((change) =>
        storage.bookings.amend(tomorrow, ({ holds }) => ({
          ...change,
          result: Array.from(holds!, ([id, { keyId }]) => [id, keyId]).toSorted(),
        })),
      ),
    );
    const before = [
      ['hd_1', 'k'],
      ['hd_2', 'l'],
    ];
    const during = [...before, ['hd_7', 'k']];
    assert.deepEqual(
      seen.map(({ result }) => result),
      [before, during, during, before],
    );
    const { result } = await storage.bookings.amend(aScope(location), (snapshot) => ({ result: snapshot }));
    assert.equal(result.holds, undefined, 'only where the scope asks for it');
  }),
  test('pending: a step that asks sees the bookings that count for a network and end after the instant, in every state (D52)', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    const visitor = { network: 'net:a', isConfirmed: false, ref: null };
    const rows = [
      aBooking('bk_1', { visitor, createdMs: FRIDAY_MS - HOUR_MS }),
      aBooking('bk_2', { visitor, tables: ['B'], status: 'cancelled', createdMs: FRIDAY_MS }),
      aBooking('bk_3', { visitor: { ...visitor, network: null, isConfirmed: true }, tables: ['C'] }),
      aBooking('bk_4', { tables: ['D'] }),
    ];
    for (const booking of rows) await storage.bookings.amend(aScope(location), save({ booking }));
    const { blockedUntilMs } = rows[0]!;
    const counted = async (holds: number) => {
      const { result } = await storage.bookings.amend(aScope(location, { holds }), (snapshot) => ({
        result: [...snapshot.holds!].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      }));
      return result;
    };
    assert.deepEqual(await counted(blockedUntilMs - 1), [
      ['bk_1', { keyId: 'net:a', expiresMs: FRIDAY_MS - HOUR_MS + DAY_MS }],
      ['bk_2', { keyId: 'net:a', expiresMs: FRIDAY_MS + DAY_MS }],
    ]);
    assert.deepEqual(await counted(blockedUntilMs), []);
  }),
];

function sorted(rows: Snapshot['rows']): DiaryRow[] {
  return [...rows!.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
