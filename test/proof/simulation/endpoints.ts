import type { EndpointRequest } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { DEMO_ID } from './choices.ts';

/** The endpoints at the start. */
export const ENDPOINTS: readonly EndpointRequest[] = [
  { partner: 'acme', url: 'https://acme.example/all', includeGuest: true },
  {
    partner: 'acme',
    url: 'https://acme.example/some',
    eventTypes: ['booking.updated', 'booking.cancelled'],
    locationIds: [fixtures.LOCATION_ID],
  },
  { partner: 'hotel', url: 'https://hotel.example/', locationIds: [DEMO_ID] },
  {
    partner: 'acme',
    url: 'https://acme.example/times',
    eventTypes: ['availability.changed', 'waitlist.offered'],
    // Named, since these partners have no API keys.
    locationIds: [fixtures.LOCATION_ID, DEMO_ID],
    includeGuest: true,
  },
  {
    partner: 'hotel',
    url: 'https://hotel.example/times',
    eventTypes: ['availability.changed', 'booking.created', 'waitlist.offered'],
    locationIds: [fixtures.LOCATION_ID],
  },
];
