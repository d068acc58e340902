import { limits } from '@bord/engine';
import * as z from 'zod';
import { instantIn, NO_OFFSET } from '../field-faults.ts';
import { refusalAnswer } from '../refusal-answer.ts';
import { BOOKING_ID, DATE, IDEMPOTENCY_KEY, PARTNER_REF, STARTS_AT } from '../demo.ts';
import { badRequest, LOCATION_NO_UUID, nextOn, othersOn, refused } from '../failures.ts';
import { bookingCreated, createdBody, guestFields, guestOf } from './booking-body.ts';
import { endpoint } from './endpoint.ts';
import { instant, partySize, requiredText } from './fields.ts';

const leastInput = { startsAt: STARTS_AT, partySize: 2, name: 'Alva Lind', email: 'alva@example.com' };
const made = {
  id: BOOKING_ID,
  startsAt: STARTS_AT,
  status: 'confirmed',
  partnerBookingRef: PARTNER_REF,
};

const bookingRequest = z
  .object({
    startsAt: instant.meta({
      description:
        'When the party comes: the `slot` of an availability answer. RFC 3339, with `Z` or any other offset.',
    }),
    partySize,
    ...guestFields,
    idempotencyKey: requiredText(limits.IDEMPOTENCY_KEY_LENGTH_MAX).optional().meta({
      description:
        'The same key at the same location is the same booking, however often it is sent. All partners of a location share its keys, so use a unique value: a UUID.',
    }),
  })
  .meta({
    description:
      'A table for a party. Of the optional fields, `phone`, `notes`, `partnerBookingRef` and `lang` count as not given when they are empty or blank. Fields that are not listed here are ignored.',
  });

/** §4.3; a header marks a replay (D10). */
export const createBooking = endpoint(
  {
    name: 'createBooking',
    method: 'POST',
    path: '/locations/:locationId/bookings',
    scope: 'bookings:write',
    load: 'booking',
    tag: 'Bookings',
    summary: 'Book a table',
    description: [
      'Books a table for a party. The guest gets a confirmation by e-mail, with a link to change or cancel; you cancel with the booking’s id.',
      'Two requests for the last table never both succeed: one is 201, the other 409.',
      'Send an `idempotencyKey`. If an answer is lost, send the request again with the same key. If the booking was made, the answer is its current state with the header `Idempotent-Replayed: true`; otherwise it is made. A refused request does not use its key up. Without a key, a second request is a second booking.',
    ].join('\n\n'),
    body: {
      name: 'BookingRequest',
      schema: bookingRequest,
      examples: {
        full: {
          summary: 'Everything',
          value: {
            ...leastInput,
            phone: '+46 70 123 45 67',
            notes: 'One of us eats no nuts.',
            partnerBookingRef: PARTNER_REF,
            idempotencyKey: IDEMPOTENCY_KEY,
            lang: 'en',
          },
        },
        least: { summary: 'The least', value: leastInput },
      },
    },
    answer: {
      status: 201,
      description: 'The booking is made, or was made earlier with this idempotency key.',
      headers: ['Idempotent-Replayed'],
      name: 'BookingCreated',
      schema: bookingCreated,
      examples: {
        confirmed: { summary: 'A new booking', value: made },
        replayed: {
          summary: 'The same request once more, after the guest has cancelled',
          value: { ...made, status: 'cancelled' },
        },
      },
    },
    failures: {
      400: badRequest('The body is malformed. No booking was made.', {
        fieldMissing: ['No name', 'name is missing'],
        several: [
          'Three fields at fault: `errors` has them all',
          'name is missing',
          [
            { field: 'name', message: 'name is missing' },
            { field: 'partySize', message: 'partySize must be a whole number, 1 or more' },
            { field: 'email', message: 'email must be an e-mail address' },
          ],
        ],
        noOffset: ['A time without an offset', NO_OFFSET],
        emailMalformed: ['No e-mail address', 'email must be an e-mail address'],
        keyTooLong: [
          'An idempotency key of 121 characters',
          `idempotencyKey must have at most ${limits.IDEMPOTENCY_KEY_LENGTH_MAX} characters`,
        ],
        notUuid: LOCATION_NO_UUID,
      }),
      409: refused(
        'The idempotency key is not used up.',
        {
          closed: othersOn(DATE, '10:00', '10:15', '10:30', '10:45'),
          too_soon: nextOn('2026-11-30', '18:00'),
          too_far: othersOn(DATE),
          last_seating: othersOn(DATE, '19:30', '19:15', '19:00', '18:45'),
          pacing: othersOn(DATE, '17:45', '18:15', '17:30', '18:30'),
          tables: othersOn(DATE, '15:30', '15:15', '15:00', '14:45'),
          policy: othersOn(DATE),
        },
        undefined,
        othersOn(DATE, '18:00', '18:15', '17:45', '18:30'),
      ),
    },
    shared: { 403: 'LocationForbidden' },
  },
  async ({ partner, id, body, extra }) => {
    const { startsAt, partySize: size, idempotencyKey = null } = body;
    const startMs = instantIn('startsAt', startsAt);
    const request = { startMs, partySize: size, ...guestOf(body), idempotencyKey };
    const outcome = await partner.createBooking(id, request);
    if (outcome.kind === 'refused')
      return refusalAnswer(outcome, () => partner.alternatives(id, request), extra);
    const { kind, booking } = outcome;
    return {
      status: 201,
      body: createdBody(booking),
      about: { action: { kind } },
      ...(kind === 'replayed' && { headers: ['idempotent-replayed', 'true'] }),
    };
  },
);
