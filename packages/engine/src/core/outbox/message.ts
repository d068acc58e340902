/** What is written to people, before it becomes a mail: facts only, no wording. */
import type { WaitingMode } from '../booking/terms.ts';
import type { Brand } from '../location/brand.ts';
import type { Contact, Language } from '../location/location.ts';

/** About what a guest is written to (D26). */
export type GuestMessageKind = 'confirmation' | 'moved' | 'cancelled' | 'reminder';

/** To a guest, about a booking. */
export interface GuestMessage {
  /** What has happened. */
  readonly kind: GuestMessageKind;
  /** The same on every attempt, and no other message has it: a `Message-ID` can be made of it. */
  readonly id: string;
  /** The address to write to. */
  readonly to: string;
  /** The guest's name, as given. */
  readonly guestName: string;
  /** What the restaurant should know, as given, at most 2,000 characters; null for none. Whoever books for somebody else's address writes it too. */
  readonly notes: string | null;
  /** In which to write: the guest's choice, or the location's. */
  readonly language: Language;
  /** The restaurant, as far as a mail tells of it. */
  readonly location: {
    /** Its name. */
    readonly name: string;
    /** IANA name of the zone in which times are written. */
    readonly timeZone: string;
    /** How the guest reaches it. */
    readonly contact: Contact;
    /** Its colour and logo. */
    readonly brand: Brand;
  };
  /** The booking's id, `bk_…`. */
  readonly bookingId: string;
  /** When the party comes, in milliseconds since 1970. */
  readonly startMs: number;
  /** When the guest is told that the table is needed again, in milliseconds since 1970. */
  readonly endMs: number;
  /** How many guests. */
  readonly partySize: number;
  /** When the change was made. */
  readonly madeMs: number;
  /** `SEQUENCE` of the calendar entry: grows with each change of the booking. */
  readonly sequence: number;
  /** Of the manage link; null when there is none (the booking is cancelled, or has no link). */
  readonly manageToken: string | null;
}

/** About what a guest who waits is written to (D36): that the guest is in line, or that a table is kept for a while. */
export type WaitingMessageKind = 'waitlist_joined' | 'waitlist_offered';

/** To a guest who waits for a table. */
export interface WaitingMessage {
  /** What has happened. */
  readonly kind: WaitingMessageKind;
  /** The same on every attempt, and no other message has it. */
  readonly id: string;
  /** The address to write to. */
  readonly to: string;
  /** The guest's name, as given. */
  readonly guestName: string;
  /** In which to write: the guest's choice, or the location's. */
  readonly language: Language;
  /** The restaurant, as far as a mail tells of it. */
  readonly location: GuestMessage['location'];
  /** The waiting entry's id, `wt_…`. */
  readonly waitingId: string;
  /** How many guests. */
  readonly partySize: number;
  /** The first start that would do, in milliseconds since 1970. */
  readonly fromMs: number;
  /** The last one. */
  readonly toMs: number;
  /** A place is offered, or booked at once. */
  readonly mode: WaitingMode;
  /** What is kept for the guest; null while the guest is in line. */
  readonly offer: {
    /** When the party would come, in milliseconds since 1970. */
    readonly startMs: number;
    /** When its table would be needed again. */
    readonly endMs: number;
    /** Until when it can be taken. */
    readonly expiresMs: number;
  } | null;
  /** Of the link to accept or to leave; null when there are no links. */
  readonly token: string | null;
  /** When the change was made, in milliseconds since 1970. */
  readonly madeMs: number;
}

/** To the operator: an endpoint fails, or has been disabled because of it (§6.5). */
export interface EndpointMessage {
  /** It has failed 10 events in a row, or the 15th has disabled it (§6.5). */
  readonly kind: 'endpoint_failing' | 'endpoint_disabled';
  /** The same on every attempt, and no other message has it. */
  readonly id: string;
  /** The endpoint's id, `ep_…`. */
  readonly endpointId: string;
  /** Slug of the partner whose endpoint it is; null for an endpoint of the operator. */
  readonly partner: string | null;
  /** Where its events are posted to. */
  readonly url: string;
  /** How many events had failed in a row when this was written. */
  readonly failedInARow: number;
  /** When this was written, in milliseconds since 1970. */
  readonly madeMs: number;
}

/** To a developer who has asked for a sandbox key (§5.8, D20). */
export interface SignUpMessage {
  /** A verification link. */
  readonly kind: 'sign_up';
  /** The same on every attempt, and no other message has it. */
  readonly id: string;
  /** The address to write to, as it was given. */
  readonly to: string;
  /** The program that will use the key, as its maker calls it. */
  readonly system: string;
  /** Of the verification link. */
  readonly token: string;
  /** When the sign-up was made, in milliseconds since 1970. */
  readonly madeMs: number;
  /** When the link ends: 24 hours later (D20). */
  readonly expiresMs: number;
}

/** To a member of staff who has asked to sign in (D44). */
export interface SignInMessage {
  /** A sign-in link. */
  readonly kind: 'sign_in';
  /** The same on every attempt, and no other message has it. */
  readonly id: string;
  /** The address to write to, as it was given when the member was added. */
  readonly to: string;
  /** The member's name. */
  readonly name: string;
  /** In which to write: that of the page on which it was asked for, or the house's. */
  readonly language: Language;
  /** The member's house, or one of them. */
  readonly locationName: string;
  /** In which to write when it was asked for. */
  readonly timeZone: string;
  /** The browser that asked, as it calls itself; empty when it says nothing. */
  readonly browser: string;
  /** Of the sign-in link. */
  readonly token: string;
  /** When it was asked for, in milliseconds since 1970. */
  readonly madeMs: number;
  /** When the link ends: 15 minutes later. */
  readonly expiresMs: number;
}

/** To a member of staff to whom a passkey was added (D44). */
export interface PasskeyMessage {
  /** A passkey was added. */
  readonly kind: 'passkey_added';
  /** The same on every attempt, and no other message has it. */
  readonly id: string;
  /** The address to write to, as it was given when the member was added. */
  readonly to: string;
  /** The member's name. */
  readonly name: string;
  /** In which to write: that of the page on which it was added, or the house's. */
  readonly language: Language;
  /** The member's house, or one of them. */
  readonly locationName: string;
  /** In which to write when it was added. */
  readonly timeZone: string;
  /** What the passkey is called; null when it has been removed since. */
  readonly passkeyName: string | null;
  /** The browser that added it, as it called itself when it signed in; empty when it said nothing. */
  readonly browser: string;
  /** When it was added, in milliseconds since 1970. */
  readonly madeMs: number;
}

/** Whatever is written to somebody. */
export type Message =
  | GuestMessage
  | WaitingMessage
  | EndpointMessage
  | SignUpMessage
  | SignInMessage
  | PasskeyMessage;
