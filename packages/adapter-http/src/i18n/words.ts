/** What is said to guests, in every language the same shape: one file a language. */
import type { GuestMessageKind } from '@bord/engine';

/** A language. */
export interface Words {
  /** BCP 47, for `lang` and `Content-Language`: `sv`. */
  readonly tag: string;
  /** What it calls itself: `Svenska`. */
  readonly name: string;
  /** By what browsers ask for it, in lower case and without a region: `no`, `nb`, `nn`. */
  readonly browserTags: readonly string[];
  readonly when: WhenWords;
  /** `fyra personer`, `14 personer`, `en person` */
  people(count: number): string;
  /** Begins a line: `Bord för fyra personer`. */
  tableFor(partySize: number): string;
  readonly phone: string;
  readonly email: string;
  /** Before what the guest would like the restaurant to know. */
  readonly notes: string;
  readonly mail: MailWords;
  readonly page: PageWords;
}

/** How days and times are written. `when.ts` puts them together. */
export interface WhenWords {
  /** Whose names of weekdays and months are meant: `sv-SE`. */
  readonly locale: string;
  /** `fredag 4 december`; with the year when there is one. */
  day(weekday: string, day: number, month: string, year: number | null): string;
  /** `kl. 19.30`, or `19:30` in English, on a clock of 24 hours: both have two digits. Its spaces do not break. */
  time(hour: string, minute: string): string;
  /** `fredag 4 december kl. 19.30` */
  moment(day: string, time: string): string;
  /** Follow a time that the clock shows twice in the night in which it is set back. */
  readonly summerTime: string;
  readonly winterTime: string;
}

/** Mails to guests (D26). */
interface MailWords {
  /** Without a name when there is none that could be greeted by. */
  hello(name: string | null): string;
  /** `Bordet är ert till kl. 21.30` */
  until(partySize: number, time: string): string;
  /** On the button that opens the manage page. */
  readonly change: string;
  /** Beside the link in full, for those whose button does nothing. */
  readonly link: string;
  /** When there is no manage link. */
  readonly changeByContact: string;
  /** Name of the calendar file: ASCII. */
  readonly calendarFile: string;
  readonly about: Readonly<Record<GuestMessageKind, GuestMailWords>>;
}

/** What one kind of mail says, in the order in which it says it. */
interface GuestMailWords {
  /** Begins the subject; the restaurant and the time follow. */
  readonly subject: string;
  /** `daysAhead` tells how many days it is to the visit: 0 is today. */
  title(daysAhead: number): string;
  opening(restaurant: string, partySize: number): string;
  /** After the facts; empty for nothing. */
  readonly closing: string;
  /** Above the button to the manage page; empty where there is none. */
  readonly change: string;
  calendar(file: string): string;
  /** What to do if it was not you. */
  readonly doubt: string;
}

/** The pages behind the manage link (D27). Days and moments arrive written as `when.ts` writes them. */
export interface PageWords {
  /** `19.30`: without what `kl.` tells elsewhere. */
  clock(hour: string, minute: string): string;
  /** Above the contact of the house, for those who cannot see that it is one. */
  readonly contact: string;
  readonly languages: string;
  readonly again: string;
  readonly booking: BookingWords;
  readonly edit: EditWords;
  readonly move: MoveWords;
  readonly confirm: ConfirmWords;
  readonly cancel: CancelWords;
  readonly ended: EndedWords;
  readonly faults: Readonly<Record<FaultKind, Message>>;
}

/** A heading, and a sentence or two below it. */
interface Message {
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
  readonly edit: string;
  readonly edited: string;
}

/** The form for what the booking says of the guest; phone and notes are called as everywhere. */
export interface EditWords {
  readonly title: string;
  readonly name: string;
  /** Below the notes: what they are for. */
  readonly hint: string;
  readonly save: string;
  readonly nameless: string;
  tooLong(max: number): string;
  /** Heard first when something is not right. */
  readonly check: string;
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
  /** `party`: as `people` writes it. */
  none(party: string): string;
  readonly nearby: string;
  chooseDay(first: string, last: string): string;
  readonly taken: string;
  readonly unavailable: string;
  readonly back: string;
}

interface ConfirmWords {
  readonly title: string;
  /** The new time is kept for the guest until then. */
  held(moment: string): string;
  /** It can be had, and is kept for nobody. */
  readonly free: string;
  readonly now: string;
  readonly then: string;
  readonly yes: string;
  readonly no: string;
}

interface CancelWords extends Message {
  readonly yes: string;
  readonly no: string;
}

interface EndedWords {
  readonly over: Message;
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
