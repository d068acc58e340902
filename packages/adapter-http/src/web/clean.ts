/** What other people wrote, made fit to stand in a mail. */
import { limits } from '@bord/engine';

/** One line without control characters, direction marks and spaces of no width, cut to `max` code points with an ellipsis. */
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

/** The same line by line: line breaks stay, without what is empty. */
export function paragraphs(text: string): string {
  const lines = text.split(/\r\n|[\r\n\p{Zl}\p{Zp}]/u).map((line) => oneLine(line, Infinity));
  return lines.filter((line) => line !== '').join('\n');
}

/** Joiners stay: emoji and several scripts are written with them. */
const UNSEEN = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/** A street address on one line, with commas for its line breaks; null when nothing is left of it. */
export function streetLine(text: string | null): string | null {
  const lines = (text ?? '').split(/[\r\n]+/).map((line) => oneLine(line, 300));
  return oneLine(lines.filter((line) => line !== '').join(', '), 300) || null;
}

/** A name for a greeting; null for none, or for one that reads like a link: whoever enters a name must not send advertisements through us. */
export function greetable(name: string): string | null {
  const line = oneLine(name, 80);
  return line === '' || LINK.test(line) ? null : line;
}

const LINK = /:\/\/|www\.|[\p{L}\p{N}]{2,}\.\p{L}{2,}|[/\\@]/iu;

/**
 * Notes as a mail quotes them, on one line of at most 500 characters; null when there are none, or when they read like an advertisement: with a
 * link or an address. Whoever books may enter a stranger's address. The guest's page has them all the same, and whole.
 */
export function quotable(notes: string | null): string | null {
  const line = oneLine(notes ?? '', QUOTED_MAX);
  return line === '' || ADVERTISED.test(line) ? null : line;
}

const QUOTED_MAX = 500;

/** Unlike in a name, a dash or a date is nothing unusual: `3/4 vegetarian`. A domain goes on in one case without a space: `shop.example`. */
const ADVERTISED = /:\/\/|@|[wW]{3}\.|[\p{L}\p{N}-]{2,}\.(?:\p{Ll}{2,}|\p{Lu}{2,})(?!\p{L})/u;

/** The address when it can be one person's, and null otherwise: no list, no display name, nothing that would end a header. */
export function addressOf(text: string | null): string | null {
  if (text === null || text.length > limits.EMAIL_LENGTH_MAX || !text.isWellFormed()) return null;
  return ADDRESS.test(text) ? text : null;
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}.]+(?:\.[^\s@<>()[\]\\,;:"\p{C}.]+)+$/u;

/** The link that dials a number; null when the text is none that a telephone could dial. */
export function dialUrl(text: string): string | null {
  const digits = text.replaceAll(/[\s()./\u2010-\u2015-]/g, '');
  return /^\+?\d{3,15}$/.test(digits) ? `tel:${digits}` : null;
}
