/** What other people wrote, made fit to stand in a mail. */
import { limits } from '@bord/engine';

/**
 * On one line and without what nobody sees: control characters and line breaks become spaces; marks that turn the direction of the
 * text, and spaces of no width, go. Longer than `max` code points it is cut, and ends in an ellipsis.
 */
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

/** Joiners stay: emoji and several scripts are written with them. */
const UNSEEN = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/** A street address on one line, with commas for its line breaks; null when nothing is left of it. */
export function streetLine(text: string | null): string | null {
  const lines = (text ?? '').split(/[\r\n]+/).map((line) => oneLine(line, 300));
  return oneLine(lines.filter((line) => line !== '').join(', '), 300) || null;
}

/**
 * A name to greet somebody by; null when there is none, or when it reads like a link: whoever may enter a name could otherwise have
 * us send advertisements to strangers.
 */
export function greetable(name: string): string | null {
  const line = oneLine(name, 80);
  return line === '' || LINK.test(line) ? null : line;
}

const LINK = /:\/\/|www\.|[\p{L}\p{N}]{2,}\.\p{L}{2,}|[/\\@]/iu;

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
