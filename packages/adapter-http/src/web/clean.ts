/** Makes text of guests and restaurants safe for a mail. */
import { limits } from '@bord/engine';

/** One line without control characters, direction marks and zero-width spaces, cut to `max` code points with an ellipsis. */
export function oneLine(text: string, max = 200): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(UNSEEN, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const points = Array.from(line);
  return points.length <= max ? line : `${points.slice(0, max - 1).join('')}…`;
}

/** The same line by line: line breaks stay, empty lines are removed. */
export function paragraphs(text: string): string {
  const lines = text.split(/\r\n|[\r\n\p{Zl}\p{Zp}]/u).map((line) => oneLine(line, Infinity));
  return lines.filter((line) => line !== '').join('\n');
}

/** Joiners stay, because emoji and several scripts need them. */
const UNSEEN = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/** A street address on one line, with commas for its line breaks; null if it is empty. */
export function streetLine(text: string | null): string | null {
  const lines = (text ?? '').split(/[\r\n]+/).map((line) => oneLine(line, 300));
  return oneLine(lines.filter((line) => line !== '').join(', '), 300) || null;
}

/** A name for a greeting; null if it is empty or reads like a link, so that mails cannot be used for advertisements. */
export function greetable(name: string): string | null {
  const line = oneLine(name, 80);
  return line === '' || LINK.test(line) ? null : line;
}

const LINK = /:\/\/|www\.|[\p{L}\p{N}]{2,}\.\p{L}{2,}|[/\\@]/iu;

/**
 * Notes for a mail, on one line of at most 500 characters; null if empty, or with a link or an e-mail address. A booking can name a stranger's
 * e-mail address, so notes must not carry advertisements. The guest's page shows them completely.
 */
export function quotable(notes: string | null): string | null {
  const line = oneLine(notes ?? '', QUOTED_MAX);
  return line === '' || ADVERTISED.test(line) ? null : line;
}

const QUOTED_MAX = 500;

/** Unlike in a name, a dash or a date is normal: `3/4 vegetarian`. A domain continues in one case without a space: `shop.example`. */
const ADVERTISED = /:\/\/|@|[wW]{3}\.|[\p{L}\p{N}-]{2,}\.(?:\p{Ll}{2,}|\p{Lu}{2,})(?!\p{L})/u;

/** The e-mail address if it is a single plain one, otherwise null: no list, no display name, no characters that would end a header. */
export function addressOf(text: string | null): string | null {
  if (text === null || text.length > limits.EMAIL_LENGTH_MAX || !text.isWellFormed()) return null;
  return ADDRESS.test(text) ? text : null;
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}.]+(?:\.[^\s@<>()[\]\\,;:"\p{C}.]+)+$/u;

/** The link that dials a number; null if the text is not a phone number. */
export function dialUrl(text: string): string | null {
  const digits = text.replaceAll(/[\s()./\u2010-\u2015-]/g, '');
  return /^\+?\d{3,15}$/.test(digits) ? `tel:${digits}` : null;
}
