import { type Language, LANGUAGES } from '@bord/engine';
import { wordsIn } from './words-in.ts';

/** The language that a text names, or null. */
export function languageOf(text: string | null | undefined): Language | null {
  return LANGUAGES.find((language) => language === text) ?? null;
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
