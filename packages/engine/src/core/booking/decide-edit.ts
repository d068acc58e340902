/** Changes of a booking's guest data (D42): name, phone, e-mail, notes, language. Times and tables stay. */
import { type Booking, found, type Guest, isLive } from './booking.ts';
import { type BookingContext, changed, type ChangeOutcome, type Notifications } from './decide.ts';
import type { Rule } from './diary.ts';
import { BookingError, invalid } from '../errors.ts';
import { EMAIL_LENGTH_MAX, NAME_LENGTH_MAX, NOTES_LENGTH_MAX, PHONE_LENGTH_MAX } from '../limits.ts';
import type { Language } from '../location/location.ts';
import { seesChange } from './event.ts';
import { assertEmail, assertText, optional } from '../fields.ts';

/** Changes of a booking's guest data. An omitted field keeps the value that it has when the step runs; null or a blank text removes it. */
export interface GuestEdit {
  /** 1 to 200 characters. */
  readonly name?: string;
  /** At most 254 characters. Another address gets a confirmation with a new link; earlier links become invalid. */
  readonly email?: string | null;
  /** At most 40 characters. */
  readonly phone?: string | null;
  /** At most 2,000 characters. */
  readonly notes?: string | null;
  /** The language of later e-mails; null: that of the location. */
  readonly language?: Language | null;
}

/** The checked fields. Throws `invalid_request` unless each is well formed (D8, D11). */
export function soundEdit({ name, email, phone, notes, language }: GuestEdit): Partial<Guest> {
  if (name !== undefined) assertText('name', name, NAME_LENGTH_MAX);
  const address = email === undefined ? undefined : optional('email', email, EMAIL_LENGTH_MAX);
  if (address != null) assertEmail('email', address, EMAIL_LENGTH_MAX);
  if (language != null && !LANGUAGE_CODE.test(language))
    invalid('language must be a code of two or three letters, such as sv', ['language']);
  return {
    ...(name !== undefined && { name }),
    ...(address !== undefined && { email: address }),
    ...(phone !== undefined && { phone: optional('phone', phone, PHONE_LENGTH_MAX) }),
    ...(notes !== undefined && { notes: optional('notes', notes, NOTES_LENGTH_MAX) }),
    ...(language !== undefined && { language }),
  };
}

/**
 * Changes the guest's fields, in every state, because stored personal data must be correct. An erased guest stays erased.
 *
 * Partners are notified if their events change: endpoints with guest data get events about name, e-mail and phone, but not about notes and
 * language. A guest with a future visit and a new e-mail address gets a confirmation there.
 *
 * @param link the hash of the link for a new e-mail address (D27); null for none. The link of the old address becomes invalid
 */
export function edit(
  at: BookingContext,
  wanted: Partial<Guest>,
  link: Booking['manageTokenHash'],
): Rule<ChangeOutcome> {
  return ({ named }) => {
    const booking = found(named);
    if (booking.guest.name === '')
      throw new BookingError('conflict', 'the guest of this booking has been erased: make a new booking');
    const guest: Guest = { ...booking.guest, ...wanted };
    const isOther = (field: keyof Guest): boolean => guest[field] !== booking.guest[field];
    if (!FIELDS.some(isOther)) return { result: { kind: 'unchanged', booking } };
    const edited = { ...booking, guest, ...(isOther('email') && { manageTokenHash: link }) };
    if (!EVENT_FIELDS.some(isOther)) return { booking: edited, result: { kind: 'changed', booking: edited } };
    const isExpected = isLive(booking) && at.window.nowMs < booking.startMs;
    const notifications: Notifications = {
      event: 'booking.updated',
      mail: isOther('email') && isExpected ? 'confirmation' : null,
    };
    const endpoints = at.endpoints.filter((endpoint) => seesChange(endpoint, booking, edited));
    return changed(edited, notifications, { ...at, endpoints });
  };
}

const LANGUAGE_CODE = /^[a-z]{2,3}$/;

const FIELDS = ['name', 'email', 'phone', 'notes', 'language'] as const satisfies readonly (keyof Guest)[];

/** The guest fields of events. Changing them is numbered as an event, and so are the e-mails to a new address. */
const EVENT_FIELDS = ['name', 'email', 'phone'] as const satisfies readonly (keyof Guest)[];
