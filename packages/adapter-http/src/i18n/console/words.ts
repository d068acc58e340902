/** What the console says, in every language the same shape: one file a part of it. */
import type { Language } from '@bord/engine';
import type { Words } from '../words.ts';
import { wordsIn } from '../words-in.ts';
import { actions, type ActionWords } from './actions.ts';
import { evening, type EveningWords } from './evening.ts';
import { holds, type HoldWords } from './holds.ts';
import { house, type HouseWords } from './house.ts';
import { live, type LiveWords } from './live.ts';
import { passkey, type PasskeyWords } from './passkey.ts';
import { shell, type ShellWords } from './shell.ts';
import { visitor, type VisitorWords } from './visitor.ts';
import { waitlist, type WaitlistHouseWords } from './waitlist.ts';
import { signIn, type SignInPages } from './sign-in.ts';

/** A language of the console. */
export interface ConsoleWords extends SignInPages {
  /** What guests read as well: the language's tag, and how it writes days and times (`when.ts`). */
  readonly base: Words;
  /** The frame of every page, and faults. */
  readonly shell: ShellWords;
  readonly passkey: PasskeyWords;
  readonly evening: EveningWords;
  readonly actions: ActionWords;
  readonly holds: HoldWords;
  readonly waitlist: WaitlistHouseWords;
  readonly live: LiveWords;
  readonly house: HouseWords;
  /** Of a visitor of the demo. */
  readonly visitor: VisitorWords;
}

export function consoleWordsIn(language: Language): ConsoleWords {
  return {
    base: wordsIn(language),
    ...signIn[language],
    passkey: passkey[language],
    shell: shell[language],
    evening: evening[language],
    actions: actions[language],
    holds: holds[language],
    waitlist: waitlist[language],
    live: live[language],
    house: house[language],
    visitor: visitor[language],
  };
}
