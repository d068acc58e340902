/** Fields and shapes that several operations or events share (§2). */
import { BOOKING_STATES, REASONS } from '@bord/engine';
import * as z from 'zod';
import { REFUSALS } from '../../http/messages.ts';

/*
 * Schemas check presence and type. The engine checks limits; here they are documentation only. The OpenAPI document is generated from the schemas.
 */

export const date = z.string().meta({ format: 'date' });
export const instant = z.string().meta({ format: 'date-time' });
export const text = (maxLength: number) => z.string().meta({ maxLength });
export const requiredText = (maxLength: number) =>
  z.string().meta({ minLength: 1, maxLength, pattern: String.raw`\S` });
export const partySize = z
  .int()
  .meta({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'How many guests.' });

export const locationId = z
  .string()
  .meta({ format: 'uuid', description: 'The location’s id, a UUID from the operator.' });
export const serviceDate = date.meta({
  description:
    'The local date on which the service period opened; a slot after midnight belongs to the date before it.',
});
export const timezone = z.string().meta({ description: 'The location’s time zone, by its IANA name.' });
export const start = instant.meta({ description: 'When the party comes, in UTC with whole seconds.' });
export const bookingId = z.string().meta({ description: 'The booking’s id.' });
export const partnerBookingRef = z
  .string()
  .nullable()
  .meta({ description: 'Your own number for the booking, as you sent it; null when you sent none.' });

/** A partner reads only its own bookings, whose source is `partner`; the type is wider than the document. */
export const source = z
  .enum(['partner', 'operator', 'guest'])
  .meta({ enum: ['partner'], description: 'Always `partner`.' });
export const channel = z.string().meta({ description: '`partner:` and your slug.' });

export const bookingState = z.enum(BOOKING_STATES).meta({
  description:
    'The state of a booking. `confirmed`: the party is expected. `cancelled`: by you, the guest or the restaurant. `completed`: the party has been there. `no_show`: it did not arrive.',
});

export const reason = z.enum(REASONS).meta({
  description: [
    'Why a time is unavailable. Expect further values.',
    '',
    ...REASONS.map((value) => `- \`${value}\`: ${REFUSALS[value]}`),
  ].join('\n'),
});

export const okShape = z
  .object({ ok: z.boolean().meta({ description: 'Always `true`.' }) })
  .meta({ description: 'The request succeeded.' });

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
      'A time at which a party can start. `reason` is present in slots that are not available, in answers for one day with `explain=true`.',
  });
