import { formatInstant, formatInstantMs } from '@bord/engine';
import * as z from 'zod';
import { BOOKING_ID, CREATED_AT, LOCATION_ID, PARTNER_REF, STARTS_AT } from '../../openapi/demo.ts';
import { endpoint } from './endpoint.ts';
import {
  bookingId,
  bookingState,
  channel,
  instant,
  locationId,
  partnerBookingRef,
  partySize,
  source,
  start,
} from './fields.ts';

const booking = {
  id: BOOKING_ID,
  locationId: LOCATION_ID,
  startsAt: STARTS_AT,
  partySize: 2,
  status: 'confirmed',
  source: 'partner',
  channel: 'partner:hotel-nord',
  partnerBookingRef: PARTNER_REF,
  createdAt: CREATED_AT,
};

/** §4.4 */
export const readBooking = endpoint(
  {
    name: 'readBooking',
    method: 'GET',
    path: '/bookings/:bookingId',
    scope: 'bookings:read',
    load: 'reading',
    tag: 'Bookings',
    summary: 'Read a booking',
    description:
      'How a booking stands now (§4.4). You see the bookings of your own channel at the locations of your key; every other one is 404, whether it exists or not.',
    answer: {
      status: 200,
      description: 'The booking.',
      name: 'BookingStatus',
      schema: z
        .object({
          id: bookingId,
          locationId,
          startsAt: start,
          partySize,
          status: bookingState,
          source,
          channel,
          partnerBookingRef,
          createdAt: instant.meta({ description: 'When the booking was made, in UTC.' }),
        })
        .meta({ description: 'A booking as it stands now (§2.8). Nothing about the guest.' }),
      examples: {
        confirmed: { summary: 'It stands', value: booking },
        cancelled: { summary: 'It has been cancelled', value: { ...booking, status: 'cancelled' } },
      },
    },
    parts: { BookingState: bookingState },
    shared: { 403: 'ListMissing', 404: 'BookingNotFound' },
  },
  async ({ engine, caller, id }) => {
    const found = await engine.partner(caller).readBooking(id);
    return {
      status: 200,
      body: {
        id: found.id,
        locationId: found.locationId,
        startsAt: formatInstant(found.startMs),
        partySize: found.partySize,
        status: found.status,
        source: found.source,
        channel: found.channel,
        partnerBookingRef: found.partnerBookingRef,
        createdAt: formatInstantMs(found.createdMs),
      },
      about: { locationId: found.locationId },
    };
  },
);
