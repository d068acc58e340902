import type { Language } from '@bord/engine';
import { da } from './house/da.ts';
import { en } from './house/en.ts';
import { no } from './house/no.ts';
import { sv } from './house/sv.ts';
import type { HouseWords } from './house/words.ts';

export type { HouseWords } from './house/words.ts';

export const house: Readonly<Record<Language, HouseWords>> = { sv, en, no, da };
