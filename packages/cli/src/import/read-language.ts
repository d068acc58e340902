import type { Language } from '@bord/engine';
import { wordKey, wordsFor } from './word-key.ts';

const NAMES = wordsFor<Language>({
  en: 'en, eng, english, engelska, engelsk, englisch',
  sv: 'sv, swe, se, swedish, svenska, svensk, schwedisch',
  no: 'no, nb, nn, nor, norwegian, norska, norsk, norwegisch, bokmål, nynorsk',
  da: 'da, dan, dk, danish, danska, dansk, dänisch',
});

/** The language of a guest: its code, also with a country (`sv-SE`), or its name. Null for one in which no mails are written. */
export function readLanguage(text: string): Language | null {
  return NAMES.get(wordKey(text)) ?? NAMES.get(wordKey(text.split(/[-_]/)[0]!)) ?? null;
}
