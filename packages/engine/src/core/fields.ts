/** Checks of request fields: texts, e-mail addresses, sizes, dates, and relations between two fields. */
import { domainToASCII } from 'node:url';
import { invalid } from './errors.ts';
import { isLocalDate } from './instant.ts';
import { BATCH_DAYS_MAX } from './limits.ts';

/** The length in Unicode code points, which limits on texts count (D10, D11). */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Throws `invalid_request` unless the text is well-formed, not blank, and at most `max` code points long. */
export function assertText(
  field: string,
  text: string,
  max: number,
  path: readonly (string | number)[] = field.split('.'),
): void {
  // A NUL and a lone surrogate cannot be stored (D8).
  if (text.includes('\0') || !text.isWellFormed())
    invalid(`${field} must be well-formed Unicode without NUL`, path);
  if (text.trim() === '') invalid(`${field} must not be empty`, path);
  if (text.length > max && lengthOf(text) > max)
    invalid(`${field} must have at most ${max} characters`, path);
}

/** An optional text: null if it is empty or blank (D8). */
export function orNone(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text;
}

/**
 * The form of an e-mail address, for a regular expression with the flag `u`: characters, an `@` and a domain with a dot, in any alphabet, without
 * spaces and brackets. Further checks are left to the mail server.
 */
export const EMAIL_PATTERN = String.raw`^[^\s@<>()\[\]\\,;:"]+@[^\s@<>()\[\]\\,;:".]+(\.[^\s@<>()\[\]\\,;:".]+)+$`;

const EMAIL = new RegExp(EMAIL_PATTERN, 'u');
/** Control, format and unassigned characters. */
const INVISIBLE = /\p{C}/u;

/** Throws `invalid_request` unless the text can be an e-mail address. */
export function assertEmail(field: string, text: string, max: number): void {
  assertText(field, text, max);
  if (!EMAIL.test(text) || INVISIBLE.test(text))
    invalid(`${field} must be an e-mail address`, field.split('.'));
}

/**
 * The form in which two spellings of one e-mail address are equal: without case, composed (NFC), the domain as in DNS. Only for comparisons:
 * e-mails are sent to the original address.
 */
export function emailKeyOf(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0) return lowered(address);
  const domain = address.slice(at + 1);
  return `${lowered(address.slice(0, at))}@${domainToASCII(domain) || lowered(domain)}`;
}

/** The probable mailbox of an address: `you+bord@example.com` is `you@example.com`. Only for counting. */
export function mailboxKeyOf(address: string): string {
  return emailKeyOf(address).replace(/^([^+@]+)\+[^@]*@/, '$1@');
}

/** Lower case can decompose a letter (`İ`), so the text is composed again. */
function lowered(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}

/**
 * A relation between two fields of a request, which JSON Schema cannot express. The engine rejects a request that breaks one, and the OpenAPI document
 * lists them as `x-rules`.
 */
export interface FieldRule {
  /** `order`: the second field must not be before the first. `days`: from the first date to the second there are at most `max` days, both included. */
  readonly rule: 'order' | 'days';
  /** The names of the two fields. */
  readonly fields: readonly [first: string, second: string];
  /** The limit of a `days` rule. */
  readonly max?: number;
}

/** The range of a batch (§4.2.1, D28). */
export const BATCH_RULES: readonly FieldRule[] = [
  { rule: 'order', fields: ['startDate', 'endDate'] },
  { rule: 'days', fields: ['startDate', 'endDate'], max: BATCH_DAYS_MAX },
];

/** The first and the last start that a waiting party accepts (D36). */
export const WAITLIST_RULES: readonly FieldRule[] = [{ rule: 'order', fields: ['fromMs', 'toMs'] }];

/** Throws `invalid_request` with the first broken rule. @param distance from the first field to the second, in days if a rule counts them */
export function assertRules(rules: readonly FieldRule[], distance: number): void {
  for (const { rule, fields, max = Infinity } of rules) {
    const [first, second] = fields;
    if (rule === 'order' && distance < 0) invalid(`${second} must not be before ${first}`, [second]);
    if (rule === 'days' && distance + 1 > max)
      invalid(`the range has ${distance + 1} days; at most ${max}`, [second]);
  }
}

/** An optional text: null for an absent or blank one. Throws `invalid_request` for one that is too long or cannot be stored. */
export function optional(field: string, text: string | null | undefined, max: number): string | null {
  const given = orNone(text ?? null);
  if (given !== null) assertText(field, given, max);
  return given;
}

/** Throws `invalid_request` unless the text is a date of the calendar. */
export function assertDate(field: string, text: string): void {
  if (!isLocalDate(text)) invalid(`${field} must be a date as YYYY-MM-DD`, [field]);
}

/** Throws `invalid_request` unless the size is a whole number from 1 to `max`. */
export function assertPartySize(
  field: string,
  size: number,
  max: number = Number.MAX_SAFE_INTEGER,
  index?: number,
): void {
  if (Number.isSafeInteger(size) && size >= 1 && size <= max) return;
  const range = max < Number.MAX_SAFE_INTEGER ? `from 1 to ${max}` : '1 or more';
  invalid(`${field} must be a whole number, ${range}`, index === undefined ? [field] : [field, index]);
}
