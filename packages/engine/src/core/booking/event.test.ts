import { expect, test } from 'vitest';
import { aBooking, anEndpoint, LOCATION_ID, OTHER_LOCATION_ID } from '../../contract/fixtures.ts';
import { announce, type Endpoint, hears } from './event.ts';
import { EVENT_TYPES } from '../outbox/event-type.ts';
import { announceOffer, type Offer } from './offer-event.ts';
import { testEvent } from '../outbox/test-event.ts';

const endpoint = anEndpoint({ id: 'e1' });
const anOffer: Offer = {
  waitingId: 'wt_1',
  holdId: 'hd_1',
  channel: 'partner:acme',
  locationId: LOCATION_ID,
  startMs: Date.UTC(2030, 2, 1, 18),
  expiresMs: Date.UTC(2030, 2, 1, 12, 30),
  partySize: 4,
  partnerBookingRef: null,
  guest: { name: 'Alva Lind', email: 'alva@example.com', phone: null, notes: 'window', language: null },
};
const NOW_MS = Date.UTC(2027, 5, 18, 12, 0, 0, 400);

test('§6.2 the payload has the fields of the contract, and the guest only if the endpoint has opted in', () => {
  const booking = aBooking('bk_1', { partnerBookingRef: 'ref' });
  const [plain, withGuest] = announce(booking, 'booking.created', NOW_MS, [
    endpoint,
    { ...endpoint, id: 'e2', includeGuest: true },
  ]).deliveries;
  const seconds = Math.floor(NOW_MS / 1000);
  expect(JSON.parse(plain!.body)).toEqual({
    id: `bk_1:booking.created:${seconds}`,
    type: 'booking.created',
    created: seconds,
    data: {
      bookingId: 'bk_1',
      locationId: LOCATION_ID,
      status: 'confirmed',
      startsAt: '2030-03-01T18:00:00Z',
      endsAt: '2030-03-01T20:00:00Z',
      partySize: 2,
      source: 'partner',
      channel: 'partner:acme',
      partnerBookingRef: 'ref',
      guest: null,
    },
  });
  expect(JSON.parse(withGuest!.body).data.guest).toEqual({
    name: 'Alva Lind',
    email: 'alva@example.com',
    phone: null,
  });
  expect(plain!.eventId).toBe(withGuest!.eventId);
});

test('D21 an endpoint gets events of its partner’s bookings, of its types and locations', () => {
  const heard = (given: Partial<Endpoint>, booking = aBooking('bk_1')): number =>
    announce(booking, 'booking.cancelled', NOW_MS, [{ ...endpoint, ...given }]).deliveries.length;
  expect(heard({})).toBe(1);
  expect(heard({ partner: 'other' })).toBe(0);
  expect(heard({}, aBooking('bk_1', { channel: 'operator' }))).toBe(0);
  expect(heard({ eventTypes: ['booking.created'] })).toBe(0);
  expect(heard({ eventTypes: ['waitlist.offered', 'availability.changed'] })).toBe(0);
  expect(heard({ eventTypes: ['booking.cancelled'] })).toBe(1);
  expect(heard({ locationIds: [OTHER_LOCATION_ID] })).toBe(0);
  expect(heard({ locationIds: [OTHER_LOCATION_ID, LOCATION_ID] })).toBe(1);
});

test('D22 two events of one type within a second get ids a second apart; other types are not moved', () => {
  let booking = aBooking('bk_1');
  const ids = [
    'booking.created',
    'booking.updated',
    'booking.updated',
    'booking.updated',
    'booking.cancelled',
  ].map((type) => {
    const announcement = announce(booking, type as 'booking.updated', NOW_MS, [endpoint]);
    booking = announcement.booking;
    return announcement.deliveries[0]!.eventId;
  });
  const s = Math.floor(NOW_MS / 1000);
  expect(ids).toEqual([
    `bk_1:booking.created:${s}`,
    `bk_1:booking.updated:${s}`,
    `bk_1:booking.updated:${s + 1}`,
    `bk_1:booking.updated:${s + 2}`,
    `bk_1:booking.cancelled:${s}`,
  ]);
});

