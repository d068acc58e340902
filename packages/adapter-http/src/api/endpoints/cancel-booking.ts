import { errorBody } from '../../http/errors.ts';
import { badRequest } from '../failures.ts';
import { endpoint } from './endpoint.ts';
import { okShape } from './fields.ts';

/** §4.5 */
export const cancelBooking = endpoint(
  {
    name: 'cancelBooking',
    method: 'POST',
    path: '/bookings/:bookingId/cancel',
    scope: 'bookings:write',
    load: 'booking',
    tag: 'Bookings',
    summary: 'Cancel a booking',
    description:
      'Cancels a booking. Without a body. Repeating has no further effect and gets the same answer. A booking that is completed or marked as a no-show can no longer be cancelled: 400.',
    rules: [
      { rule: 'state', fields: [], description: 'The booking must not be completed or marked as a no-show.' },
    ],
    answer: {
      status: 200,
      description: 'The booking is cancelled, now or earlier.',
      name: 'Ok',
      schema: okShape,
      examples: { cancelled: { summary: 'Cancelled', value: { ok: true } } },
    },
    failures: {
      400: badRequest('The booking is over and cannot be cancelled.', {
        over: ['Completed, or marked as a no-show', errorBody('not_cancellable')],
      }),
    },
    shared: { 403: 'ListMissing', 404: 'BookingNotFound' },
  },
  async ({ partner, id }) => {
    const outcome = await partner.cancelBooking(id);
    if (outcome.kind === 'refused') throw new Error(`a cancellation was refused: ${outcome.reason}`);
    const kind = outcome.kind === 'changed' ? 'cancelled' : 'unchanged';
    return {
      status: 200,
      body: { ok: true },
      about: { locationId: outcome.booking.locationId, action: { kind } },
    };
  },
);
