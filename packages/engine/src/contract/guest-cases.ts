/** The contract for guest data and its erasure. */
import type { DiaryRow } from '../core/booking/row.ts';
import { insertion } from '../core/access/records.ts';
import assert from 'node:assert/strict';
import { type Booking, type Guest } from '../core/booking/booking.ts';
import { type Delivery, MAIL_QUEUE } from '../core/outbox/delivery.ts';
import { DAY_MS, HOUR_MS } from '../core/instant.ts';
import type { Storage } from '../ports/storage.ts';
import { type ContractCase, idsOf, spread, test } from './contract-case.ts';
import {
  aBooking,
  aDelivery,
  aLocation,
  anAttempt,
  anEndpoint,
  aScope,
  FRIDAY_MS,
  lease,
  LOCATION_ID,
  OTHER_LOCATION_ID,
  save,
  resultOf,
} from './fixtures.ts';

/** In every field of the guest. */
const CANARY = 'kanariefågel';
const GUEST: Guest = {
  name: `${CANARY} "Å"`,
  email: `${CANARY}@example.com`,
  phone: `+46 ${CANARY}`,
  notes: `nuts\n${CANARY}`,
  language: 'sv',
};
const NOBODY: Guest = { name: '', email: null, phone: null, notes: null, language: null };
const TOKEN = 'a'.repeat(64);

/** A booking whose guest can be erased at any time of the storage's clock. */
function aVisit(id: string, given: Partial<Booking> = {}): Booking {
  return aBooking(id, { status: 'completed', ...given });
}

/** The event of a booking, with its guest if given. */
function anEvent(
  id: string,
  booking: DiaryRow,
  includeGuest = true,
  given: Partial<Delivery> = {},
): Delivery {
  const { name, email, phone } = booking.guest;
  const guest = includeGuest ? { name, email, phone } : null;
  const data = { bookingId: booking.id, partySize: 2, guest, partnerBookingRef: 'réf 🍽' };
  const body = JSON.stringify({ id, type: 'booking.created', created: 1_900_000_000, data });
  return aDelivery(id, { queue: 'e', bookingId: booking.id, body, ...given });
}

/** All stored texts about a location's bookings. */
async function allStoredIn(storage: Storage): Promise<string> {
  const queues = await Promise.all(['e', MAIL_QUEUE].map((queue) => storage.outbox.ofQueue(queue, 1000)));
  return JSON.stringify([await storage.bookings.list(LOCATION_ID), queues]);
}

