import * as z from 'zod';
import { BOOKING_ID, DATE, PARTNER_REF, STARTS_AT } from '../demo.ts';
import { badRequest, othersOn, refused } from '../failures.ts';
import { refusalAnswer } from '../refusal-answer.ts';
import { bookingCreated, createdBody, guestFields, guestOf } from './booking-body.ts';
import { endpoint } from './endpoint.ts';

const confirmation = z.object(guestFields).meta({
  description:
    'The guest. Time and size are those of the hold. Of the optional fields, `phone`, `notes`, `partnerBookingRef` and `lang` count as not given when they are empty or blank.',
});

const least = { name: 'Alva Lind', email: 'alva@example.com' };

/** D35: a hold becomes a booking. */
export const confirmHold = endpoint(
  {
    name: 'confirmHold',
    method: 'POST',
    path: '/holds/:holdId/confirm',
    scope: 'bookings:write',
    access: 'own channel',
    load: 'booking',
    tag: 'Holds',
    summary: 'Confirm a hold',
    description: [
      'Makes a booking of a hold: from here on it is one like any other, with its own id, its event and a mail to the guest. It has the table that was held, also if the restaurant has changed its hours or closed the date since.',
      'Repeating has no further effect: the answer is the same booking in its current state, with the header `Idempotent-Replayed: true`. So when an answer is lost, send the confirmation again.',
      'An expired hold can still be confirmed until another booking needs its table; this is decided at the confirmation. Then, and when it was released, the answer is 409.',
    ].join('\n\n'),
    body: {
      name: 'HoldConfirmation',
      schema: confirmation,
      examples: {
        full: {
          summary: 'Everything',
          value: {
            ...least,
            phone: '+46 70 123 45 67',
            notes: 'One of us eats no nuts.',
            partnerBookingRef: PARTNER_REF,
            lang: 'en',
          },
        },
        least: { summary: 'The least', value: least },
      },
    },
    answer: {
      status: 201,
      description: 'The booking is made, now or earlier.',
      headers: ['Idempotent-Replayed'],
      name: 'BookingCreated',
      schema: bookingCreated,
      examples: {
        confirmed: {
          summary: 'A new booking',
          value: { id: BOOKING_ID, startsAt: STARTS_AT, status: 'confirmed', partnerBookingRef: PARTNER_REF },
        },
      },
    },
    failures: {
      400: badRequest('The body is malformed. The hold is unchanged.', {
        fieldMissing: ['No name', 'name is missing'],
      }),
      409: refused(
        'The hold is gone: it had expired and another booking has its table, it was released, or its time has passed.',
        { tables: othersOn(DATE, '17:45', '18:15', '17:30', '18:30') },
        ['tables'],
      ),
    },
    shared: { 403: 'ScopeMissing', 404: 'HoldNotFound' },
  },
  async ({ partner, id, body, extra }) => {
    const outcome = await partner.confirmHold(id, guestOf(body));
    if (outcome.kind === 'refused')
      return refusalAnswer(outcome, () => partner.alternativesToConfirm(id), extra);
    const { kind, booking } = outcome;
    return {
      status: 201,
      body: createdBody(booking),
      about: { locationId: booking.locationId, action: { kind } },
      ...(kind === 'replayed' && { headers: ['idempotent-replayed', 'true'] }),
    };
  },
);
