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
      'The current state of a booking. You see the bookings of your channel at the locations of your key; all others are 404, whether or not they exist.',
    answer: {
      status: 200,
      description: 'The booking.',
      name: 'BookingStatus',
      schema: bookingShape,
      examples: {
        confirmed: { summary: 'Confirmed', value: booking },
        cancelled: { summary: 'Cancelled', value: { ...booking, status: 'cancelled' } },
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
