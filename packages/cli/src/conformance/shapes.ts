/** The shapes of §2 as anybody may read them: unknown fields are let pass (§9). */
import * as z from 'zod';
import type { Exchange } from './exchange.ts';
import { unless, type Violation } from './rule.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;
const DATE = /^\d{4}-\d\d-\d\d$/;

const uuid = z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, 'no UUID');
const date = z.string().regex(DATE, 'no date YYYY-MM-DD');
const instant = z
  .string()
  .refine((text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)), 'no RFC 3339 date-time');
const text = z.string().min(1, 'is empty');
const partnerBookingRef = z.string().nullish();

export const slot = z.looseObject({
  slot: instant,
  available: z.boolean(),
  remainingCovers: z.int().min(0),
});

export const availability = z.looseObject({
  locationId: uuid,
  date,
  timezone: text,
  slots: z.array(z.unknown()),
});

export const batch = z.looseObject({
  locationId: uuid,
  startDate: date,
  endDate: date,
  timezone: text,
  days: z.array(z.looseObject({ date, partySize: z.int(), slots: z.array(slot) })),
});

export const bookingCreated = z.looseObject({
  id: text,
  startsAt: instant,
  status: text,
  partnerBookingRef,
});

export const bookingStatus = z.looseObject({
  id: text,
  locationId: uuid,
  startsAt: instant,
  partySize: z.int(),
  status: text,
  source: text,
  channel: text,
  partnerBookingRef,
  createdAt: instant,
});

export const hold = z.looseObject({ id: text, startsAt: instant, partySize: z.int(), expiresAt: instant });

export const waiting = z.looseObject({
  id: text,
  state: text,
  date,
  from: instant,
  to: instant,
  partySize: z.int(),
  mode: text,
  offer: z.looseObject({ holdId: text, startsAt: instant, expiresAt: instant }).nullable(),
  bookingId: text.nullable(),
});

export const error = z.looseObject({
  statusCode: z.int(),
  message: z.string(),
  error: z.string().optional(),
  code: z.string().optional(),
  docs: z.string().optional(),
});

export const event = z.looseObject({
  id: text,
  type: text,
  created: z.int(),
  data: z.looseObject({
    bookingId: text,
    locationId: uuid,
    status: text,
    startsAt: instant,
    endsAt: instant,
    partySize: z.int(),
    source: text,
    channel: text,
    partnerBookingRef,
    guest: z
      .looseObject({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })
      .nullable(),
  }),
});

const named = <const Type extends string>(type: Type, data: z.ZodType) =>
  z.looseObject({ id: text, type: z.literal(type), created: z.int(), data });

export const waitlistOffered = named(
  'waitlist.offered',
  z.looseObject({
    waitingId: text,
    holdId: text,
    locationId: uuid,
    startsAt: instant,
    expiresAt: instant,
    partySize: z.int(),
    partnerBookingRef,
  }),
);

/** Thin (D37): what else it said could be out of date. */
export const availabilityChanged = named(
  'availability.changed',
  z.strictObject({ locationId: uuid, dates: z.array(date).min(1) }),
);

/** The first thing in which a value is not of a shape; null when it is. */
export function faultIn(shape: z.ZodType, value: unknown): string | null {
  const { error: fault } = shape.safeParse(value);
  const [issue] = fault?.issues ?? [];
  if (!issue) return null;
  return `${issue.path.join('.') || 'the body'}: ${issue.message.replace('Invalid input: ', '')}`;
}

export function isOf(shape: z.ZodType, fields: string, exchange: Exchange): Violation | null {
  const fault = faultIn(shape, exchange.json);
  return unless(fault === null, fields, () => fault ?? '', exchange);
}
