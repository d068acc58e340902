/** Who comes, in the body of a booking that is made and of a hold that is confirmed (§2.6). */
import { type BookingRequest, EMAIL_PATTERN, LANGUAGES, limits } from '@bord/engine';
import * as z from 'zod';
import { requiredText, text } from './fields.ts';

/** Of the guest's mails; an empty or blank one is none (D8). */
const language = z.preprocess(
  (sent) => (typeof sent === 'string' && sent.trim() === '' ? '' : sent),
  z.enum([...LANGUAGES, '']),
);

/** Who comes. */
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
    .meta({ description: 'What the restaurant should know: allergies, a pram, a birthday.' }),
  partnerBookingRef: text(limits.PARTNER_BOOKING_REF_LENGTH_MAX).optional().meta({
    description:
      'Your own number for the booking. It comes back in answers and events, and need not be unique.',
  }),
  lang: language
    .optional()
    .meta({ description: 'The language of the guest’s mails; the location’s own by default.' }),
};

/** What the engine is told of who comes. */
export function guestOf(
  sent: {
    readonly [Field in keyof typeof guestFields]?: z.output<(typeof guestFields)[Field]>;
  } & { readonly name: string; readonly email: string },
): Pick<BookingRequest, 'guest' | 'partnerBookingRef'> {
  const { name, email, phone = null, notes = null, lang, partnerBookingRef = null } = sent;
  return { guest: { name, email, phone, notes, language: lang || null }, partnerBookingRef };
}
