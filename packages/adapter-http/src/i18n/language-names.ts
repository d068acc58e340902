/** The languages that have texts, and the names that imported files give them. */
import { type Language, LANGUAGES, wordsIn } from './languages.ts';

export { type Language, LANGUAGES };

/** Names and codes of each language, separated by commas: `sv, swe, se, swedish, svenska, svensk, schwedisch`. */
export function languageNames(): Readonly<Record<Language, string>> {
  const names = LANGUAGES.map((language) => [language, wordsIn(language).importNames]);
  return Object.fromEntries(names) as Readonly<Record<Language, string>>;
}