test('D30 an endpoint without a list of types gets only the three of §6.1; one with a list gets exactly those', () => {
  const heard = (eventTypes: Endpoint['eventTypes']): readonly string[] =>
    EVENT_TYPES.filter((type) => hears({ ...endpoint, eventTypes }, type, LOCATION_ID));
  expect(heard(null)).toEqual(['booking.created', 'booking.updated', 'booking.cancelled']);
  expect(heard(['availability.changed'])).toEqual(['availability.changed']);
  expect(heard(['booking.created', 'waitlist.offered'])).toEqual(['booking.created', 'waitlist.offered']);
  expect(heard([])).toEqual([]);
  expect(heard([...EVENT_TYPES])).toEqual(EVENT_TYPES);
});

test('§6.2 a test event has the same fields as a real one, of a type of the endpoint', () => {
  const [true_] = announce(aBooking('bk_1'), 'booking.updated', NOW_MS, [endpoint]).deliveries;
  const tested = (eventTypes: Endpoint['eventTypes']): { id: string; type: string; data: object } =>
    JSON.parse(testEvent({ ...endpoint, eventTypes }, 'test_1', NOW_MS).body);
  const expected = JSON.parse(true_!.body) as { data: object };
  const named = { ...expected, data: { ...expected.data, partnerBookingRef: 'any' } };
  expect(shapeOf(tested(null))).toEqual(shapeOf(named));
  expect(tested(null).id).toBe(`bk_test_1:booking.updated:${Math.floor(NOW_MS / 1000)}`);
  for (const type of EVENT_TYPES) expect(tested([type]).type).toBe(type);
  const [offered] = announceOffer(anOffer, NOW_MS, [{ ...endpoint, eventTypes: ['waitlist.offered'] }]);
  const offer = JSON.parse(offered!.body) as { data: object };
  expect(shapeOf(tested(['waitlist.offered']))).toEqual(
    shapeOf({ ...offer, data: { ...offer.data, partnerBookingRef: 'any' } }),
  );
});

/** Names of fields and types of values. */
const shapeOf = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
    : typeof value;

test('D36 endpoints of the partner that name the type get an offer, with the guest only if the endpoint has opted in', () => {
  const named = { ...endpoint, eventTypes: ['waitlist.offered'] } as const;
  const deliveries = announceOffer(anOffer, NOW_MS, [
    named,
    { ...named, id: 'e2', includeGuest: true },
    { ...named, id: 'everything of §6.1', eventTypes: null },
    { ...named, id: 'another partner', partner: 'other' },
    { ...named, id: 'elsewhere', locationIds: [OTHER_LOCATION_ID] },
  ]);
  expect(deliveries.map(({ queue }) => queue)).toEqual(['e1', 'e2']);
  const seconds = Math.floor(NOW_MS / 1000);
  const id = `wt_1:waitlist.offered:${seconds}`;
  const [plain, withGuest] = deliveries;
  expect(plain).toMatchObject({ id: `${id}@e1`, eventId: id, bookingId: 'wt_1', dueMs: null });
  const data = {
    waitingId: 'wt_1',
    holdId: 'hd_1',
    locationId: LOCATION_ID,
    startsAt: '2030-03-01T18:00:00Z',
    expiresAt: '2030-03-01T12:30:00Z',
    partySize: 4,
    partnerBookingRef: null,
    guest: null,
  };
  expect(JSON.parse(plain!.body)).toEqual({ id, type: 'waitlist.offered', created: seconds, data });
  const guest = { name: 'Alva Lind', email: 'alva@example.com', phone: null };
  expect(JSON.parse(withGuest!.body).data).toEqual({ ...data, guest });
  const erased = { ...anOffer, guest: { ...anOffer.guest, name: '' } };
  const [, toErased] = announceOffer(erased, NOW_MS, [named, { ...named, id: 'e2', includeGuest: true }]);
  expect(JSON.parse(toErased!.body).data.guest).toBeNull();
});
