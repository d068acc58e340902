/** What the console says while it is looked at: what would come of a move, and what becomes of the connection. */
import type { Language } from '@bord/engine';
import { da } from './live/da.ts';
import { en } from './live/en.ts';
import { no } from './live/no.ts';
import { sv } from './live/sv.ts';

export interface LiveWords {
  /** What a move would come to; times arrive as the clock of the language shows them. */
  readonly preview: PreviewWords;
  /** For the script in the browser, which puts values for the names in braces. */
  readonly script: ScriptWords;
}

interface PreviewWords {
  /** `20:00, table 7` */
  where(time: string, tables: readonly string[]): string;
  /** `Berg 20:00 → table 7` */
  move(party: string, time: string, tables: readonly string[]): string;
  /** `Berg 20:00, 4, stays at table 7` */
  stays(party: string, time: string, size: number, tables: readonly string[]): string;
  block(time: string, until: string, reason: string): string;
  outOfSeason(tables: readonly string[]): string;
  readonly unchanged: string;
  /** Its booking is cancelled, over, or sits already and cannot come at another time. */
  readonly conflict: string;
  /** Somebody has changed the booking since the page was read. */
  readonly stale: string;
}

export interface ScriptWords {
  /** `{since}`, `{seen}`: when the connection was lost, and of when the day is that is shown. */
  readonly lost: string;
  /** The same while the server answers and its database does not. */
  readonly away: string;
  readonly back: string;
  readonly ended: string;
  readonly signIn: string;
  readonly readOnly: string;
  /** `{party}` */
  readonly lifted: string;
  readonly asking: string;
  readonly putBack: string;
  readonly refused: string;
  /** Who would have to move. */
  readonly moving: string;
  readonly drop: string;
  readonly cancel: string;
  readonly others: string;
  readonly failed: string;
  /** `{party}`; a party that has gone, or of another day, is not carried about. */
  readonly fixed: string;
  /** Sits already: to another table, and not to another time. */
  readonly seated: string;
  /** Another has changed what is shown: `{who}` may be empty. */
  readonly changed: string;
  readonly reload: string;
  readonly close: string;
  readonly help: {
    readonly title: string;
    readonly keys: string;
    readonly arrows: string;
    readonly enter: string;
    readonly lift: string;
    readonly walkIn: string;
    readonly booking: string;
    readonly search: string;
    readonly help: string;
    readonly escape: string;
    readonly drag: string;
    /** Keys of one letter can be switched off. */
    readonly single: string;
  };
}

export const live: Readonly<Record<Language, LiveWords>> = { sv, en, no, da };
