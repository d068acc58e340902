/**
 * The shapes on the wire (§2). They check what JSON can be wrong about: presence and type. Limits are checked by the engine;
 * here they are only told to whoever reads a schema.
 */
import { BOOKING_STATES, LANGUAGES, limits, type Reason } from '@bord/engine';
import * as z from 'zod';
import { REFUSALS } from './messages.ts';

const uuid = z.string().meta({ format: 'uuid' });
const date = z.string().meta({ format: 'date', description: 'YYYY-MM-DD' });
const instant = z.string().meta({ format: 'date-time', description: 'RFC 3339' });
const text = (maxLength: number) => z.string().meta({ maxLength });
const requiredText = (maxLength: number) => z.string().meta({ minLength: 1, maxLength });
const partySize = z.int().meta({ minimum: 1 });

export const availabilityQuery = z.object({
  date,
  partySize: z.string().regex(/^\d+$/).transform(Number).meta({ description: 'A whole number, 1 or more' }),
  explain: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: each slot that is not available says why; false by default' }),
});

export const batchRequest = z.object({
  startDate: date,
  endDate: date.meta({
    description: `Included; not before startDate, at most ${limits.BATCH_DAYS_MAX} days in all`,
  }),
  partySizes: z
    .array(z.int().meta({ minimum: 1, maximum: limits.BATCH_PARTY_SIZE_MAX }))
    .meta({ minItems: 1, maxItems: limits.BATCH_PARTY_SIZES_MAX }),
});

export const bookingRequest = z.object({
  startsAt: instant.meta({ description: 'RFC 3339 with any offset' }),
  partySize,
  name: requiredText(limits.NAME_LENGTH_MAX),
  email: requiredText(limits.EMAIL_LENGTH_MAX).meta({ format: 'email' }),
  phone: text(limits.PHONE_LENGTH_MAX).optional(),
  notes: text(limits.NOTES_LENGTH_MAX).optional(),
  partnerBookingRef: text(limits.PARTNER_BOOKING_REF_LENGTH_MAX).optional(),
  idempotencyKey: requiredText(limits.IDEMPOTENCY_KEY_LENGTH_MAX).optional(),
  lang: z.enum(LANGUAGES).optional(),
});

const slot = z.object({
  slot: instant,
  available: z.boolean(),
  remainingCovers: z.int().meta({ minimum: 0 }),
});

export const availability = z.object({
  locationId: uuid,
  date,
  timezone: z.string(),
  slots: z.array(
    slot.extend({
      reason: z
        .enum(Object.keys(REFUSALS) as Reason[])
        .optional()
        .meta({ description: 'Why the slot is not available; only with explain=true' }),
    }),
  ),
});

export const batchAvailability = z.object({
  locationId: uuid,
  startDate: date,
  endDate: date,
  timezone: z.string(),
  days: z.array(z.object({ date, partySize, slots: z.array(slot).min(1) })),
});

const status = z.enum(BOOKING_STATES);
const partnerBookingRef = z.string().nullable();

export const bookingCreated = z.object({ id: z.string(), startsAt: instant, status, partnerBookingRef });

export const bookingStatus = z.object({
  id: z.string(),
  locationId: uuid,
  startsAt: instant,
  partySize,
  status,
  source: z.enum(['partner', 'operator']),
  channel: z.string(),
  partnerBookingRef,
  createdAt: instant,
});

export const ok = z.object({ ok: z.boolean() });

const menuItem = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  price_ore: z.int().meta({ minimum: 0, description: 'In minor units of the currency' }),
  tags: z.array(z.string()),
});

const menuCategory = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  items: z.array(menuItem),
});

export const menu = z.object({
  locationName: z.string(),
  currency: z.string(),
  categories: z.array(menuCategory),
});

export const errorBody = z.object({
  statusCode: z.int(),
  message: z.string(),
  error: z.string(),
  reason: z.string().optional().meta({ description: 'Why a booking was refused' }),
});

export type BookingCreated = z.output<typeof bookingCreated>;
export type BookingStatusBody = z.output<typeof bookingStatus>;
export type MenuBody = z.output<typeof menu>;
export type ErrorBody = z.output<typeof errorBody>;
