import * as z from 'zod';
import { errorBody } from '../../http/errors.ts';
import { refusalAnswer } from '../refusal-answer.ts';
import { badRequest, othersOn, refused } from '../failures.ts';
import { booking, bookingBody, bookingShape } from './booking-body.ts';
import { instantIn, NO_OFFSET } from '../field-faults.ts';
import { endpoint } from './endpoint.ts';
import { instant, partySize } from './fields.ts';
import { DATE, LATER } from '../demo.ts';

const moveRequest = z
  .object({
    startsAt: instant.optional().meta({
      description:
        'When the party comes instead: the `slot` of an availability answer. RFC 3339, with `Z` or any other offset.',
    }),
    partySize: partySize.optional().meta({ minimum: 1, description: 'How many guests instead.' }),
  })
  .meta({
    description:
      'Another time, another size, or both. An omitted field keeps its value at the time of the move.',
  });

/** D32: moves a booking to another time or size, as safe as a creation. */
export const moveBooking = endpoint(
  {
    name: 'moveBooking',
    method: 'POST',
    path: '/bookings/:bookingId/move',
    scope: 'bookings:write',
    load: 'booking',
    tag: 'Bookings',
    summary: 'Move a booking',
    description: [
      'Gives a booking another time, another size, or both. It keeps its id, and the guest is notified by e-mail. It can move where a new booking could be made, its own tables included. If the move fails, the booking is unchanged.',
      'Omitted fields keep their current values. A move without a change succeeds and sends no event, so after a lost answer send the same move again.',
      'A booking that is cancelled or over, or whose party is there already, cannot be moved any more: 400.',
    ].join('\n\n'),
    body: {
      name: 'MoveRequest',
      schema: moveRequest,
      examples: {
        time: { summary: 'Another time', value: { startsAt: LATER } },
        both: { summary: 'Half an hour later, and one guest more', value: { startsAt: LATER, partySize: 3 } },
      },
    },
    rules: [
      {
        rule: 'state',
        fields: [],
        description: 'The booking must be confirmed, and its party not yet at its table.',
      },
    ],
    answer: {
      status: 200,
      description: 'The booking has the requested time and size, now or already before.',
      name: 'BookingStatus',
      schema: bookingShape,
      examples: { moved: { summary: 'Moved', value: { ...booking, startsAt: LATER } } },
    },
    failures: {
      400: badRequest('The body is malformed, or the booking cannot be moved any more.', {
        noOffset: ['A time without an offset', NO_OFFSET],
        partySizeZero: ['A party size of 0', 'partySize must be a whole number, 1 or more'],
        over: ['Cancelled, over, or the party is there', errorBody('not_movable')],
      }),
      409: refused(
        'The booking is unchanged.',
        { tables: othersOn(DATE, '15:30', '15:15', '15:00', '14:45') },
        ['tables'],
      ),
    },
    shared: { 403: 'ListMissing', 404: 'BookingNotFound' },
  },
  async ({ partner, id, body: { startsAt, partySize: size }, extra }) => {
    const request = {
      ...(startsAt !== undefined && { startMs: instantIn('startsAt', startsAt) }),
      ...(size !== undefined && { partySize: size }),
    };
    const outcome = await partner.moveBooking(id, request);
    if (outcome.kind === 'refused')
      return refusalAnswer(outcome, () => partner.alternativesToMove(id, request), extra);
    const { kind, booking: now } = outcome;
    return {
      status: 200,
      body: bookingBody(now),
      about: { locationId: now.locationId, action: { kind: kind === 'changed' ? 'moved' : 'unchanged' } },
    };
  },
);
