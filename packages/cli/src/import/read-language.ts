import { languageNames } from '@bord/adapter-http/languages';
import type { Language } from '@bord/engine';
import { wordKey, wordsFor } from './word-key.ts';

const NAMES = wordsFor(languageNames());

/** The language of a guest: its code, also with a country (`sv-SE`), or its name. Null for one in which no mails are written. */
export function readLanguage(text: string): Language | null {
  return NAMES.get(wordKey(text)) ?? NAMES.get(wordKey(text.split(/[-_]/)[0]!)) ?? null;
}
