import { booking, bookingBody, bookingShape } from './booking-body.ts';
import { endpoint } from './endpoint.ts';
import { bookingState } from './fields.ts';

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
      schema: bookingShape,
      examples: {
        confirmed: { summary: 'It stands', value: booking },
        cancelled: { summary: 'It has been cancelled', value: { ...booking, status: 'cancelled' } },
      },
    },
    parts: { BookingState: bookingState },
    shared: { 403: 'ListMissing', 404: 'BookingNotFound' },
  },
  async ({ partner, id }) => {
    const found = await partner.readBooking(id);
    return {
      status: 200,
      body: bookingBody(found),
      about: { locationId: found.locationId },
    };
  },
);
