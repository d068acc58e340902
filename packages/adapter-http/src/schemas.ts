/**
 * The shapes on the wire (§2, §6.2). They check what JSON can be wrong about: presence and type. Limits are checked by the engine;
 * here they are only told to whoever reads a schema. The OpenAPI document is made from them.
 */
import { BOOKING_STATES, EVENT_TYPES, LANGUAGES, limits, type Reason } from '@bord/engine';
import * as z from 'zod';
import { REFUSALS } from './messages.ts';

const uuid = z.string().meta({ format: 'uuid' });
const date = z.string().meta({ format: 'date' });
const instant = z.string().meta({ format: 'date-time' });
const text = (maxLength: number) => z.string().meta({ maxLength });
/** Of the language of a guest's mails; an empty or blank one is none (D8). */
const language = z.preprocess(
  (sent) => (typeof sent === 'string' && sent.trim() === '' ? '' : sent),
  z.enum([...LANGUAGES, '']),
);
const requiredText = (maxLength: number) => z.string().meta({ minLength: 1, maxLength });
const partySize = z.int().meta({ minimum: 1, description: 'How many guests.' });

const locationId = uuid.meta({ description: 'The location, as the operator names it (§2.1).' });
const serviceDate = date.meta({
  description:
    'The local date on which the service period opened; a slot after midnight belongs to the evening before it.',
});
const timezone = z.string().meta({ description: 'The location’s time zone, by its IANA name.' });
const start = instant.meta({ description: 'When the party comes, in UTC with whole seconds.' });
const bookingId = z.string().meta({ description: 'The booking’s id.' });
const partnerBookingRef = z
  .string()
  .nullable()
  .meta({ description: 'Your own number for the booking, as you sent it; null when you sent none.' });

export const availabilityQuery = z.object({
  date: date.meta({ description: 'The service date, `YYYY-MM-DD`.' }),
  partySize: z.string().regex(/^\d+$/).transform(Number).pipe(partySize),
  explain: z
    .enum(['true', 'false'])
    .transform((sent) => sent === 'true')
    .pipe(z.boolean().meta({ default: false }))
    .optional()
    .meta({ description: '`true`: each slot that is not available says why, in `reason`.' }),
});

export const batchRequest = z
  .object({
    startDate: date.meta({ description: 'The first service date, `YYYY-MM-DD`.' }),
    endDate: date.meta({
      description: `The last service date, itself included; not before \`startDate\`. The range has at most ${limits.BATCH_DAYS_MAX} days.`,
    }),
    partySizes: z
      .array(z.int().meta({ minimum: 1, maximum: limits.BATCH_PARTY_SIZE_MAX }))
      .meta({ minItems: 1, maxItems: limits.BATCH_PARTY_SIZES_MAX })
      .meta({ description: 'The party sizes to ask for; one that is given twice counts once.' }),
  })
  .meta({ description: 'A range of service dates and the party sizes to ask for (§2.4).' });

export const bookingRequest = z
  .object({
    startsAt: instant.meta({
      description:
        'When the party comes: the `slot` of an availability answer. RFC 3339, with `Z` or any other offset.',
    }),
    partySize,
    name: requiredText(limits.NAME_LENGTH_MAX).meta({ description: 'The guest’s name.' }),
    email: requiredText(limits.EMAIL_LENGTH_MAX).meta({
      format: 'email',
      description: 'The guest’s e-mail address; the confirmation goes there.',
    }),
    phone: text(limits.PHONE_LENGTH_MAX).optional().meta({ description: 'The guest’s phone number.' }),
    notes: text(limits.NOTES_LENGTH_MAX)
      .optional()
      .meta({ description: 'What the restaurant should know: allergies, a pram, a birthday.' }),
    partnerBookingRef: text(limits.PARTNER_BOOKING_REF_LENGTH_MAX).optional().meta({
      description:
        'Your own number for the booking. It comes back in answers and events, and need not be unique.',
    }),
    idempotencyKey: requiredText(limits.IDEMPOTENCY_KEY_LENGTH_MAX).optional().meta({
      description:
        'The same key at the same location is the same booking, however often it is sent (§4.3.5). All partners of a location share its keys, so take something that nobody else will: a UUID.',
    }),
    lang: language
      .optional()
      .meta({ description: 'The language of the guest’s mails; the location’s own by default.' }),
  })
  .meta({
    description:
      'A table for a party (§2.6). Of the optional fields, `phone`, `notes`, `partnerBookingRef` and `lang` count as not given when they are empty or blank. Fields that are not listed here are ignored.',
  });

export const reason = z.enum(Object.keys(REFUSALS) as Reason[]).meta({
  description: [
    'Why a time cannot be had. More values may come.',
    '',
    ...Object.entries(REFUSALS).map(([value, says]) => `- \`${value}\`: ${says}`),
  ].join('\n'),
});

