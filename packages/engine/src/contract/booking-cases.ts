import assert from 'node:assert/strict';
import { type Booking, NO_VISIT } from '../core/booking/booking.ts';
import type { DiaryRow } from '../core/booking/row.ts';
import { HOUR_MS, MINUTE_MS } from '../core/instant.ts';
import { StaleStepError } from '../ports/booking-store.ts';
import { type ContractCase, idsOf, testStorage as test } from './contract-case.ts';
import {
  aBooking,
  aDelivery,
  aLocation,
  aScope,
  bookIfFree,
  FRIDAY_MS,
  lease,
  LOCATION_ID,
  OTHER_LOCATION_ID,
  save,
  resultOf,
} from './fixtures.ts';

const DAY = { startMs: FRIDAY_MS + 18 * HOUR_MS, endMs: FRIDAY_MS + 20 * HOUR_MS };

export const bookingCases: readonly ContractCase[] = [
  test('bookings: reads back what it saved, every field', async (storage) => {
    const location = await aLocation(storage);
    const plain = aBooking('bk_1');
    const full: Booking = aBooking('bk_2', {
      startMs: DAY.startMs + 15 * MINUTE_MS,
      endMs: DAY.endMs,
      blockedUntilMs: DAY.endMs + 10 * MINUTE_MS,
      partySize: 7,
      tables: ['B', 'C'],
      pinned: true,
      channel: 'operator',
      source: 'operator',
      partnerBookingRef: 'réf 🍽 1',
      idempotencyKey: "k'; DROP TABLE bookings; --",
      guest: {
        name: 'Åsa 👩‍🍳 "O\'Neil"',
        email: null,
        phone: '+46 70',
        notes: 'line\nline\ttab',
        language: 'da',
      },
      manageTokenHash: 'f'.repeat(64),
      visit: { arrivedMs: DAY.startMs, seatedMs: DAY.startMs + 1, leftMs: null },
      history: [
        {
          atMs: FRIDAY_MS,
          kind: 'edited',
          by: 'guest',
          before: { tables: ['"A"'], pinned: false, visit: NO_VISIT },
          guestFields: ['notes'],
        },
      ],
      formerGuests: [{ name: 'Å', email: null, phone: null, notes: 'före', language: null }],
      lastEventSeconds: { 'booking.created': 1_900_000_000, 'booking.updated': 1_900_000_001 },
    });
    const visitor = { network: 'n1', isConfirmed: false, ref: 'newsletter' };
    const own = aBooking('bk_4', { tables: ['D'], area: 'terrace', visitor });
    for (const booking of [plain, full, own])
      await storage.bookings.amend(aScope(location), save({ booking }));
    assert.deepEqual(await storage.bookings.find('bk_1', null), plain);
    assert.deepEqual(await storage.bookings.find('bk_2', null), full);
    assert.deepEqual(await storage.bookings.find('bk_4', null), own);
    assert.equal(await storage.bookings.find('bk_3', null), null);
  }),
  test('bookings: a changed booking replaces what was saved, and a cancelled one frees its table', async (storage) => {
    const location = await aLocation(storage);
    const booking = aBooking('bk_1', { idempotencyKey: 'k' });
    await storage.bookings.amend(aScope(location), save({ booking }));
    const cancelled: Booking = {
      ...booking,
      status: 'cancelled',
      lastEventSeconds: { 'booking.cancelled': 1 },
    };
    const named = { bookingId: 'bk_1' };
    await storage.bookings.amend(aScope(location, { named }), save({ booking: cancelled }));
    assert.deepEqual(await storage.bookings.find('bk_1', null), cancelled);
    assert.equal(
      await resultOf(storage.bookings.amend(aScope(location), bookIfFree(aBooking('bk_2')))),
      'booked',
    );
    assert.deepEqual(idsOf(await storage.bookings.diary(LOCATION_ID, DAY)), ['bk_2']);
  }),
  test('bookings: the snapshot and the diary hold the live bookings that touch the interval, whose end does not count', async (storage) => {
    const location = await aLocation(storage);
    const at = (id: string, fromHour: number, toHour: number, given: Partial<Booking> = {}): Booking =>
      aBooking(id, {
        startMs: FRIDAY_MS + fromHour * HOUR_MS,
        endMs: FRIDAY_MS + toHour * HOUR_MS,
        ...given,
      });
    const bookings = [
      at('ends as it begins', 16, 18),
      at('starts before', 17, 19, { tables: ['B'] }),
      at('inside', 18.5, 19.5),
      at('starts as it ends', 20, 22),
      at('by its buffer', 16, 17.5, { blockedUntilMs: FRIDAY_MS + 18.25 * HOUR_MS, tables: ['C'] }),
      at('long', 1, 23, { tables: ['D'], pinned: true, channel: 'operator' }),
      at('by area', 18, 19, { tables: ['E'], area: 'terrace: "by the water"' }),
      at('cancelled', 18, 20, { status: 'cancelled' }),
      at('completed', 18, 20, { status: 'completed' }),
      at('no-show', 18, 20, { status: 'no_show' }),
    ];
    for (const booking of bookings) await storage.bookings.amend(aScope(location), save({ booking }));
    await aLocation(storage, {}, OTHER_LOCATION_ID);
    const expected = ['by area', 'by its buffer', 'inside', 'long', 'starts before'];
    const diary = await storage.bookings.diary(LOCATION_ID, DAY);
    assert.deepEqual(idsOf(diary).toSorted(), expected);
    await storage.bookings.amend(aScope(location, { interval: DAY }), (snapshot) => {
      assert.deepEqual(idsOf(snapshot.bookings).toSorted(), expected);
      assert.deepEqual(
        snapshot.bookings.find(({ id }) => id === 'long'),
        {
          id: 'long',
          startMs: FRIDAY_MS + HOUR_MS,
          blockedUntilMs: FRIDAY_MS + 23 * HOUR_MS,
          partySize: 2,
          tables: ['D'],
          pinned: true,
          tableAccess: 'all',
          kind: 'booking',
        },
      );
      const chosen = snapshot.bookings.find(({ id }) => id === 'by area');
      assert.equal(chosen?.tableAccess, 'online:terrace: "by the water"');
      return { result: null };
    });
    assert.deepEqual(await storage.bookings.diary(OTHER_LOCATION_ID, DAY), []);
  }),
  test('bookings: the snapshot names a booking by its id or its idempotency key, whatever its date and state', async (storage) => {
    const location = await aLocation(storage);
    const booking = aBooking('bk_1', {
      idempotencyKey: 'k',
      status: 'cancelled',
      startMs: FRIDAY_MS - 90 * 24 * HOUR_MS,
    });
    await storage.bookings.amend(aScope(location), save({ booking }));
    const other = await aLocation(storage, {}, OTHER_LOCATION_ID);
    const named = (scope: Parameters<typeof aScope>[1], of = location): Promise<DiaryRow | null> =>
      resultOf(storage.bookings.amend(aScope(of, scope), (snapshot) => ({ result: snapshot.named })));
    assert.deepEqual(await named({ named: { idempotencyKey: 'k' } }), booking);
    assert.deepEqual(await named({ named: { bookingId: 'bk_1' } }), booking);
    assert.equal(await named({ named: { idempotencyKey: 'K' } }), null);
    assert.equal(await named({ named: null }), null);
    assert.equal(await named({ named: { idempotencyKey: 'k' } }, other), null);
  }),
  test('bookings: after an exception of the rule no change is saved, and its error is passed on', async (storage) => {
    const location = await aLocation(storage);
    const fault = new Error('a fault of the rule');
    const step = storage.bookings.amend(aScope(location), () => {
      throw fault;
    });
    await assert.rejects(step, fault);
    await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
    assert.deepEqual(idsOf(await storage.bookings.list(LOCATION_ID)), ['bk_1']);
  }),
  test('bookings: a second live booking of one table at one instant is rejected, and the whole step is not saved', async (storage) => {
    const location = await aLocation(storage);
    await storage.bookings.amend(
      aScope(location),
      save({ booking: aBooking('bk_1', { tables: ['A', 'B'] }) }),
    );
    const late = { startMs: DAY.endMs - 1, endMs: DAY.endMs + HOUR_MS };
    const faulty = save({
      booking: aBooking('bk_2', { ...late, tables: ['C', 'B'] }),
      deliveries: [aDelivery('d')],
    });
    await assert.rejects(storage.bookings.amend(aScope(location), faulty));
    assert.equal(await storage.bookings.find('bk_2', null), null);
    assert.deepEqual(await lease(storage), []);
    const next = aBooking('bk_3', { startMs: DAY.endMs, endMs: DAY.endMs + HOUR_MS });
    await storage.bookings.amend(aScope(location), save({ booking: next }));
    assert.equal((await storage.bookings.list(LOCATION_ID)).length, 2);
  }),
  test('bookings: re-seatings and the booking they make room for are one step; two bookings may swap tables', async (storage) => {
    const location = await aLocation(storage);
    await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1', { tables: ['A'] }) }));
    await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_2', { tables: ['B'] }) }));
    const swap = [
      { bookingId: 'bk_1', tables: ['B'] },
      { bookingId: 'bk_2', tables: ['A'] },
    ];
    await storage.bookings.amend(aScope(location), save({ reseatings: swap }));
    assert.deepEqual((await storage.bookings.find('bk_1', null))?.tables, ['B']);
    assert.deepEqual((await storage.bookings.find('bk_2', null))?.tables, ['A']);
    const room = save({
      booking: aBooking('bk_3', { tables: ['A'] }),
      reseatings: [{ bookingId: 'bk_2', tables: ['C'] }],
    });
    await storage.bookings.amend(aScope(location), room);
    const diary = await storage.bookings.diary(LOCATION_ID, DAY);
    assert.deepEqual(Object.fromEntries(diary.map(({ id, tables }) => [id, tables])), {
      bk_1: ['B'],
      bk_2: ['C'],
      bk_3: ['A'],
    });
  }),
  test('bookings: a step that was planned on an older plan of the location is refused as stale', async (storage) => {
    const location = await aLocation(storage);
    await aLocation(storage, { name: 'renamed' });
    let ran = false;
    const step = storage.bookings.amend(aScope(location), () => {
      ran = true;
      return { result: null, booking: aBooking('bk_1') };
    });
    await assert.rejects(step, StaleStepError);
    assert.equal(ran, false);
    assert.deepEqual(await storage.bookings.list(LOCATION_ID), []);
  }),
];
