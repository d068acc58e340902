/** What the console says of bookings and of what is done with them: buttons, forms, refusals, and what was done. */
import type { ChangeKind, Language, PossibleAction, Reason } from '@bord/engine';
import { da } from './actions/da.ts';
import { en } from './actions/en.ts';
import { no } from './actions/no.ts';
import { sv } from './actions/sv.ts';

/** How a booking stands, in a word. */
export type BookingStage =
  | 'expected'
  | 'late'
  | 'arrived'
  | 'seated'
  | 'over'
  | 'gone'
  | 'no_show'
  | 'cancelled';

/** What was done, for the line that says so. */
export const DONE_KINDS = [
  'arrived',
  'seated',
  'left',
  'extended',
  'moved',
  'assigned',
  'pinned',
  'unpinned',
  'edited',
  'no_show',
  'cancelled',
  'restored',
  'taken_back',
  'booked',
  'walked_in',
  'blocked',
  'unblocked',
  'closed',
  'opened',
] as const;
export type DoneKind = (typeof DONE_KINDS)[number];

/** A booking in the words of one line. */
export interface DoneFacts {
  readonly name: string;
  /** `W2 + W3`; empty for none. */
  readonly tables: string;
  /** `19:30` */
  readonly time: string;
  /** Until when. */
  readonly until: string;
  readonly size: number;
}

export interface ActionWords {
  readonly walkIn: string;
  readonly noTable: string;
  /** Where the guest has been erased. */
  readonly erased: string;
  readonly buttons: Readonly<Record<PossibleAction, string>>;
  readonly stages: Readonly<Record<BookingStage, string>>;
  done(kind: DoneKind, facts: DoneFacts): string;
  readonly undo: string;
  /** Shown under what was done where the guest was written to. */
  mailed(address: string): string;
  readonly card: CardWords;
  readonly form: FormWords;
  readonly seat: { readonly title: string; own(tables: string): string; readonly other: string };
  readonly leave: { readonly text: string };
  readonly noShow: { readonly text: string };
  readonly extend: {
    readonly title: string;
    now(until: string): string;
    by(minutes: number): string;
    readonly until: string;
    readonly force: string;
  };
  readonly move: {
    readonly title: string;
    readonly text: string;
    readonly look: string;
    readonly keepTables: string;
    readonly seatedOnly: string;
  };
  readonly assign: {
    readonly title: string;
    readonly any: string;
    readonly forced: string;
    readonly force: string;
  };
  readonly edit: { readonly title: string; readonly mailNote: string };
  readonly cancel: {
    readonly title: string;
    question(name: string): string;
    mail(address: string): string;
    readonly noMail: string;
    partner(partner: string): string;
    readonly yes: string;
    readonly no: string;
    readonly final: string;
  };
  readonly offers: OfferWords;
  readonly walkInForm: {
    readonly title: string;
    readonly howMany: string;
    readonly more: string;
    choose(people: string): string;
    readonly guest: string;
    readonly none: string;
    /** Nothing for the whole visit, but something for a while. */
    readonly short: string;
  };
  readonly booking: {
    readonly title: string;
    readonly times: string;
    readonly otherTime: string;
    readonly noTimes: string;
    readonly guest: string;
    readonly full: string;
    readonly paced: string;
    readonly moves: string;
  };
  readonly block: BlockWords;
  readonly close: CloseWords;
  readonly search: SearchWords;
  readonly refusal: RefusalWords;
  readonly stale: {
    readonly title: string;
    readonly text: string;
    readonly unknown: string;
  };
  readonly history: HistoryWords;
}

interface CardWords {
  readonly notes: string;
  readonly when: string;
  readonly size: string;
  readonly tables: string;
  readonly phone: string;
  readonly email: string;
  readonly channel: string;
  readonly own: string;
  readonly reference: string;
  readonly language: string;
  readonly pinned: string;
  until(time: string): string;
  readonly actions: string;
  readonly more: string;
  readonly messages: string;
  readonly mail: string;
  readonly webhook: string;
  /** What a mail or a webhook is about, by its kind; what is not here stands as it is. */
  readonly about: Readonly<Record<string, string>>;
  /** What has become of one, by the outbox's own states. */
  readonly states: Readonly<Record<'waiting' | 'delivered' | 'failed' | 'dropped', string>>;
  attempts(count: number): string;
  readonly back: string;
  readonly otherTables: string;
}

interface FormWords {
  readonly day: string;
  readonly time: string;
  readonly size: string;
  readonly tables: string;
  readonly anyTable: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly notes: string;
  readonly notesHint: string;
  readonly language: string;
  readonly ofHouse: string;
  readonly show: string;
  readonly save: string;
  readonly book: string;
  readonly back: string;
  readonly optional: string;
  /** Heard first where something is not right. */
  readonly check: string;
  readonly nameless: string;
  readonly tooLong: string;
  readonly badEmail: string;
  readonly badTime: string;
  readonly badSize: string;
}

interface OfferWords {
  readonly title: string;
  readonly free: string;
  freeUntil(time: string): string;
  /** `Berg 20:00 moves` */
  moves(names: string): string;
  only(time: string): string;
  seats(min: number, max: number): string;
  readonly taken: string;
  takenBy(names: string): string;
  readonly blocked: string;
  readonly outOfSeason: string;
  readonly unavailable: string;
}

interface BlockWords {
  readonly title: string;
  readonly choose: string;
  readonly howLong: string;
  readonly hour: string;
  readonly twoHours: string;
  readonly restOfDay: string;
  readonly fromTo: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly look: string;
  readonly question: string;
  readonly moved: string;
  readonly without: string;
  readonly force: string;
  readonly yes: string;
  readonly list: string;
  readonly none: string;
  readonly unblock: string;
  readonly noTables: string;
  readonly noTime: string;
}

interface CloseWords {
  readonly title: string;
  readonly text: string;
  minutes(count: number): string;
  readonly concerned: string;
  readonly nobody: string;
  readonly yes: string;
}

interface SearchWords {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly go: string;
  readonly ahead: string;
  readonly past: string;
  readonly none: string;
  readonly more: string;
  older(date: string): string;
  readonly empty: string;
}

interface RefusalWords {
  readonly title: string;
  readonly reasons: Readonly<Record<Reason, string>>;
  readonly inTheWay: string;
  readonly blocks: string;
  outOfSeason(tables: string): string;
  readonly alternatives: string;
  next(moment: string): string;
  readonly nothing: string;
  readonly conflict: string;
}

interface HistoryWords {
  readonly title: string;
  readonly kinds: Readonly<Record<ChangeKind, string>>;
  readonly fields: Readonly<Record<'name' | 'email' | 'phone' | 'notes' | 'language', string>>;
  /** Who it was, where it was no member of staff. */
  readonly operator: string;
  readonly guest: string;
  readonly maintenance: string;
  readonly former: string;
}

export const actions: Readonly<Record<Language, ActionWords>> = { sv, en, no, da };
