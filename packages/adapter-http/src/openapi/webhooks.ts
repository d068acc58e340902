import { type EventType, signatureHeader } from '@bord/engine';
import { BOOKING_ID, CREATED_AT, event } from './demo.ts';
import { WEBHOOK_TEXT } from './guide.ts';
import {
  type Example,
  jsonContent,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  shape,
} from './open-api.ts';

const CREATED = Math.floor(Date.parse(CREATED_AT) / 1000);
const HOUR = 3600;

/** A delivery for receivers to try their check on. */
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
}

const WEBHOOKS: Readonly<Record<EventType, WebhookText>> = {
  'booking.created': {
    summary: 'A booking was made',
    description: 'You have booked a table (§6.1).',
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
    summary: 'A booking was changed',
    description:
      'The guest or the restaurant has moved it or changed its size, or the restaurant has marked it as completed or as a no-show, or undone that.',
    examples: {
      moved: {
        summary: 'Moved by half an hour',
        value: event('booking.updated', CREATED + HOUR, {
          startsAt: '2026-12-01T18:30:00Z',
          endsAt: '2026-12-01T20:00:00Z',
        }),
      },
      noShow: {
        summary: 'The party did not come',
        value: event('booking.updated', CREATED + 36 * HOUR, { status: 'no_show' }),
      },
    },
  },
  'booking.cancelled': {
    summary: 'A booking was cancelled',
    description: 'By you, the guest or the restaurant.',
    examples: {
      cancelled: {
        summary: 'Cancelled',
        value: event('booking.cancelled', CREATED + 2 * HOUR, { status: 'cancelled' }),
      },
    },
  },
};

const PARAMETERS: readonly Parameter[] = [
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
    example: `${BOOKING_ID}:booking.created:${CREATED}`,
  },
];

/** The webhooks section of the document (§6). */
export function webhooks(): OpenApiDocument['webhooks'] {
  return Object.fromEntries(
    Object.entries(WEBHOOKS).map(([type, text]) => [type, { post: webhook(type, text) }]),
  );
}

function webhook(type: string, { summary, description, examples }: WebhookText): Operation {
  return {
    operationId: type.replace('.', '_'),
    summary,
    description,
    tags: ['Webhooks'],
    security: [],
    parameters: PARAMETERS,
    requestBody: { required: true, content: jsonContent(shape('BookingEvent'), examples) },
    responses: {
      '2XX': { description: 'You have it. A repeated delivery is answered so too.' },
      default: { description: 'A failure, as no answer within 5 seconds is: the event is sent again.' },
    },
  };
}

export const WEBHOOKS_TAG = { name: 'Webhooks', description: WEBHOOK_TEXT } as const;
