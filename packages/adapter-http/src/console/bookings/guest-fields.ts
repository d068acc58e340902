import { limits } from '@bord/engine';
import type { ConsoleWords } from '../../i18n/languages.ts';
import { html, type Html } from '../../web/html.ts';

export const GUEST_FIELDS = ['name', 'phone', 'email', 'notes'] as const;
export type GuestField = (typeof GUEST_FIELDS)[number];

export type GuestFaults = Readonly<Partial<Record<GuestField, string>>>;

/** Length limits in characters (D11). */
const LENGTHS: Readonly<Record<GuestField, number>> = {
  name: limits.NAME_LENGTH_MAX,
  phone: limits.PHONE_LENGTH_MAX,
  email: limits.EMAIL_LENGTH_MAX,
  notes: limits.NOTES_LENGTH_MAX,
};

/** A browser must not fill in the staff member's name and number. */
export const GUEST_ATTRIBUTES: Readonly<Record<GuestField, Html>> = {
  name: html`autocomplete="off" autocapitalize="words" maxlength="${LENGTHS.name}"`,
  phone: html`type="tel" autocomplete="off" maxlength="${LENGTHS.phone}"`,
  email: html`type="email" autocomplete="off" maxlength="${LENGTHS.email}"`,
  notes: html`maxlength="${LENGTHS.notes}"`,
};

/** Faults of the submitted fields; absent fields are not checked. */
export function guestFaults(
  sent: { readonly [F in GuestField]?: string | null | undefined },
  words: ConsoleWords['actions']['form'],
): GuestFaults {
  const faults: Partial<Record<GuestField, string>> = {};
  for (const field of GUEST_FIELDS) {
    const value = sent[field];
    if (value === undefined || value === null) continue;
    if (Array.from(value).length > LENGTHS[field]) faults[field] = words.tooLong;
    else if (field === 'name' && value.trim() === '') faults.name = words.nameless;
    else if (field === 'email' && value.trim() !== '' && !EMAIL.test(value.trim()))
      faults.email = words.badEmail;
  }
  return faults;
}

/** As lenient as browsers; the engine checks more strictly. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
