import type { Language } from '@bord/engine';
import { da } from './da.ts';
import { en } from './en.ts';
import { no } from './no.ts';
import { sv } from './sv.ts';
import type { Words } from './words.ts';

const WORDS: Readonly<Record<Language, Words>> = { sv, en, no, da };

/** What is said in a language. */
export function wordsIn(language: Language): Words {
  return WORDS[language];
}
