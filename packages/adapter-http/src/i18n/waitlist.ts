import type { Language } from '@bord/engine';
import { da } from './waitlist/da.ts';
import { en } from './waitlist/en.ts';
import { no } from './waitlist/no.ts';
import { sv } from './waitlist/sv.ts';
import type { WaitlistWords } from './waitlist/words.ts';

/** What guests who wait are told, in every language. */
export const WAITLIST: Readonly<Record<Language, WaitlistWords>> = { sv, en, no, da };
