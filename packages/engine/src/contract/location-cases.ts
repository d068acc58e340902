import { insertion } from '../core/access/records.ts';
import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS } from '../core/instant.ts';
import type { Booking } from '../core/booking/booking.ts';
import { holdId } from '../core/ids.ts';
import type { DiaryRow } from '../core/booking/row.ts';
import { BOOKING_PAGE_DEFAULTS } from '../core/location/booking-page.ts';
import type { Location, LocationPlan } from '../core/location/location.ts';
import type { Delivery } from '../core/outbox/delivery.ts';
import { StaleStepError } from '../ports/booking-store.ts';
import { type ContractCase, idsOf, testStorage as test } from './contract-case.ts';
import {
  aBooking,
  aDelivery,
  aLocation,
  anEndpoint,
  aPeriod,
  aPlan,
  aScope,
  FRIDAY_MS,
  lease,
  LOCATION_ID,
  OTHER_LOCATION_ID,
  save,
  aHold,
} from './fixtures.ts';

export const locationCases: readonly ContractCase[] = [
  test('locations: reads back a plan, counts its revisions, lists by name', async (storage) => {
    const plan = aPlan({
      name: 'Ärlig mat',
      alias: 'mat',
      brand: { colour: '#7a1f2b', logo: 'https://mat.example/logo.png' },
      bookingPage: { ...BOOKING_PAGE_DEFAULTS, embedOn: ['https://mat.example'], text: 'Välkommen' },
      areas: [{ id: 'ute', name: 'Uteserveringen' }],
      leadTimes: [{ partyMax: 4, leadTimeMinutes: 30 }],
      contact: { address: 'Storgatan 1', phone: '+46 8 123', email: 'hej@example.com' },
      servicePeriods: [
        aPeriod({
          dates: ['2030-12-24'],
          lastSeatingMinute: 1290,
          pacing: { coversPerStep: 8, partiesPerStep: null },
        }),
      ],
      guestCutoffMinutes: 0,
      guestRetentionDays: null,
      closures: [{ id: 'c1', from: '2030-01-01', to: '2030-01-02', reason: 'nyår' }],
    });
    assert.equal(await storage.locations.get(LOCATION_ID), null);
    const made = await storage.locations.put(LOCATION_ID, plan, 0, () => undefined);
    assert.deepEqual(made, { location: { ...plan, id: LOCATION_ID, revision: 1 }, created: true });
    assert.deepEqual(await storage.locations.get(LOCATION_ID), made.location);
    const changed = await storage.locations.put(LOCATION_ID, aPlan({ name: 'B' }), 0, () => undefined);
    assert.equal(changed.created, false);
    assert.equal(changed.location.revision, 2);
    await aLocation(storage, { name: 'A' }, OTHER_LOCATION_ID);
    assert.deepEqual(
      (await storage.locations.list()).map(({ name }) => name),
      ['A', 'B'],
    );
  }),
  test('locations: several plans are stored together or not at all, and one whose check returns null stays as it is', async (storage) => {
    const before = await aLocation(storage, { name: 'A' });
    const other = { locationId: OTHER_LOCATION_ID, plan: aPlan({ name: 'B' }), check: () => undefined };
    const refused = { locationId: LOCATION_ID, plan: aPlan({ name: 'C' }) };
    const rejecting = (): never => {
      throw new RangeError('refused');
    };
    await assert.rejects(storage.locations.putAll([other, { ...refused, check: rejecting }], 0), RangeError);
    assert.deepEqual(await storage.locations.list(), [before]);

    const seen: (Location | null)[] = [];
    const check = (_: unknown, found: Location | null): null => {
      seen.push(found);
      return null;
    };
    const put = await storage.locations.putAll([{ ...refused, check }, other], 0);
    assert.deepEqual(seen, [before]);
    const made = { ...other.plan, id: OTHER_LOCATION_ID, revision: 1 };
    assert.deepEqual(put, [
      { location: before, created: false },
      { location: made, created: true },
    ]);
    assert.deepEqual(await storage.locations.list(), [before, made]);
  }),
  test('locations: each time zone once, and of one the locations that keep their guests for a time, page by page', async (storage) => {
    const { locations } = storage;
    assert.deepEqual(await locations.timeZones(), []);
    const idOf = (i: number): string => `00000000-0000-4000-8000-00000000000${i}`;
    const zones = ['Asia/Tokyo', 'Europe/Oslo', 'Europe/Oslo', 'Europe/Oslo', 'Europe/Oslo'];
    for (const [i, timeZone] of zones.entries())
      await aLocation(storage, { timeZone, guestRetentionDays: i === 2 ? null : 10 * i + 1 }, idOf(i));
    assert.deepEqual((await locations.timeZones()).toSorted(), ['Asia/Tokyo', 'Europe/Oslo']);
    const oslo = (afterId: string | null, limit: number) =>
      locations.retentions('Europe/Oslo', afterId, limit);
    const [first, third, fourth] = [1, 3, 4].map((i) => ({ locationId: idOf(i), days: 10 * i + 1 }));
    assert.deepEqual(await oslo(null, 2), [first, third]);
    assert.deepEqual(await oslo(idOf(3), 2), [fourth]);
    assert.deepEqual(await oslo(idOf(4), 2), []);
    assert.deepEqual(await locations.retentions('Europe/Berlin', null, 9), []);
  }),
  test('locations: in a stored plan, fields that were added later have their defaults', async (storage) => {
    const { alias: _, areas: _areas, bookingPage: _bookingPage, ...newer } = aPlan();
    const { brand: _brand, leadTimes: _leadTimes, ...old } = newer;
    await storage.locations.put(LOCATION_ID, old as LocationPlan, 0, () => undefined);
    const location = { ...aPlan(), id: LOCATION_ID, revision: 1 };
    assert.deepEqual(await storage.locations.get(LOCATION_ID), location);
    assert.deepEqual(await storage.locations.list(), [location]);
  }),
  test('locations: a rejected plan is not saved; the check sees the live bookings that are not over', async (storage) => {
    const location = await aLocation(storage);
    const bookings = [
      aBooking('over', { startMs: FRIDAY_MS, endMs: FRIDAY_MS + HOUR_MS }),
      aBooking('running', { startMs: FRIDAY_MS + HOUR_MS, endMs: FRIDAY_MS + HOUR_MS + 1 }),
      aBooking('ahead', { startMs: FRIDAY_MS + DAY_MS }),
      aBooking('cancelled', { startMs: FRIDAY_MS + DAY_MS, status: 'cancelled' }),
    ];
    for (const booking of bookings) await storage.bookings.amend(aScope(location), save({ booking }));
    const fault = new Error('refused');
    const change = storage.locations.put(
      LOCATION_ID,
      aPlan({ name: 'other' }),
      FRIDAY_MS + HOUR_MS,
      (live, before) => {
        assert.deepEqual(idsOf(live).toSorted(), ['ahead', 'running']);
        assert.deepEqual(before, location);
        throw fault;
      },
    );
    await assert.rejects(change, fault);
    assert.deepEqual(await storage.locations.get(LOCATION_ID), location);
  }),
  test('locations: holds that are released for a plan are released with it, and their tables are free', async (storage) => {
    const location = await aLocation(storage);
    const hold = aHold(holdId(FRIDAY_MS, new Uint8Array(10)));
    await storage.bookings.amend(aScope(location), save({ booking: hold }));
    const released = (rows: readonly DiaryRow[]): DiaryRow[] =>
      rows.map((row) => ({ ...row, status: 'cancelled' }));
    await storage.locations.put(LOCATION_ID, aPlan(), FRIDAY_MS, (rows) => ({ others: released(rows) }));
    assert.equal((await storage.bookings.find(hold.id, null))?.status, 'cancelled');
    assert.deepEqual(await storage.bookings.pending(LOCATION_ID), []);
    const planned = (await storage.locations.get(LOCATION_ID))!;
    const seen = await storage.bookings.amend(aScope(planned), (snapshot) => ({
      result: snapshot.bookings,
      booking: aBooking('next'),
    }));
    assert.deepEqual(seen.result, []);
  }),
  test('locations: a delivery that comes with a plan is saved with it, also where no row changes', async (storage) => {
    await storage.locations.put(LOCATION_ID, aPlan(), 0, () => ({ deliveries: [aDelivery('d')] }));
    assert.deepEqual(idsOf(await lease(storage)), ['d']);
  }),
  test('locations: removing a location removes all its data, and keeps the data of others', async (storage) => {
    const [location, other] = [await aLocation(storage), await aLocation(storage, {}, OTHER_LOCATION_ID)];
    await storage.locations.putMenu(LOCATION_ID, { currency: 'EUR', categories: [] });
    const over = { startMs: FRIDAY_MS, endMs: FRIDAY_MS + HOUR_MS };
    const book = (booking: Booking, at: Location) => {
      const deliveries = [
        aDelivery(`about ${booking.id}`, { queue: 'e', locationId: at.id, bookingId: booking.id }),
      ];
      return storage.bookings.amend(aScope(at), save({ booking, deliveries }));
    };
    for (const id of ['one', 'two', 'three']) await book(aBooking(id, { ...over, tables: [id] }), location);
    await book(aBooking('cancelled', { startMs: FRIDAY_MS + DAY_MS, status: 'cancelled' }), location);
    await book(aBooking('ahead', { startMs: FRIDAY_MS + DAY_MS }), location);
    await book(aBooking('others', { ...over, locationId: OTHER_LOCATION_ID }), other);
    const refusal = {
      channel: 'partner:acme',
      requestedMs: 0,
      startMs: FRIDAY_MS,
      partySize: 2,
      reason: 'tables',
    } as const;
    for (const at of [location, other])
      await storage.bookings.amend(aScope(at), save({ refusal: { ...refusal, locationId: at.id } }));
    const bookingsOf = async (locationId: string) =>
      idsOf(await storage.bookings.list(locationId)).toSorted();
    const nowMs = FRIDAY_MS + HOUR_MS;

    assert.equal(await storage.locations.clear(LOCATION_ID, nowMs, 2), 3);
    assert.equal((await bookingsOf(LOCATION_ID)).length, 3);
    assert.equal(await storage.locations.clear(LOCATION_ID, nowMs, 100), 2);
    assert.equal(await storage.locations.clear(LOCATION_ID, nowMs, 100), 0);
    assert.deepEqual(await bookingsOf(LOCATION_ID), ['ahead']);
    assert.deepEqual((await storage.outbox.ofQueue('e', 10)).map(({ bookingId }) => bookingId).toSorted(), [
      'ahead',
      'others',
    ]);

    const fault = new Error('refused');
    const refused = storage.locations.remove(LOCATION_ID, nowMs, (live) => {
      assert.deepEqual(idsOf(live), ['ahead']);
      throw fault;
    });
    await assert.rejects(refused, fault);
    assert.deepEqual(await storage.locations.get(LOCATION_ID), location);

    assert.equal(await storage.locations.remove(LOCATION_ID, nowMs, () => undefined), true);
    assert.equal(await storage.locations.remove(LOCATION_ID, nowMs, () => undefined), false);
    assert.equal(await storage.locations.get(LOCATION_ID), null);
    assert.equal(await storage.locations.menu(LOCATION_ID), null);
    assert.equal(await storage.bookings.find('ahead', null), null);
    assert.deepEqual(
      await storage.bookings.diary(LOCATION_ID, { startMs: 0, endMs: FRIDAY_MS + 9 * DAY_MS }),
      [],
    );
    assert.deepEqual(
      (await storage.outbox.ofQueue('e', 10)).map(({ bookingId }) => bookingId),
      ['others'],
    );
    const always = { startMs: 0, endMs: FRIDAY_MS + DAY_MS };
    assert.deepEqual(await storage.bookings.refusals(LOCATION_ID, always), []);
    assert.deepEqual(await bookingsOf(OTHER_LOCATION_ID), ['others']);
    assert.equal((await storage.bookings.refusals(OTHER_LOCATION_ID, always)).length, 1);

    // Its id, its bookings' ids and its tables are free again, and a step on the plan of before is stale.
    await assert.rejects(storage.bookings.amend(aScope(location), save({})), StaleStepError);
    assert.equal((await aLocation(storage)).revision, 1);
    await book(aBooking('one', over), location);
  }),
  test('locations: what waits of a location is counted, of open queues and soon due alone', async (storage) => {
    const location = await aLocation(storage);
    await storage.records.amend(insertion('endpoints', anEndpoint({ id: 'closed', disabledMs: 0 })));
    const nowMs = await storage.nowMs();
    const about = (id: string, given: Partial<Delivery>) =>
      aDelivery(id, { locationId: location.id, ...given });
    await storage.outbox.add([
      about('now', { dueMs: nowMs }),
      about('later', { dueMs: nowMs + HOUR_MS }),
      about('closed', { queue: 'closed', dueMs: nowMs }),
      about('elsewhere', { locationId: OTHER_LOCATION_ID, dueMs: nowMs }),
    ]);
    assert.equal(await storage.outbox.waitingAt(LOCATION_ID, nowMs + 60_000), 1);
    assert.equal(await storage.outbox.waitingAt(LOCATION_ID, nowMs + DAY_MS), 2);
    assert.equal(await storage.outbox.waitingAt(LOCATION_ID, nowMs), 0);
  }),
  test('locations: keeps one menu for each location', async (storage) => {
    await aLocation(storage);
    assert.equal(await storage.locations.menu(LOCATION_ID), null);
    const item = { id: 'i', name: 'Räksmörgås 🦐', description: null, priceOre: 18_500, tags: ['fisk'] };
    const menu = {
      currency: 'SEK',
      categories: [{ id: 'c', name: 'Förrätter', description: 'kallt', items: [item] }],
    };
    await storage.locations.putMenu(LOCATION_ID, { currency: 'EUR', categories: [] });
    await storage.locations.putMenu(LOCATION_ID, menu);
    assert.deepEqual(await storage.locations.menu(LOCATION_ID), menu);
    assert.equal(await storage.locations.menu(OTHER_LOCATION_ID), null);
  }),
];
