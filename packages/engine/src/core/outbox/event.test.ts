import { expect, test } from 'vitest';
import { aBooking, anEndpoint, LOCATION_ID, OTHER_LOCATION_ID } from '../../contract/fixtures.ts';
import { announce, type Endpoint, EVENT_TYPES, testEvent } from './event.ts';

const endpoint = anEndpoint({ id: 'e1' });
const NOW_MS = Date.UTC(2027, 5, 18, 12, 0, 0, 400);

test('§6.2 the payload has the fields of the contract, and the guest only where the endpoint opted in', () => {
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

test('D21 an endpoint hears of its partner’s bookings, of the types and locations it has chosen', () => {
  const heard = (given: Partial<Endpoint>, booking = aBooking('bk_1')): number =>
    announce(booking, 'booking.cancelled', NOW_MS, [{ ...endpoint, ...given }]).deliveries.length;
  expect(heard({})).toBe(1);
  expect(heard({ partner: 'other' })).toBe(0);
  expect(heard({}, aBooking('bk_1', { channel: 'operator' }))).toBe(0);
  expect(heard({ eventTypes: ['booking.created'] })).toBe(0);
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

test('§6.2 a test event is in every respect like a true one, of a type that the endpoint knows', () => {
  const [true_] = announce(aBooking('bk_1'), 'booking.updated', NOW_MS, [endpoint]).deliveries;
  const shapeOf = (value: unknown): unknown =>
    value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
      : typeof value;
  const body = JSON.parse(testEvent(endpoint, 'bk_test_1', NOW_MS).body) as { id: string; data: object };
  const expected = JSON.parse(true_!.body) as { data: object };
  const named = { ...expected, data: { ...expected.data, partnerBookingRef: 'any' } };
  expect(shapeOf(body)).toEqual(shapeOf(named));
  expect(body.id).toBe(`bk_test_1:booking.updated:${Math.floor(NOW_MS / 1000)}`);
  for (const type of EVENT_TYPES) {
    const narrow = { ...endpoint, eventTypes: [type] };
    expect((JSON.parse(testEvent(narrow, 'bk_test_1', NOW_MS).body) as { type: string }).type).toBe(type);
  }
});
