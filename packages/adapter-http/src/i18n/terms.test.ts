import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words that a language must not use, with the word to use instead. */
const WORDS: readonly (readonly [
  language: string,
  part: 'all' | 'guests' | 'staff',
  word: RegExp,
  use: string,
])[] = [
  ['da', 'staff', /\b(?:reservation|reserver|reservér)/i, 'booking'],
  ['da', 'staff', /(?<!af)bestil/i, 'booking'],
  ['da', 'guests', /\bbook/i, 'reservation'],
  ['da', 'all', /aflys/i, 'afbestil'],
  ['da', 'all', /\b(?:hun|hende)\b/i, 'personen'],
  ['da', 'all', /kom ikke\b(?! fra)|udeblev\b|no-show/i, 'udeblevet'],
  ['sv', 'all', /\bdemon\b/i, 'demorestaurangen'],
  ['sv', 'all', /\bhuset\b/i, 'restaurangen'],
  ['sv', 'all', /\b(?:hon|henne)\b/i, 'personen'],
  ['sv', 'all', /går att få|gick att få|kan fås/i, 'kan bokas'],
  ['sv', 'all', /förgäves/i, 'efterfrågan som inte kunde tas emot'],
  ['sv', 'all', /det är ingen e-post/i, 'ogiltig e-postadress'],
  ['sv', 'all', /om man vill/i, 'valfritt'],
  ['sv', 'all', /kom inte\b(?! från)|uteblev\b|no-show/i, 'utebliven'],
  ['no', 'all', /følge(?:t|ts)?\b(?! med)/i, 'selskap'],
  ['no', 'all', /\b(?:hun|henne)\b/i, 'personen'],
  ['no', 'all', /kom ikke\b(?! fra)|møtte ikke|ikke møtt|uteble\b|no-show/i, 'uteblitt'],
];

test.each(WORDS)('%s, texts for %s: no text has %s, but „%s“', (language, part, word) => {
  const source = readFileSync(new URL(`${language}.ts`, import.meta.url), 'utf8');
  const staffAt = source.indexOf('\n  start: {');
  const guestsAt = source.indexOf('\nexport const');
  const parts = { all: source, guests: source.slice(guestsAt, staffAt), staff: source.slice(staffAt) };
  const lines = parts[part].split('\n').filter((line) => /['`]/.test(line) && word.test(quoted(line)));
  expect(lines).toEqual([]);
});

/** The strings of a line of code. */
function quoted(line: string): string {
  return [...line.matchAll(/'[^']*'|`[^`]*`/g)]
    .map(([text]) => text.replaceAll(/\$\{[^}]*\}/g, ''))
    .join(' ');
}
