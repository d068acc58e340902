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

const bookingEvent = z
  .object({
    id: z.string().meta({
      pattern: String.raw`^[^:]+:booking\.(created|updated|cancelled):\d+$`,
      description: 'The event’s id, `<booking id>:<event type>:<unix seconds>`; the same on every attempt.',
    }),
    type: z.enum(SPECIFIED_EVENT_TYPES).meta({ description: 'The event type.' }),
    created: z.int().meta({ description: 'When it happened, in Unix seconds.' }),
    data: z
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
  })
  .meta({ description: 'A change of one of your bookings, with the booking after it.' });

const created = z.int().meta({ description: 'When it happened, in Unix seconds.' });

const idOf = (prefix: string, type: string, what: string) =>
  z.string().meta({
    pattern: String.raw`^${prefix}_[^:]+:${type.replace('.', '\\.')}:\d+$`,
    description: `The event’s id, \`<${what}>:${type}:<unix seconds>\`; the same on every attempt.`,
  });

/** A table was offered to a waiting party (D36). */
const waitlistOffered = z
  .object({
    id: idOf('wt', 'waitlist.offered', 'waiting id'),
    type: z.literal('waitlist.offered').meta({ description: 'The event type.' }),
    created,
    data: z
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
  })
  .meta({
    description:
      'A party on your waitlist was offered a table. Only to endpoints that name `waitlist.offered`.',
  });

/** The availability of a location has changed (D37). */
const availabilityChanged = z
  .object({
    id: idOf('av', 'availability.changed', 'a separate id'),
    type: z.literal('availability.changed').meta({ description: 'The event type.' }),
    created,
    data: z
      .object({
        locationId,
        dates: z.array(date).meta({
          description: 'The service dates to ask for again, the earliest first; each of them once.',
        }),
      })
      .meta({ description: 'Where and when. Read the availability to see the slots.' }),
  })
  .meta({
    description:
      'The availability at a restaurant has changed. Only to endpoints that name `availability.changed`.',
  });

export const EVENT_SHAPES = {
  BookingEvent: bookingEvent,
  WaitlistOfferedEvent: waitlistOffered,
  AvailabilityChangedEvent: availabilityChanged,
} as const satisfies Readonly<Record<string, z.ZodType>>;
