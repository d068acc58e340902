/** The languages of guests by the names that imported files give them. */
import { type Language, LANGUAGES } from '@bord/engine';
import { wordsIn } from './languages.ts';

/** Names and codes of each language, separated by commas: `sv, swe, se, swedish, svenska, svensk, schwedisch`. */
export function languageNames(): Readonly<Record<Language, string>> {
  const names = LANGUAGES.map((language) => [language, wordsIn(language).importNames]);
  return Object.fromEntries(names) as Readonly<Record<Language, string>>;
}
