import { BookingError, limits, type VisitorGuest } from '@bord/engine';
import { type Content, html, type Html } from '../web/html.ts';
import { addressOf, oneLine } from '../web/clean.ts';
import { formField, input, textarea } from '../web/form-field.ts';
import { linesOf } from '../web/form-text.ts';
import type { Query } from '../web/page-route.ts';
import { bookHref, type BookVisit } from './visit.ts';

const MAX = {
  name: limits.NAME_LENGTH_MAX,
  email: limits.EMAIL_LENGTH_MAX,
  phone: limits.PHONE_LENGTH_MAX,
  notes: limits.NOTES_LENGTH_MAX,
};

type GuestField = keyof typeof MAX;
const FIELDS = Object.keys(MAX) as readonly GuestField[];

/** The fields that a guest has typed. */
export interface SentGuest {
  readonly fields: Readonly<Record<GuestField, string>>;
  readonly faults: Readonly<Partial<Record<GuestField, string>>>;
  readonly guest: VisitorGuest;
}

/** A form asks for an e-mail address where the restaurant does, or where an e-mail must be sent. */
export interface GuestFormRules {
  readonly needsEmail: boolean;
}

/** The typed fields of a form, for another form to carry on. */
export function typedIn(query: Query): Query {
  return Object.fromEntries(
    FIELDS.flatMap((field) => (query[field] ? [[field, linesOf(query[field])]] : [])),
  );
}

export function readGuest(query: Query, visit: BookVisit, { needsEmail }: GuestFormRules): SentGuest {
  const { own, page, rules } = visit;
  const fields = {
    name: oneLine(query['name'] ?? '', Infinity),
    email: (query['email'] ?? '').trim(),
    phone: oneLine(query['phone'] ?? '', Infinity),
    notes: linesOf((query['notes'] ?? '').toWellFormed().replaceAll('\0', '')),
  };
  const faults: Partial<Record<GuestField, string>> = {};
  if (fields.name === '') faults.name = page.edit.nameless;
  if (fields.email === '' ? needsEmail : addressOf(fields.email) === null) faults.email = own.held.badEmail;
  if (rules.phone === 'required' && !/\d/.test(fields.phone)) faults.phone = own.held.badPhone;
  for (const field of FIELDS)
    if (Array.from(fields[field]).length > MAX[field]) faults[field] = page.edit.tooLong(MAX[field]);
  const { name, email, phone, notes } = fields;
  const guest = {
    name,
    email: email || null,
    phone: rules.phone === 'no' ? null : phone || null,
    notes: notes || null,
    language: visit.language,
  };
  return { fields, faults, guest };
}

/** The form with the fault that the engine has found; rethrows an error that is not about a field. */
export function withFaultOf(sent: SentGuest, error: unknown, { own, page }: BookVisit): SentGuest {
  const field = BookingError.is(error) && FIELDS.find((name) => error.path.at(-1) === name);
  if (!field) throw error;
  const texts = {
    name: page.edit.nameless,
    email: own.held.badEmail,
    phone: own.held.badPhone,
    notes: page.edit.tooLong(MAX.notes),
  };
  return { ...sent, faults: { [field]: texts[field] } };
}

export function hasFaults({ faults }: SentGuest): boolean {
  return Object.keys(faults).length > 0;
}

/** The fields of a guest; the first with a fault has the focus, or else the first if `isFocused`. */
export function guestFields(
  visit: BookVisit,
  sent: SentGuest | null,
  {
    needsEmail,
    isFocused,
    emailHint = needsEmail ? visit.own.held.emailHint : visit.own.held.noEmailHint,
  }: GuestFormRules & { readonly isFocused: boolean; readonly emailHint?: string | null },
): Html {
  const { words, page, own, rules } = visit;
  const firstFault = FIELDS.find((field) => sent?.faults[field] !== undefined);
  const focused = firstFault ?? (isFocused ? 'name' : null);
  const field = (name: GuestField, label: string, attributes: Html, hint: string | null, optional: boolean) =>
    formField({
      name,
      label: optional ? html`${label} <small>(${own.held.needless})</small>` : label,
      set: name === 'notes' ? textarea : input,
      attributes,
      hint,
      value: sent?.fields[name] ?? '',
      fault: sent?.faults[name] ?? null,
      isFocused: focused === name,
    });
  const required = (isRequired: boolean): Content => isRequired && html` required`;
  const { name, email, phone } = MAX;
  const needsPhone = rules.phone === 'required';
  return html`<div class="stack">
    ${field('name', page.edit.name, html`autocomplete="name" required maxlength="${name}"`, null, false)}
    ${field(
      'email',
      words.email,
      html`type="email" autocomplete="email" maxlength="${email}"${required(needsEmail)}`,
      emailHint,
      !needsEmail,
    )}
    ${
      rules.phone !== 'no' &&
      field(
        'phone',
        words.phone,
        html`type="tel" autocomplete="tel" maxlength="${phone}"${required(needsPhone)}`,
        null,
        !needsPhone,
      )
    }
    ${field('notes', words.notes, html`rows="3"`, page.edit.hint, true)}
  </div>`;
}

/** The purpose and duration for which the restaurant keeps the data, and a link to its notice. */
export function dataUse(visit: BookVisit): Html {
  const { own, restaurant, view, rules } = visit;
  return html`<p class="muted">
    ${own.data(restaurant, view.location.guestRetentionDays)}
    <a href="${rules.privacyUrl ?? bookHref(visit, '/privacy')}" target="_blank" rel="noopener"
      >${own.privacyLink}</a
    >
  </p>`;
}
