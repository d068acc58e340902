/** What the pages behind the manage link say, in every language the same shape: one file a language. */

/** The words of the manage pages in a language. Days and moments arrive written as `words/when.ts` writes them. */
export interface PageWords {
  /** `19.30`: without what `kl.` tells elsewhere. */
  clock(hour: string, minute: string): string;
  /** Above the contact of the house, for those who cannot see that it is one. */
  readonly contact: string;
  readonly languages: string;
  readonly again: string;
  readonly booking: BookingWords;
  readonly move: MoveWords;
  readonly confirm: ConfirmWords;
  readonly cancel: CancelWords;
  readonly ended: EndedWords;
  readonly faults: Readonly<Record<FaultKind, Said>>;
}

/** A heading, and a sentence or two below it. */
interface Said {
  readonly title: string;
  readonly text: string;
}

interface BookingWords {
  readonly title: string;
  readonly change: string;
  readonly cancel: string;
  readonly calendar: string;
  changeUntil(moment: string): string;
  /** How the house can be reached instead. */
  tooLate(by: 'phone' | 'email' | 'none'): string;
  readonly moved: string;
}

interface MoveWords {
  readonly title: string;
  readonly day: string;
  readonly guests: string;
  readonly show: string;
  /** Introduces the times; the day is the heading above. */
  readonly free: string;
  readonly daytime: string;
  readonly evening: string;
  afterMidnight(day: string): string;
  /** Below the time that the guest has now. */
  readonly yours: string;
  readonly previous: string;
  readonly next: string;
  none(people: string): string;
  readonly nearby: string;
  chooseDay(first: string, last: string): string;
  readonly taken: string;
  readonly unavailable: string;
  readonly back: string;
}

interface ConfirmWords {
  readonly title: string;
  readonly now: string;
  readonly then: string;
  readonly yes: string;
  readonly no: string;
}

interface CancelWords extends Said {
  readonly yes: string;
  readonly no: string;
}

interface EndedWords {
  readonly over: Said;
}

/** Why a page cannot be shown. */
export type FaultKind =
  /** No booking has this link. */
  | 'unknown'
  /** Sent by a page of somebody else's. */
  | 'foreign'
  /** Nothing that a page of ours would send. */
  | 'unreadable'
  /** Too much to do, or the storage does not answer. */
  | 'busy'
  | 'broken';
