import { formatInstantMs, limits } from '@bord/engine';
import * as z from 'zod';
import { instantIn } from '../field-faults.ts';
import { LOCATION_ID } from '../demo.ts';
import { badRequest } from '../failures.ts';
import { booking, bookingBody, bookingShape } from './booking-body.ts';
import { endpoint } from './endpoint.ts';
import { date, instant, locationId, text } from './fields.ts';

const listed = bookingShape
  .extend({
    updatedAt: instant.meta({
      description:
        'The second in which it last changed for you: in which it was made, or in which an event reported a change. In UTC.',
    }),
  })
  .meta({ description: 'A booking in its present state, and when it last changed.' });

const query = z.object({
  locationId: locationId.optional().meta({
    format: 'uuid',
    description: 'Only bookings at this location; by default at all locations of your key.',
  }),
  from: date
    .optional()
    .meta({ format: 'date', description: 'Only bookings of this service date and later ones.' }),
  to: date
    .optional()
    .meta({ format: 'date', description: 'Only bookings of this service date and earlier ones.' }),
  updatedSince: instant.optional().meta({
    format: 'date-time',
    description:
      'Only what changed in this second or later. RFC 3339, with `Z` or any other offset (a `+` is written `%2B` in a query). A time in the future counts as now: the page is empty, and its `nextCursor` continues from there.',
  }),
  partnerBookingRef: text(limits.PARTNER_BOOKING_REF_LENGTH_MAX).optional().meta({
    description: 'Only bookings with this number of yours.',
  }),
  limit: z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.int().meta({ minimum: 1, maximum: limits.LIST_LIMIT_MAX, default: limits.LIST_LIMIT_DEFAULT }))
    .optional()
    .meta({ description: 'How many bookings a page has at most.' }),
  cursor: z
    .string()
    .optional()
    .meta({ description: '`nextCursor` of the page before. Send the same conditions with it.' }),
});

/** D33: lets a partner catch up on changes. */
export const listBookings = endpoint(
  {
    name: 'listBookings',
    method: 'GET',
    path: '/bookings',
    scope: 'bookings:read',
    load: 'reading',
    tag: 'Bookings',
    summary: 'List your bookings, by their latest change',
    description: [
      'The bookings of your channel at the locations of your key, each once and in its present state, in the order in which they changed. A change is what an event reports: made, moved, edited, cancelled, over.',
      'While `hasMore` is true, ask on with `nextCursor`; a page may have few bookings, or none, and still not be the last. Keep the last `nextCursor`: with it you get all later changes, however late you ask, and a booking again only after another change. The list misses no change, also during new bookings.',
      'After your endpoint was down, and without a cursor, ask with `updatedSince` from some minutes before the last event that you have.',
    ].join('\n\n'),
    query: { schema: query, example: { locationId: LOCATION_ID, limit: 50 } },
    rules: [
      {
        rule: 'issued',
        fields: ['cursor'],
        description: '`cursor` must be the `nextCursor` of an answer.',
      },
    ],
    answer: {
      status: 200,
      description: 'Some of your bookings.',
      name: 'BookingList',
      schema: z
        .object({
          bookings: z.array(listed).meta({ description: 'The oldest change first.' }),
          nextCursor: z
            .string()
            .meta({ description: 'Where the next page begins, also when this is the last for now.' }),
          hasMore: z.boolean().meta({ description: 'Whether there is more already.' }),
        })
        .meta({ description: 'Some of your bookings, by their latest change.' }),
      examples: {
        last: {
          summary: 'One booking, and no more for now',
          value: {
            bookings: [{ ...booking, updatedAt: '2026-11-30T09:12:44.000Z' }],
            nextCursor: 'chlybtb7ycg',
            hasMore: false,
          },
        },
      },
    },
    parts: { ListedBooking: listed },
    failures: {
      400: badRequest('A parameter is malformed.', {
        limitTooLarge: ['A page of 201', `limit must be a whole number, from 1 to ${limits.LIST_LIMIT_MAX}`],
        cursorUnknown: [
          'A cursor that is not a `nextCursor`',
          'cursor must be a nextCursor of this list; leave it out to begin with the oldest change',
        ],
      }),
    },
    shared: { 403: 'BookingsForbidden' },
  },
  async ({ partner, query: { updatedSince, ...conditions } }) => {
    const updatedSinceMs = updatedSince === undefined ? undefined : instantIn('updatedSince', updatedSince);
    const { bookings, nextCursor, hasMore } = await partner.listBookings({ ...conditions, updatedSinceMs });
    return {
      status: 200,
      body: {
        bookings: bookings.map(({ booking: found, updatedMs }) => ({
          ...bookingBody(found),
          updatedAt: formatInstantMs(updatedMs),
        })),
        nextCursor,
        hasMore,
      },
    };
  },
);