export const slot = z
  .object({
    slot: instant.meta({ description: 'When the slot starts, in UTC with whole seconds.' }),
    available: z.boolean().meta({
      description: 'Whether a booking for this party, made now, would succeed.',
    }),
    remainingCovers: z.int().meta({
      minimum: 0,
      description: 'Seats that can still be booked at this slot; 0 when it is not available.',
    }),
    reason: reason.optional(),
  })
  .meta({
    description:
      'A time at which a party may start (§2.2). `reason` stands in slots that are not available, of one day, asked for with `explain=true`.',
  });

export const availability = z
  .object({
    locationId,
    date: serviceDate,
    timezone,
    slots: z.array(slot).meta({ description: 'In order of time; empty when nothing is offered that day.' }),
  })
  .meta({ description: 'The slots of a day for a party (§2.3).' });

export const dayAvailability = z
  .object({
    date: serviceDate,
    partySize,
    slots: z.array(slot).min(1).meta({ description: 'In order of time.' }),
  })
  .meta({ description: 'The slots of a day for a party size; the same as the answer for that day alone.' });

export const batchAvailability = z
  .object({
    locationId,
    startDate: date.meta({ description: 'As in the request.' }),
    endDate: date.meta({ description: 'As in the request.' }),
    timezone,
    days: z.array(dayAvailability).meta({
      description: 'By date, then by party size. A day on which a size can have nothing is left out.',
    }),
  })
  .meta({ description: 'The slots of a range of dates for several party sizes (§2.5).' });

export const bookingState = z.enum(BOOKING_STATES).meta({
  description:
    'The state of a booking (§3). `confirmed`: it stands. `cancelled`: by you, the guest or the restaurant. `completed`: the party has been there. `no_show`: it did not come.',
});

export const bookingCreated = z
  .object({ id: bookingId, startsAt: start, status: bookingState, partnerBookingRef })
  .meta({ description: 'The booking that was made, or that the idempotency key stands for (§2.7).' });

/** A partner reads its own bookings only, whose source is `partner`; the type is wider, the document is not. */
const source = z.enum(['partner', 'operator']).meta({ enum: ['partner'], description: 'Always `partner`.' });
const channel = z.string().meta({ description: '`partner:` and your slug.' });

export const bookingStatus = z
  .object({
    id: bookingId,
    locationId,
    startsAt: start,
    partySize,
    status: bookingState,
    source,
    channel,
    partnerBookingRef,
    createdAt: instant.meta({ description: 'When the booking was made, in UTC.' }),
  })
  .meta({ description: 'A booking as it stands now (§2.8). Nothing about the guest.' });

export const ok = z
  .object({ ok: z.boolean().meta({ description: 'Always `true`.' }) })
  .meta({ description: 'It is done (§2.9).' });

export const menuItem = z
  .object({
    id: z.string().meta({ description: 'Stays as it is when the price or the order changes.' }),
    name: z.string().meta({ description: 'What the card calls it.' }),
    description: z.string().nullable().meta({ description: 'What it is; null when the card does not say.' }),
    price_ore: z
      .int()
      .meta({ minimum: 0, description: 'The price in minor units of the currency: 18500 is 185 kronor.' }),
    tags: z
      .array(z.string())
      .meta({ description: 'Words such as `vegetarian`, as the operator has chosen them.' }),
  })
  .meta({ description: 'A dish.' });

export const menuCategory = z
  .object({
    id: z.string().meta({ description: 'Stays as it is when the order changes.' }),
    name: z.string().meta({ description: 'The heading.' }),
    description: z.string().nullable().meta({ description: 'A line below the heading; null for none.' }),
    items: z.array(menuItem).meta({ description: 'In the order of the card.' }),
  })
  .meta({ description: 'A part of the menu.' });

export const menu = z
  .object({
    locationName: z.string().meta({ description: 'What the restaurant is called.' }),
    currency: z.string().meta({ description: 'ISO 4217, such as `SEK`.' }),
    categories: z.array(menuCategory).meta({ description: 'In the order of the card.' }),
  })
  .meta({ description: 'A location’s menu (§2.10).' });

export const errorBody = z
  .object({
    statusCode: z.int().meta({ description: 'The status of the answer. Branch on this.' }),
    message: z.string().meta({ description: 'For people, and some of it in Swedish. Never branch on it.' }),
    error: z.string().meta({ description: 'The name of the status, such as `Forbidden`.' }),
  })
  .meta({ description: 'What every answer from 400 on looks like (§2.11).' });

export const refusal = errorBody
  .extend({ statusCode: z.literal(409).meta({ description: 'Always 409.' }), reason })
  .meta({ description: 'The booking cannot be had, and why.' });

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

export const bookingEvent = z
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

export type BookingCreated = z.output<typeof bookingCreated>;
export type BookingStatusBody = z.output<typeof bookingStatus>;
export type MenuBody = z.output<typeof menu>;
export type ErrorBody = z.output<typeof errorBody>;
