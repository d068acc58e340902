import { type GuestView, limits, type OwnEdit } from '@bord/engine';
import { oneLine } from '../web/clean.ts';
import type { Words } from '../i18n/en.ts';
import { linesOf } from '../web/form-text.ts';
import type { Query } from '../web/page-route.ts';

export type EditFields = Readonly<Record<EditField, string>>;
export type EditField = 'name' | 'phone' | 'notes';

/** Length limits in characters (D11). */
export const FIELD_LENGTHS: Readonly<Record<EditField, number>> = {
  name: limits.NAME_LENGTH_MAX,
  phone: limits.PHONE_LENGTH_MAX,
  notes: limits.NOTES_LENGTH_MAX,
};

const FIELDS = Object.keys(FIELD_LENGTHS) as readonly EditField[];

/** The guest's data as form fields: only the notes have several lines. */
export function fieldsOf({ booking: { guest } }: GuestView): EditFields {
  return {
    name: oneLine(guest.name, FIELD_LENGTHS.name),
    phone: oneLine(guest.phone ?? '', FIELD_LENGTHS.phone),
    notes: linesOf(guest.notes ?? ''),
  };
}

/** A submitted form: its fields, the changed ones, and their faults. */
export interface SentForm {
  readonly fields: EditFields;
  /** Omitted fields stay unchanged, even if they were changed elsewhere after the form was shown. */
  readonly edit: OwnEdit;
  readonly faults: Readonly<Partial<Record<EditField, string>>>;
}

export const shownName = (field: EditField): string => `${field}-shown`;

/** Reads a form. Fields that the guest did not change keep the booking's values. */
export function readForm(query: Query, before: EditFields, words: Words['page']['edit']): SentForm {
  const fields: Record<EditField, string> = { ...before };
  const edit: { -readonly [F in EditField]?: string } = {};
  const faults: Partial<Record<EditField, string>> = {};
  for (const field of FIELDS) {
    const sent = query[field];
    if (sent === undefined) continue;
    const value = linesOf(sent);
    if (value === linesOf(query[shownName(field)] ?? '')) continue;
    fields[field] = edit[field] = value;
    const max = FIELD_LENGTHS[field];
    if (Array.from(value).length > max) faults[field] = words.tooLong(max);
    else if (field === 'name' && value.trim() === '') faults.name = words.nameless;
  }
  return { fields, edit, faults };
}
