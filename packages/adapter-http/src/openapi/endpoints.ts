import { limits } from '@bord/engine';
import type { z } from 'zod';
import { FAILURES } from '../messages.ts';
import type { RouteName } from '../routes.ts';
import { availabilityQuery } from '../schemas.ts';
import * as demo from './demo.ts';
import { badRequest, type FailureName, refused } from './failures.ts';
import type { HeaderName } from './headers.ts';
import type { Examples, OpenApiResponse } from './open-api.ts';
import type { ShapeName } from './shapes.ts';

/** What the document says about an endpoint beyond what its route says. */
export interface EndpointText {
  readonly tag: TagName;
  readonly summary: string;
  readonly description: string;
  readonly query?: z.ZodType;
  /** Values of the query in the example. */
  readonly asked?: Readonly<Record<string, unknown>>;
  readonly body?: { readonly shape: ShapeName; readonly examples: Examples };
  readonly answer: {
    readonly status: 200 | 201;
    readonly description: string;
    readonly shape: ShapeName;
    readonly headers?: readonly HeaderName[];
    readonly examples: Examples;
  };
  /** Failures of its own, by status. */
  readonly failures?: Readonly<Record<number, OpenApiResponse>>;
  /** Failures that it shares with others, by status. */
  readonly shared: Readonly<Record<number, FailureName>>;
}

export const TAGS = {
  Availability: 'Which times a party can have.',
  Bookings: 'Make a booking, see how it stands, cancel it.',
  Menu: 'What there is to eat.',
} as const;
type TagName = keyof typeof TAGS;

const COMMON = {
  401: 'Unauthorized',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
} as const;

const notUuid = ['The location id is no UUID', 'locationId is no UUID'] as const;

