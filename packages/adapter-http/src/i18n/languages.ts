import { type Language, LANGUAGES } from '@bord/engine';
import { da } from './da.ts';
import { en, type Words } from './en.ts';
import { no } from './no.ts';
import { sv } from './sv.ts';

const WORDS: Readonly<Record<Language, Words>> = { sv, en, no, da };

/** The texts of the console, and those that guests read. */
export type ConsoleWords = Words['console'] & { readonly base: Words };

/** Reasons for which a guest's page cannot be shown. */
export type FaultKind = keyof Words['page']['faults'];
/** Reasons for which a page of the console cannot be shown. */
export type ConsoleFaultKind = keyof ConsoleWords['shell']['faults'];
/** The places that the top bar leads to. */
export type Section = keyof ConsoleWords['shell']['sections'];
export type HousePage = keyof ConsoleWords['house']['pages'];
export type BookingStage = keyof ConsoleWords['actions']['stages'];
export type DoneKind = keyof ConsoleWords['actions']['done'];

export function wordsIn(language: Language): Words {
  return WORDS[language];
}

const CONSOLE_WORDS: Readonly<Record<Language, ConsoleWords>> = {
  sv: { base: sv, ...sv.console },
  en: { base: en, ...en.console },
  no: { base: no, ...no.console },
  da: { base: da, ...da.console },
};

export function consoleWordsIn(language: Language): ConsoleWords {
  return CONSOLE_WORDS[language];
}

/** The language that a text names, or null. */
export function languageOf(text: string | null | undefined): Language | null {
  for (const language of LANGUAGES) if (language === text) return language;
  return null;
}

/** The language that a browser would rather have, by its `Accept-Language`; English when it wants none of ours. */
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
