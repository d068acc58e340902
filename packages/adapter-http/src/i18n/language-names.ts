/** The languages that have texts, the names that imported files give them, and the words of a booking's line. */
import type { BookingLineWords } from '@bord/engine/adapters';
import { type Language, LANGUAGES, wordsIn } from './languages.ts';

export { type Language, LANGUAGES };

/** How the English console shows a party size and tables. */
export const ENGLISH_LINE: BookingLineWords = wordsIn('en').console.evening;

/** Names and codes of each language, separated by commas: `sv, swe, se, swedish, svenska, svensk, schwedisch`. */
export function languageNames(): Readonly<Record<Language, string>> {
  const names = LANGUAGES.map((language) => [language, wordsIn(language).importNames]);
  return Object.fromEntries(names) as Readonly<Record<Language, string>>;
}