export const guestCases: readonly ContractCase[] = [
  test('guests: finds every booking of an address, compared without case in any alphabet, at any location and in any state, by start', async (harness) => {
    const { storage } = harness;
    const locations = [await aLocation(storage), await aLocation(storage, {}, OTHER_LOCATION_ID)];
    const made = async (id: string, email: string | null, given: Partial<Booking> = {}): Promise<void> => {
      const startMs = FRIDAY_MS + Number(id.slice(1)) * 3 * HOUR_MS;
      const booking = aBooking(id, { startMs, guest: { ...GUEST, email }, ...given });
      const location = locations.find((other) => other.id === booking.locationId)!;
      await storage.bookings.amend(aScope(location), save({ booking }));
    };
    await made('b3', 'ALVA_lind@Example.com', { status: 'no_show' });
    await made('b1', 'alva_lind@example.COM', { locationId: OTHER_LOCATION_ID });
    await made('b2', 'alva_lind@example.com', { status: 'cancelled' });
    await made('b4', 'alvaxlind@example.com');
    await made('b5', null);
    // İ in lower case is two characters; Å and the domain may be written in two ways each.
    await made('b6', 'İsa.Å@Blåbär.example.com');
    await made('b7', 'isa.a\u030A@xn--blbr-noae.example.com');
    const found = async (email: string): Promise<readonly string[]> =>
      idsOf(await storage.guests.bookingsOf(email));
    assert.deepEqual(await found('Alva_Lind@example.com'), ['b1', 'b2', 'b3']);
    assert.deepEqual(await found('İSA.Å@xn--blbr-noae.EXAMPLE.com'), ['b6']);
    assert.deepEqual(await found('i̇sa.a\u030A@blåbär.example.com'), ['b6']);
    assert.deepEqual(await found('ISA.Å@BLÅBÄR.example.com'), ['b7']);
    assert.deepEqual(await found('isa.a@blabar.example.com'), []);
    assert.equal(await storage.guests.erase(['b2', 'b3']), 2);
    assert.deepEqual(await found('alva_lind@example.com'), ['b1']);
    assert.deepEqual([await found('%'), await found(''), await found('null')], [[], [], []]);
    assert.deepEqual((await storage.guests.bookingsOf('alvaXlind@example.com'))[0]?.guest, {
      ...GUEST,
      email: 'alvaxlind@example.com',
    });
  }),
  test('guests: an erased guest is removed from the booking and from all webhooks, waiting or settled; the rest remains', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    await storage.records.amend(insertion('endpoints', anEndpoint({ includeGuest: true })));
    const booking = aVisit('bk_1', {
      guest: GUEST,
      manageTokenHash: TOKEN,
      idempotencyKey: 'k',
      history: [{ atMs: 1, kind: 'edited', by: 'operator', before: {}, guestFields: ['phone'] }],
      formerGuests: [{ ...GUEST, phone: `0${CANARY}` }],
      visitor: { network: `net:${CANARY}`, isConfirmed: false, ref: 'r' },
    });
    const other = aBooking('bk_2', { tables: ['B'], manageTokenHash: 'b'.repeat(64) });
    const events = ['delivered', 'failed', 'waiting', 'in hand'].map((id) => anEvent(id, booking));
    const silent = anEvent('without guest', booking, false);
    const unaffected = [{ ...silent, body: `${silent.body} ` }, anEvent('of another', other)];
    await storage.bookings.amend(aScope(location), save({ booking: other }));
    await storage.bookings.amend(aScope(location), save({ booking, deliveries: [...events, ...unaffected] }));
    const leased = await lease(storage);
    for (const one of leased) {
      const state = one.id === 'delivered' || one.id === 'failed' ? one.id : 'waiting';
      if (one.id !== 'in hand') await storage.outbox.settle(one, anAttempt(), () => ({ state }));
    }
    assert.equal(await storage.guests.erase(['bk_1']), 1);

    assert.deepEqual(await storage.bookings.find('bk_1', null), {
      ...booking,
      guest: NOBODY,
      manageTokenHash: null,
      formerGuests: [],
      visitor: { network: null, isConfirmed: false, ref: 'r' },
    });
    assert.deepEqual(await storage.bookings.find('bk_2', null), other);
    for (const event of events) {
      const { body, state } = (await storage.outbox.find('e', event.eventId))!;
      const payload = JSON.parse(event.body) as { data: object };
      assert.deepEqual(JSON.parse(body), { ...payload, data: { ...payload.data, guest: null } });
      assert.equal(state, event.id === 'delivered' || event.id === 'failed' ? event.id : 'waiting');
    }
    for (const { eventId, body } of unaffected)
      assert.equal((await storage.outbox.find('e', eventId))?.body, body, 'the same bytes');
    assert.equal((await allStoredIn(storage)).includes(CANARY), false);
    const inFlightByQueue = leased.find(({ id }) => id === 'in hand')!;
    assert.equal(
      await storage.outbox.settle(inFlightByQueue, anAttempt(), () => ({ state: 'delivered' })),
      true,
    );
  }),
  test('guests: the hash of a network is removed from bookings made before the instant, at most as many as the limit (D52)', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    const of = (id: string, network: string | null, createdMs: number): Booking =>
      aBooking(id, { tables: [id], visitor: { network, isConfirmed: false, ref: 'r' }, createdMs });
    const old = [of('bk_1', `net:${CANARY}`, 1), of('bk_2', `net:${CANARY}`, 2), of('bk_3', null, 1)];
    const recent = of('bk_4', 'net:a', 3);
    for (const booking of [...old, recent]) await storage.bookings.amend(aScope(location), save({ booking }));
    assert.equal(await storage.guests.forgetNetworks(3, 1), 1);
    assert.equal(await storage.guests.forgetNetworks(3, 5), 1);
    assert.equal(await storage.guests.forgetNetworks(3, 5), 0);
    for (const booking of old) {
      const network = booking.visitor!.network === null ? null : 'net:';
      const changed = { ...booking, visitor: { ...booking.visitor, network } };
      assert.deepEqual(await storage.bookings.find(booking.id, null), changed);
    }
    assert.deepEqual(await storage.bookings.find('bk_4', null), recent);
    assert.equal((await allStoredIn(storage)).includes(CANARY), false);
  }),
  test('guests: waiting e-mails to an erased guest are dropped, even if leased', async ({ storage }) => {
    const location = await aLocation(storage);
    const booking = aVisit('bk_1', { guest: GUEST });
    const mail = (id: string, given: Partial<Delivery> = {}): Delivery =>
      aDelivery(id, { bookingId: 'bk_1', ...given });
    const other = aBooking('bk_2', { tables: ['B'] });
    const first = [mail('sent'), mail('in hand')];
    await storage.bookings.amend(aScope(location), save({ booking, deliveries: first }));
    const leased = await lease(storage);
    const of = (id: string) => leased.find((one) => one.id === id)!;
    await storage.outbox.settle(of('sent'), null, () => ({ state: 'delivered' }));
    const second = [mail('waiting'), mail('reminder', { dueMs: FRIDAY_MS + 3650 * DAY_MS })];
    await storage.outbox.add([...second, aDelivery('of nobody')]);
    const remaining = [mail('of another', { bookingId: 'bk_2' })];
    await storage.bookings.amend(aScope(location), save({ booking: other, deliveries: remaining }));
    assert.equal(await storage.guests.erase(['bk_1']), 1);
    const states = await storage.outbox.ofQueue(MAIL_QUEUE, 100);
    assert.deepEqual(Object.fromEntries(states.map(({ id, state }) => [id, state])), {
      sent: 'delivered',
      'in hand': 'dropped',
      waiting: 'dropped',
      reminder: 'dropped',
      'of another': 'waiting',
      'of nobody': 'waiting',
    });
    assert.equal(await storage.outbox.settle(of('in hand'), null, () => ({ state: 'delivered' })), false);
    const left = idsOf(await lease(storage));
    assert.deepEqual(left.toSorted(), ['of another', 'of nobody']);
  }),
  test('guests: erased guests are counted, and each is erased once', async ({ storage }) => {
    const location = await aLocation(storage);
    for (let i = 0; i < 4; i++) {
      const startMs = FRIDAY_MS + i * 3 * HOUR_MS;
      await storage.bookings.amend(aScope(location), save({ booking: aVisit(`bk_${i}`, { startMs }) }));
    }
    assert.equal(await storage.guests.erase([]), 0);
    assert.equal(await storage.guests.erase(['bk_0', 'unknown', 'bk_1', 'bk_0']), 2);
    assert.equal(await storage.guests.erase(['bk_0', 'bk_1', 'bk_2']), 1);
    assert.equal(await storage.guests.erase(['bk_0', 'bk_1', 'bk_2']), 0);
    const found = idsOf(await storage.guests.bookingsOf('alva@example.com'));
    assert.deepEqual(found, ['bk_3']);
  }),
  test('guests: one who is erased does not come back by a step that is under way', async (harness) => {
    const { storage } = harness;
    const store = spread(harness);
    const location = await aLocation(storage);
    await storage.records.amend(insertion('endpoints', anEndpoint({ includeGuest: true })));
    const ids = Array.from({ length: 20 }, (_, i) => `bk_${i}`);
    for (const [i, id] of ids.entries()) {
      const startMs = FRIDAY_MS + i * HOUR_MS;
      const given = { guest: GUEST, formerGuests: [{ ...GUEST, phone: `0${CANARY}` }] };
      const booking = aVisit(id, { startMs, endMs: startMs + HOUR_MS, ...given });
      await storage.bookings.amend(aScope(location), save({ booking, deliveries: [anEvent(id, booking)] }));
    }
    const cancel = (id: string, i: number): Promise<number> =>
      resultOf(
        store(i).bookings.amend(aScope(location, { named: { bookingId: id } }), ({ named }) => {
          const booking: DiaryRow = { ...named!, status: 'cancelled' };
          return { result: 0, booking, deliveries: [anEvent(`cancelled ${id}`, booking)] };
        }),
      );
    const erase = (id: string, i: number): Promise<number> => store(i + 1).guests.erase([id]);
    const counts = await Promise.all(
      ids.flatMap((id, i) => (i % 2 ? [erase(id, i), cancel(id, i)] : [cancel(id, i), erase(id, i)])),
    );
    assert.equal(counts.filter((count) => count === 1).length, ids.length);
    const payload = await allStoredIn(storage);
    assert.equal(payload.includes(CANARY), false);
    const statuses = (await storage.bookings.list(LOCATION_ID)).map(({ status }) => status);
    assert.deepEqual(new Set(statuses), new Set(['cancelled']), 'and no step is lost');
  }),
  test('guests: a guest expected by the storage’s clock is never erased or listed for erasure, for any given instant', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    await storage.records.amend(insertion('endpoints', anEndpoint({ includeGuest: true })));
    const nowMs = await storage.nowMs();
    const visit = (id: string, endsInMs: number, given: Partial<Booking> = {}): Booking =>
      aBooking(id, {
        startMs: nowMs + endsInMs - 2 * HOUR_MS,
        endMs: nowMs + endsInMs,
        guest: GUEST,
        manageTokenHash: TOKEN,
        tables: [id],
        ...given,
      });
    const bookings = [
      visit('ahead', DAY_MS),
      visit('at table', HOUR_MS),
      visit('over', -HOUR_MS),
      visit('cancelled', DAY_MS + 1, { status: 'cancelled' }),
    ];
    for (const booking of bookings) {
      const deliveries = [
        anEvent(booking.id, booking),
        aDelivery(`mail ${booking.id}`, { bookingId: booking.id }),
      ];
      await storage.bookings.amend(aScope(location), save({ booking, deliveries }));
    }
    const named = await storage.guests.endedBefore(
      [{ locationId: LOCATION_ID, endMs: nowMs + 365 * DAY_MS }],
      100,
    );
    assert.deepEqual(idsOf(named), ['over', 'cancelled']);
    assert.equal(await storage.guests.erase(idsOf(bookings)), 2);
    for (const booking of bookings.slice(0, 2)) {
      assert.deepEqual(await storage.bookings.find(booking.id, null), booking);
      const event = await storage.outbox.find('e', `event of ${booking.id}`);
      assert.equal(event?.body.includes(CANARY), true);
      assert.equal((await storage.outbox.find(MAIL_QUEUE, `event of mail ${booking.id}`))?.state, 'waiting');
    }
    assert.equal((await storage.bookings.find('over', null))?.guest.name, '');
  }),
];
