import { expect, test } from 'vitest';
import { languageOf, preferredLanguage, wordsIn } from './languages.ts';

test('D26 a browser gets the first of our languages that it would rather have', () => {
  expect(preferredLanguage('sv-SE,sv;q=0.9,en;q=0.8')).toBe('sv');
  expect(preferredLanguage('en-GB;q=0.8, da;q=0.9')).toBe('da');
  for (const norwegian of ['nb-NO', 'nn', 'no', 'NB;q=0.1']) expect(preferredLanguage(norwegian)).toBe('no');
  expect(preferredLanguage('de-DE,de;q=0.9,da;q=0.1')).toBe('da');
  expect(preferredLanguage('sv;q=0, en')).toBe('en');
  for (const none of [null, '', '*', 'de', 'sv;q=x', ';;,,q=1', ','.repeat(10_000)]) {
    expect(preferredLanguage(none)).toBe('en');
  }
});

test('D26 a language is one of ours, to the letter', () => {
  expect(languageOf('no')).toBe('no');
  for (const other of ['nb', 'SV', '', 'constructor', undefined, null]) expect(languageOf(other)).toBeNull();
});

test('D26 the texts of a language without texts are those of English', () => {
  expect(wordsIn('da').tag).toBe('da');
  for (const other of ['fi', 'constructor']) expect(wordsIn(other)).toBe(wordsIn('en'));
});
