import { da } from './da.ts';
import { en, type Words } from './en.ts';
import { no } from './no.ts';
import { sv } from './sv.ts';

/** The languages of all texts, in the order in which people choose from them. */
const WORDS = { sv, en, no, da } satisfies Readonly<Record<string, Words>>;

/** The code of a language that has texts. */
export type Language = keyof typeof WORDS;

/** All languages that have texts. */
export const LANGUAGES: readonly Language[] = Object.keys(WORDS) as Language[];

/** The texts of the console, and those that guests read. */
export type ConsoleWords = Words['console'] & { readonly base: Words };

/** Reasons for which a guest's page cannot be shown. */
export type FaultKind = keyof Words['page']['faults'];
/** Reasons for which a page of the console cannot be shown. */
export type ConsoleFaultKind = keyof ConsoleWords['shell']['faults'];
/** The places that the top bar leads to. */
export type Section = keyof ConsoleWords['shell']['sections'];
export type HousePage = keyof ConsoleWords['house']['pages'];
export type BookingStage = keyof ConsoleWords['evening']['stages'];
export type DoneKind = keyof ConsoleWords['actions']['done'];

/** The texts in a language; English for a language without texts. */
export function wordsIn(language: string): Words {
  return WORDS[languageOf(language) ?? 'en'];
}

const CONSOLE_WORDS = Object.fromEntries(
  LANGUAGES.map((language) => [language, { base: WORDS[language], ...WORDS[language].console }]),
) as Readonly<Record<Language, ConsoleWords>>;

/** The texts of the console in a language; English for a language without texts. */
export function consoleWordsIn(language: string): ConsoleWords {
  return CONSOLE_WORDS[languageOf(language) ?? 'en'];
}

/** The supported language that a text names, or null. */
export function languageOf(text: string | null | undefined): Language | null {
  for (const language of LANGUAGES) if (language === text) return language;
  return null;
}

/** The supported language that a browser prefers, by its `Accept-Language`; English if it accepts none. */
export function preferredLanguage(header: string | null): Language {
  const wishes = (header ?? '').slice(0, 500).split(',').map(wishOf);
  const [best] = wishes.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return best?.language ?? 'en';
}

function wishOf(text: string): { readonly language: Language | null; readonly weight: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const primary = range.split('-', 1)[0]!;
  const language = LANGUAGES.find((each) => wordsIn(each).browserTags.includes(primary)) ?? null;
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { language, weight: language === null ? 0 : Number(quality?.slice(2) ?? 1) };
}
