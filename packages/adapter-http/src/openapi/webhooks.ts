import type { EventType } from '@bord/engine';
import { signatureHeader } from '@bord/engine/adapters';
import { BOOKING_ID, CREATED_AT, DATE, event, namedEvent, PARTNER_REF, STARTS_AT } from '../api/demo.ts';
import type { EVENT_SHAPES } from './event-shape.ts';
import { WEBHOOK_TEXT } from './guide.ts';
import {
  type Example,
  jsonContent,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  shape,
} from '../api/open-api.ts';

const CREATED = Math.floor(Date.parse(CREATED_AT) / 1000);
const HOUR = 3600;
const BOOKING_EVENT_ID = `${BOOKING_ID}:booking.created:${CREATED}`;
const WAITING_ID = 'wt_00d0ysuf8KVDYtR2sb0xOe';
const CHANGE_ID = 'av_00d0ysuf8KVDYtR2sb0xOe';

export const SIGNED_SAMPLE = signedSample();

function signedSample() {
  const secret = 'whsec_7dPvkQ0mXn3sYb8tRfLwZc5hJg2aEu9o';
  const t = CREATED + 1;
  const rawBody = JSON.stringify(event('booking.created', CREATED));
  return { secret, t, rawBody, signature: signatureHeader([secret], t, rawBody) };
}

interface WebhookText {
  readonly summary: string;
  readonly description: string;
  readonly examples: Readonly<Record<string, Example>>;
  readonly shape: keyof typeof EVENT_SHAPES;
  readonly eventId: string;
}

/** These events need an explicit subscription (D30). */
const BY_NAME =
  'Sent only to endpoints that name this type: those without a list of types get only booking events.';

const WEBHOOKS: Readonly<Record<EventType, WebhookText>> = {
  'booking.created': {
    shape: 'BookingEvent',
    eventId: BOOKING_EVENT_ID,
    summary: 'A booking was made',
    description: 'You have booked a table.',
    examples: {
      created: { summary: 'A new booking', value: event('booking.created', CREATED) },
      withGuest: {
        summary: 'To an endpoint that gets guest data',
        value: event('booking.created', CREATED, {
          guest: { name: 'Alva Lind', email: 'alva@example.com', phone: '+46 70 123 45 67' },
        }),
      },
    },
  },
  'booking.updated': {
    shape: 'BookingEvent',
    eventId: BOOKING_EVENT_ID,
    summary: 'A booking was changed',
    description:
      'Its time, party size, stay or status was changed by you, the guest or the restaurant, or such a change was undone; with guest data, also name, e-mail or phone.',
    examples: {
      moved: {
        summary: 'Moved by half an hour',
        value: event('booking.updated', CREATED + HOUR, {
          startsAt: '2026-12-01T18:30:00Z',
          endsAt: '2026-12-01T20:00:00Z',
        }),
      },
      noShow: {
        summary: 'The party did not arrive',
        value: event('booking.updated', CREATED + 36 * HOUR, { status: 'no_show' }),
      },
    },
  },
  'booking.cancelled': {
    shape: 'BookingEvent',
    eventId: BOOKING_EVENT_ID,
    summary: 'A booking was cancelled',
    description: 'By you, the guest or the restaurant.',
    examples: {
      cancelled: {
        summary: 'Cancelled',
        value: event('booking.cancelled', CREATED + 2 * HOUR, { status: 'cancelled' }),
      },
    },
  },
  'waitlist.offered': {
    shape: 'WaitlistOfferedEvent',
    eventId: `${WAITING_ID}:waitlist.offered:${CREATED + 3 * HOUR}`,
    summary: 'A party on the waitlist was offered a table',
    description: `The table is kept for it until \`expiresAt\`. ${BY_NAME}`,
    examples: {
      offered: {
        summary: 'A table has become free',
        value: namedEvent('waitlist.offered', WAITING_ID, CREATED + 3 * HOUR, {
          waitingId: WAITING_ID,
          holdId: 'hd_00d0z2QkYc7wLr9TnE3xBv',
          startsAt: STARTS_AT,
          expiresAt: '2026-11-30T12:42:44Z',
          partySize: 2,
          partnerBookingRef: PARTNER_REF,
          guest: null,
        }),
      },
    },
  },
  'availability.changed': {
    shape: 'AvailabilityChangedEvent',
    eventId: `${CHANGE_ID}:availability.changed:${CREATED}`,
    summary: 'Availability has changed',
    description: `A booking was made, cancelled, moved or prolonged, a table was blocked, or the restaurant changed its plan. The event names the dates to request again, without their slots. It is sent about 5 seconds after the first change, and a waiting event covers all later changes. Passing time alone causes no event. ${BY_NAME}`,
    examples: {
      day: {
        summary: 'Of one date',
        value: namedEvent('availability.changed', CHANGE_ID, CREATED, { dates: [DATE] }),
      },
      closure: {
        summary: 'Of a closure',
        value: namedEvent('availability.changed', 'av_00d0z2QkYc7wLr9TnE3xBv', CREATED + HOUR, {
          dates: ['2026-12-24', '2026-12-25', '2026-12-26'],
        }),
      },
    },
  },
};

const parametersOf = (eventId: string): readonly Parameter[] => [
  {
    name: 'x-partner-signature',
    in: 'header',
    required: true,
    description: '`t=<unix seconds>,v1=<hex>`; several `v1` while the secret is being rotated.',
    schema: { type: 'string', pattern: '^t=\\d+(,v1=[0-9a-f]{64})+$' },
    example: SIGNED_SAMPLE.signature,
  },
  {
    name: 'x-partner-event-id',
    in: 'header',
    required: true,
    description: 'The event’s `id`; the same on every attempt.',
    schema: { type: 'string' },
    example: eventId,
  },
];

export function webhooks(): OpenApiDocument['webhooks'] {
  return Object.fromEntries(
    Object.entries(WEBHOOKS).map(([type, text]) => [type, { post: webhook(type, text) }]),
  );
}

function webhook(
  type: string,
  { summary, description, examples, shape: name, eventId }: WebhookText,
): Operation {
  return {
    operationId: type.replace('.', '_'),
    summary,
    description,
    tags: ['Webhooks'],
    security: [],
    parameters: parametersOf(eventId),
    requestBody: { required: true, content: jsonContent(shape(name), examples) },
    responses: {
      '2XX': { description: 'You have it. A repeated delivery is answered so too.' },
      default: { description: 'A failure, as no answer within 5 seconds is: the event is sent again.' },
    },
  };
}

export const WEBHOOKS_TAG = { name: 'Webhooks', description: WEBHOOK_TEXT } as const;
