import { EVENT_TYPES } from '@bord/engine';
import * as z from 'zod';
import {
  bookingId,
  bookingState,
  channel,
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
    phone: z.string().nullable().meta({ description: 'The guest’s phone number; null when none was given.' }),
  })
  .nullable()
  .meta({
    description:
      'Null unless the operator has opened guest data for this endpoint, and when the guest’s data has been erased.',
  });

/** The payload of a webhook (§6.2). */
export const eventShape = z
  .object({
    id: z.string().meta({
      pattern: String.raw`^[^:]+:booking\.(created|updated|cancelled):\d+$`,
      description: 'The event’s id, `<booking id>:<event type>:<unix seconds>`; the same on every attempt.',
    }),
    type: z.enum(EVENT_TYPES).meta({ description: 'What happened.' }),
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
  .meta({ description: 'Something that happened to a booking of yours (§6.2), as it was right after.' });
