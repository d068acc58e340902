/** A booking in the API: its guest (§2.6), as created (§2.7), and as read, moved and listed (§2.8). */
import { type Booking, type BookingRequest, formatInstant, formatInstantMs, limits } from '@bord/engine';
import { EMAIL_PATTERN } from '@bord/engine/adapters';
import { LANGUAGES } from '../../i18n/languages.ts';
import * as z from 'zod';
import { BOOKING_ID, CREATED_AT, LOCATION_ID, PARTNER_REF, STARTS_AT } from '../demo.ts';
import {
  bookingId,
  bookingState,
  channel,
  instant,
  locationId,
  partnerBookingRef,
  partySize,
  requiredText,
  source,
  start,
  text,
} from './fields.ts';

export const booking = {
  id: BOOKING_ID,
  locationId: LOCATION_ID,
  startsAt: STARTS_AT,
  partySize: 2,
  status: 'confirmed',
  source: 'partner',
  channel: 'partner:hotel-nord',
  partnerBookingRef: PARTNER_REF,
  createdAt: CREATED_AT,
};

export const bookingShape = z
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
  .meta({ description: 'A booking in its current state, without guest data.' });

export const bookingCreated = z
  .object({ id: bookingId, startsAt: start, status: bookingState, partnerBookingRef })
  .meta({
    description: 'The new booking, or the existing one of the idempotency key or the confirmed hold.',
  });

/** A created booking (§2.7). */
export function createdBody({
  id,
  startMs,
  status,
  partnerBookingRef: reference,
}: Booking): z.output<typeof bookingCreated> {
  return { id, startsAt: formatInstant(startMs), status, partnerBookingRef: reference };
}

/** A booking as read by its partner (§2.8). */
export function bookingBody(found: Booking): z.output<typeof bookingShape> {
  return {
    id: found.id,
    locationId: found.locationId,
    startsAt: formatInstant(found.startMs),
    partySize: found.partySize,
    status: found.status,
    source: found.source,
    channel: found.channel,
    partnerBookingRef: found.partnerBookingRef,
    createdAt: formatInstantMs(found.createdMs),
  };
}

/** The language of the guest's mails; an empty or blank one counts as absent (D8). */
const language = z.preprocess(
  (sent) => (typeof sent === 'string' && sent.trim() === '' ? '' : sent),
  z.enum([...LANGUAGES, '']),
);

export const guestFields = {
  name: requiredText(limits.NAME_LENGTH_MAX).meta({ description: 'The guest’s name.' }),
  email: requiredText(limits.EMAIL_LENGTH_MAX).meta({
    format: 'idn-email',
    pattern: EMAIL_PATTERN,
    description: 'The guest’s e-mail address; the confirmation goes there.',
  }),
  phone: text(limits.PHONE_LENGTH_MAX).optional().meta({ description: 'The guest’s phone number.' }),
  notes: text(limits.NOTES_LENGTH_MAX)
    .optional()
    .meta({ description: 'Notes for the restaurant: allergies, a pram, a birthday.' }),
  partnerBookingRef: text(limits.PARTNER_BOOKING_REF_LENGTH_MAX).optional().meta({
    description:
      'Your own number for the booking. It comes back in answers and events, and need not be unique.',
  }),
  lang: language
    .optional()
    .meta({ description: 'The language of the guest’s mails; the location’s own by default.' }),
};

export function guestOf(
  sent: {
    readonly [Field in keyof typeof guestFields]?: z.output<(typeof guestFields)[Field]>;
  } & { readonly name: string; readonly email: string },
): Pick<BookingRequest, 'guest' | 'partnerBookingRef'> {
  const { name, email, phone = null, notes = null, lang, partnerBookingRef: reference = null } = sent;
  return { guest: { name, email, phone, notes, language: lang || null }, partnerBookingRef: reference };
}
