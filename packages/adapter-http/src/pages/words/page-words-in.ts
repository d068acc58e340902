import type { Language } from '@bord/engine';
import { da } from './da.ts';
import { en } from './en.ts';
import { no } from './no.ts';
import type { PageWords } from './page-words.ts';
import { sv } from './sv.ts';

const WORDS: Readonly<Record<Language, PageWords>> = { sv, en, no, da };

/** The words of the pages in a language. */
export function pageWordsIn(language: Language): PageWords {
  return WORDS[language];
}
