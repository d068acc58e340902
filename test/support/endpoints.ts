/** The endpoints as the specification has them (§4, §5): what the document, the guard and the server are held against. */
import type { Scope } from '@bord/engine';

/** What a request is about. */
interface About {
  readonly locationId: string;
  readonly bookingId: string;
  readonly date: string;
  /** A slot for two. */
  readonly startsAt: string;
}

/** Where a booking was made, or which location is asked for: on the key's list, on none of its, or nowhere. */
export type Place = 'own' | 'other' | 'nowhere';

export interface SpecifiedEndpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** As the document writes it. */
  readonly path: string;
  readonly scope: Scope;
  /** 500 may come from each, whatever the specification says. */
  readonly statuses: readonly number[];
  /** What a key with the scope gets, with a list of locations and without one. */
  readonly access: Readonly<Record<'list' | 'no list', Readonly<Record<Place, number>>>>;
  /** A request that it would take. */
  readonly request: (about: About) => readonly [path: string, body?: object];
}

/** Answers that a key without a list may get of every location. */
const LOCATION_ACCESS = {
  list: { own: 200, other: 403, nowhere: 403 },
  'no list': { own: 200, other: 200, nowhere: 403 },
} as const;
const BOOKING_ACCESS = {
  list: { own: 200, other: 404, nowhere: 404 },
  'no list': { own: 403, other: 403, nowhere: 403 },
} as const;

export const ENDPOINTS: readonly SpecifiedEndpoint[] = [
  {
    name: 'readAvailability',
    method: 'GET',
    path: '/locations/{locationId}/availability',
    scope: 'availability:read',
    statuses: [200, 400, 401, 403, 429, 503],
    access: LOCATION_ACCESS,
    request: ({ locationId, date }) => [`/locations/${locationId}/availability?date=${date}&partySize=2`],
  },
  {
    name: 'readAvailabilityBatch',
    method: 'POST',
    path: '/locations/{locationId}/availability/batch',
    scope: 'availability:read',
    statuses: [200, 400, 401, 403, 429, 503],
    access: LOCATION_ACCESS,
    request: ({ locationId, date }) => [
      `/locations/${locationId}/availability/batch`,
      { startDate: date, endDate: date, partySizes: [2] },
    ],
  },
  {
    name: 'createBooking',
    method: 'POST',
    path: '/locations/{locationId}/bookings',
    scope: 'bookings:write',
    statuses: [201, 400, 401, 403, 409, 429, 503],
    access: {
      list: { ...LOCATION_ACCESS.list, own: 201 },
      'no list': { own: 201, other: 201, nowhere: 403 },
    },
    request: ({ locationId, startsAt }) => [
      `/locations/${locationId}/bookings`,
      { startsAt, partySize: 2, name: 'Alva Lind', email: 'alva@example.com' },
    ],
  },
  {
    name: 'readBooking',
    method: 'GET',
    path: '/bookings/{bookingId}',
    scope: 'bookings:read',
    statuses: [200, 401, 403, 404, 429, 503],
    access: BOOKING_ACCESS,
    request: ({ bookingId }) => [`/bookings/${bookingId}`],
  },
  {
    name: 'cancelBooking',
    method: 'POST',
    path: '/bookings/{bookingId}/cancel',
    scope: 'bookings:write',
    statuses: [200, 400, 401, 403, 404, 429, 503],
    access: BOOKING_ACCESS,
    request: ({ bookingId }) => [`/bookings/${bookingId}/cancel`],
  },
  {
    name: 'readMenu',
    method: 'GET',
    path: '/locations/{locationId}/menu',
    scope: 'menu:read',
    statuses: [200, 401, 403, 404, 429, 503],
    access: { ...LOCATION_ACCESS, 'no list': { own: 200, other: 200, nowhere: 404 } },
    request: ({ locationId }) => [`/locations/${locationId}/menu`],
  },
];