export const ENDPOINTS: Readonly<Record<RouteName, EndpointText>> = {
  readAvailability: {
    tag: 'Availability',
    summary: 'Read the times of a day',
    description: [
      'The slots of one service date for a party (§4.1). Slots that the restaurant offers are listed, whether a table is left or not; a closed day, a day that has passed and a size that is not taken give `[]`.',
      '`available: true` means that a booking made now would succeed. Somebody else may be faster, so be ready for 409 when you book.',
      `An answer is at most ${limits.AVAILABILITY_CACHE_SECONDS} seconds old.`,
    ].join('\n\n'),
    query: availabilityQuery,
    asked: { date: demo.DATE, partySize: 4 },
    answer: {
      status: 200,
      description: 'The slots of the day.',
      shape: 'Availability',
      examples: {
        day: {
          summary: 'Part of a day; the tables for four are taken from a quarter past five on',
          value: demo.day,
        },
        explained: { summary: 'With `explain=true`', value: demo.dayExplained },
        closed: { summary: 'Closed that day', value: demo.closedDay },
      },
    },
    failures: {
      400: badRequest('A parameter is missing or malformed.', {
        dateMissing: ['No date', 'date is missing'],
        dateMalformed: ['A date that does not exist', 'date is no date; write YYYY-MM-DD'],
        partySizeMalformed: ['A party size that is no number', 'partySize must be a whole number'],
        notUuid,
      }),
    },
    shared: { ...COMMON, 403: 'LocationForbidden' },
  },

  readAvailabilityBatch: {
    tag: 'Availability',
    summary: 'Read the times of a range of days',
    description: [
      'The slots of several dates and party sizes in one request (§4.2). Each entry is what the single day would answer; a day on which a size can have nothing is left out.',
      `A range has at most ${limits.BATCH_DAYS_MAX} days, both ends included, and at most ${limits.BATCH_PARTY_SIZES_MAX} party sizes from 1 to ${limits.BATCH_PARTY_SIZE_MAX}. It counts as one request, so ask for a month rather than for thirty days.`,
    ].join('\n\n'),
    body: {
      shape: 'BatchRequest',
      examples: { twoDays: { summary: 'Two days, for two and for four', value: demo.batchWanted } },
    },
    answer: {
      status: 200,
      description: 'The slots of the range.',
      shape: 'BatchAvailability',
      examples: { twoDays: { summary: 'Two slots of each day', value: demo.batch } },
    },
    failures: {
      400: badRequest('The body is malformed, or asks for too much.', {
        rangeTooLong: ['93 days', `the range has 93 days; at most ${limits.BATCH_DAYS_MAX}`],
        endBeforeStart: ['An end before the start', 'endDate lies before startDate'],
        partySizeOutOfRange: [
          'A party of 51',
          `partySizes.1 must be a whole number, from 1 to ${limits.BATCH_PARTY_SIZE_MAX}`,
        ],
        notJson: ['No JSON', 'the body is not JSON'],
        notUuid,
      }),
    },
    shared: { ...COMMON, 403: 'LocationForbidden' },
  },

  createBooking: {
    tag: 'Bookings',
    summary: 'Book a table',
    description: [
      'Books a table for a party (§4.3). The guest gets a confirmation by mail, with a link to change or cancel; you cancel by the booking’s id.',
      'Two requests for the last table never both succeed: one is 201, the other 409.',
      'Send an `idempotencyKey`. When an answer is lost, send the request again with the same key: if the booking was made, it is answered as it stands now, with the header `Idempotent-Replayed: true`; if not, it is made. A refused request does not use its key up. Without a key, a second request is a second booking.',
    ].join('\n\n'),
    body: {
      shape: 'BookingRequest',
      examples: {
        full: { summary: 'Everything', value: demo.wanted },
        least: { summary: 'The least', value: demo.leastWanted },
      },
    },
    answer: {
      status: 201,
      description: 'The booking stands, or stood already under this idempotency key.',
      shape: 'BookingCreated',
      headers: ['Idempotent-Replayed'],
      examples: {
        confirmed: { summary: 'A new booking', value: demo.made },
        replayed: {
          summary: 'The same request once more, after the guest has cancelled',
          value: { ...demo.made, status: 'cancelled' },
        },
      },
    },
    failures: {
      400: badRequest('The body is malformed. Nothing was booked.', {
        fieldMissing: ['No name', 'name is missing'],
        noOffset: [
          'A time without an offset',
          'startsAt must be an RFC 3339 date-time with an offset, such as 2026-12-01T18:00:00Z',
        ],
        emailMalformed: ['No e-mail address', 'email is no e-mail address'],
        keyTooLong: [
          'An idempotency key of 121 characters',
          `idempotencyKey has more than ${limits.IDEMPOTENCY_KEY_LENGTH_MAX} characters`,
        ],
        notUuid,
      }),
      409: refused(),
    },
    shared: { ...COMMON, 403: 'LocationForbidden' },
  },

  readBooking: {
    tag: 'Bookings',
    summary: 'Read a booking',
    description:
      'How a booking stands now (§4.4). You see the bookings of your own channel at the locations of your key; every other one is 404, whether it exists or not.',
    answer: {
      status: 200,
      description: 'The booking.',
      shape: 'BookingStatus',
      examples: {
        confirmed: { summary: 'It stands', value: demo.booking },
        cancelled: { summary: 'It has been cancelled', value: { ...demo.booking, status: 'cancelled' } },
      },
    },
    shared: { ...COMMON, 403: 'ListMissing', 404: 'BookingNotFound' },
  },

  cancelBooking: {
    tag: 'Bookings',
    summary: 'Cancel a booking',
    description:
      'Cancels a booking (§4.5). No body. Cancelling twice is no fault: the answer is the same. A party that has been there, or was marked as not having come, can no longer be cancelled: 400.',
    answer: {
      status: 200,
      description: 'The booking is cancelled, now or since earlier.',
      shape: 'Ok',
      examples: { cancelled: { summary: 'Cancelled', value: { ok: true } } },
    },
    failures: {
      400: badRequest('The booking is over and cannot be cancelled.', {
        over: ['Completed, or marked as a no-show', FAILURES.not_cancellable],
      }),
    },
    shared: { ...COMMON, 403: 'ListMissing', 404: 'BookingNotFound' },
  },

  readMenu: {
    tag: 'Menu',
    summary: 'Read the menu',
    description: 'A location’s menu (§4.6). Prices are whole numbers in the currency’s minor unit.',
    answer: {
      status: 200,
      description: 'The menu.',
      shape: 'Menu',
      examples: { menu: { summary: 'Part of the demo restaurant’s menu', value: demo.menu } },
    },
    shared: { ...COMMON, 403: 'LocationForbidden', 404: 'MenuNotFound' },
  },
};
