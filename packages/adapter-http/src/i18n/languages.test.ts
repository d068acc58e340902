import { expect, test } from 'vitest';
import { LANGUAGES, languageOf, preferredLanguage, wordsIn } from './languages.ts';

test('D26 a browser gets the supported language that it prefers', () => {
  expect(preferredLanguage('sv-SE,sv;q=0.9,en;q=0.8')).toBe('sv');
  expect(preferredLanguage('en-GB;q=0.8, da;q=0.9')).toBe('da');
  for (const norwegian of ['nb-NO', 'nn', 'no', 'NB;q=0.1']) expect(preferredLanguage(norwegian)).toBe('no');
  expect(preferredLanguage('de-DE,de;q=0.9,da;q=0.1')).toBe('da');
  expect(preferredLanguage('sv;q=0, en')).toBe('en');
  for (const none of [null, '', '*', 'de', 'sv;q=x', ';;,,q=1', ','.repeat(10_000)]) {
    expect(preferredLanguage(none)).toBe('en');
  }
});

test('D26 a language must match a supported code exactly', () => {
  expect(languageOf('no')).toBe('no');
  for (const other of ['nb', 'SV', '', 'constructor', undefined, null]) expect(languageOf(other)).toBeNull();
});

test('D26 an unsupported language gets the English texts', () => {
  expect(wordsIn('da').tag).toBe('da');
  for (const other of ['xx', 'constructor']) expect(wordsIn(other)).toBe(wordsIn('en'));
});

/** All texts below a value; for a function its source. */
const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [String(value)];

const found = (value: unknown, words: RegExp): readonly string[] =>
  textsOf(value).filter((text) => words.test(text));

test('D26 the texts of all languages say restaurant, and available or bookable, in plain words', () => {
  const dialect = /\b(?:hus|huset|husets|huse)\b|går att få|kan (?:ikke )?fås|\bat få nu\b|er å få\b/i;
  for (const language of LANGUAGES) expect(found(wordsIn(language), dialect), language).toEqual([]);
  expect(found({ a: () => 'Inget bord går att få nu.', b: ['Huset är öppet.'] }, dialect)).toHaveLength(2);
});

test('D26 Danish guests read of a reservation, in e-mails, on pages and on the waitlist', () => {
  const { mail, page, waitlist } = wordsIn('da');
  const others = /\b(?:book|bestilling)/i;
  expect(found({ mail, page, waitlist }, others)).toEqual([]);
  expect(found({ mail, page, waitlist }, /reservation/i).length).toBeGreaterThan(5);
  expect(found({ a: 'Din booking', b: 'Tak for din bestilling' }, others)).toHaveLength(2);
});
