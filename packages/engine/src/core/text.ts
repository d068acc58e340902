import { domainToASCII } from 'node:url';
import { invalid } from './errors.ts';

/** Length in Unicode code points: what limits on texts count (D10, D11). */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** The text can be stored and sent as it is: no NUL, no lone surrogate (D8). */
function isSound(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Throws `invalid_request` unless the text is sound, not blank, and at most `max` code points long. */
export function assertText(
  field: string,
  text: string,
  max: number,
  path: readonly (string | number)[] = [field],
): void {
  if (!isSound(text)) invalid(`${field} has characters that cannot be stored`, path);
  if (text.trim() === '') invalid(`${field} must not be empty`, path);
  if (text.length > max && lengthOf(text) > max) invalid(`${field} has more than ${max} characters`, path);
}

/** An optional text that is empty or blank says nothing (D8): null. */
export function orNone(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text;
}

/**
 * The form of an e-mail address, for a regular expression with the flag `u`: something, an `@` and a domain with a dot, in any alphabet, without spaces
 * and brackets. The mail server knows the rest.
 */
export const EMAIL_PATTERN = String.raw`^[^\s@<>()\[\]\\,;:"]+@[^\s@<>()\[\]\\,;:".]+(\.[^\s@<>()\[\]\\,;:".]+)+$`;

const EMAIL = new RegExp(EMAIL_PATTERN, 'u');
/** Control and format characters, and what Unicode has not assigned. */
const INVISIBLE = /\p{C}/u;

/** Throws `invalid_request` unless the text can be an e-mail address. */
export function assertEmail(field: string, text: string, max: number): void {
  assertText(field, text, max);
  if (!EMAIL.test(text) || INVISIBLE.test(text)) invalid(`${field} is no e-mail address`, [field]);
}

/**
 * The form in which two spellings of one e-mail address are the same: without case, composed (NFC), the domain as DNS has it. For
 * comparing only: mail goes to the address as it was given.
 */
export function emailKeyOf(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0) return lowered(address);
  const domain = address.slice(at + 1);
  return `${lowered(address.slice(0, at))}@${domainToASCII(domain) || lowered(domain)}`;
}

/** Whose mailbox it is, as far as can be seen: `you+bord@example.com` is `you@example.com`. For counting only. */
export function mailboxKeyOf(address: string): string {
  return emailKeyOf(address).replace(/^([^+@]+)\+[^@]*@/, '$1@');
}

/** Lower case may take a letter apart (`İ`), so it is composed once more. */
function lowered(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}
