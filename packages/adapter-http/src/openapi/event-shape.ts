import { SPECIFIED_EVENT_TYPES } from '@bord/engine/adapters';
import * as z from 'zod';
import {
  bookingId,
  bookingState,
  channel,
  date,
  instant,
  locationId,
  partnerBookingRef,
  partySize,
  source,
  start,
} from '../api/endpoints/fields.ts';

const guest = z
  .object({
    name: z.string().meta({ description: 'The guest’s name.' }),
    email: z.string().nullable().meta({ description: 'The guest’s e-mail address.' }),
    phone: z
      .string()
      .nullable()
      .meta({ description: 'The guest’s phone number; null when the guest gave no number.' }),
  })
  .nullable()
  .meta({
    description:
      'Null unless the operator has opened guest data for this endpoint, and when the guest’s data has been erased.',
  });

/** The body of an event. */
function eventOf(description: string, type: z.ZodType, id: z.ZodType, data: z.ZodType): z.ZodType {
  return z
    .object({
      id,
      type: type.meta({ description: 'The event type.' }),
      created: z.int().meta({ description: 'When it happened, in Unix seconds.' }),
      data,
    })
    .meta({ description });
}

const bookingEvent = eventOf(
  'A change of one of your bookings, with the booking after it.',
  z.enum(SPECIFIED_EVENT_TYPES),
  z.string().meta({
    pattern: String.raw`^[^:]+:booking\.(created|updated|cancelled):\d+$`,
    description: 'The event’s id, `<booking id>:<event type>:<unix seconds>`; the same on every attempt.',
  }),
  z
    .object({
      bookingId,
      locationId,
      status: bookingState,
      startsAt: start,
      endsAt: instant.meta({ description: 'When the party is asked to leave its table.' }),
      partySize,
      source,
      channel,
      partnerBookingRef,
      guest,
    })
    .meta({ description: 'The booking.' }),
);

/** An event that only endpoints get that name its type. */
function namedEvent(description: string, type: string, prefix: string, what: string, data: z.ZodType) {
  const id = z.string().meta({
    pattern: String.raw`^${prefix}_[^:]+:${type.replace('.', '\\.')}:\d+$`,
    description: `The event’s id, \`<${what}>:${type}:<unix seconds>\`; the same on every attempt.`,
  });
  const only = `Only to endpoints that name \`${type}\`.`;
  return eventOf(`${description} ${only}`, z.literal(type), id, data);
}

/** A table was offered to a waiting party (D36). */
const waitlistOffered = namedEvent(
  'A party on your waitlist was offered a table.',
  'waitlist.offered',
  'wt',
  'waiting id',
  z
    .object({
      waitingId: z.string().meta({ description: 'The id of the waiting entry.' }),
      holdId: z.string().meta({ description: 'The hold that keeps the table until `expiresAt`.' }),
      locationId,
      startsAt: start,
      expiresAt: instant.meta({ description: 'The end of the offer, in UTC with whole seconds.' }),
      partySize,
      partnerBookingRef,
      guest,
    })
    .meta({ description: 'The offer and its party.' }),
);

/** The availability of a location has changed (D37). */
const availabilityChanged = namedEvent(
  'The availability at a restaurant has changed.',
  'availability.changed',
  'av',
  'a separate id',
  z
    .object({
      locationId,
      dates: z.array(date).meta({
        description: 'The service dates to ask for again, the earliest first; each of them once.',
      }),
    })
    .meta({ description: 'Where and when. Read the availability to see the slots.' }),
);

export const EVENT_SHAPES = {
  BookingEvent: bookingEvent,
  WaitlistOfferedEvent: waitlistOffered,
  AvailabilityChangedEvent: availabilityChanged,
} as const satisfies Readonly<Record<string, z.ZodType>>;
