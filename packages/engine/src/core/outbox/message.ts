/** What is written to people, before it becomes a mail: facts only, no wording. */
import type { WaitingMode } from '../booking/terms.ts';
import type { Brand } from '../location/brand.ts';
import type { Contact, Language } from '../location/location.ts';

/** The kinds of e-mails to guests (D26). */
export type GuestMessageKind = 'confirmation' | 'moved' | 'cancelled' | 'reminder';

/** To a guest, about a booking. */
export interface GuestMessage {
  /** The kind of event. */
  readonly kind: GuestMessageKind;
  /** The same on every attempt, and no other message has it: a `Message-ID` can be made of it. */
  readonly id: string;
  /** The address to write to. */
  readonly to: string;
  /** The guest's name, as given. */
  readonly guestName: string;
  /** The guest's wishes as given, at most 2,000 characters; null for none. A booking for another person's address can contain text of a stranger. */
  readonly notes: string | null;
  /** In which to write: the guest's choice, or the location's. */
  readonly language: Language;
  /** The restaurant's data for e-mails. */
  readonly location: {
    /** Its id, a lower-case UUID. */
    readonly id: string;
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
  /** The end that the guest is given, in milliseconds since 1970. */
  readonly endMs: number;
  /** How many guests. */
  readonly partySize: number;
  /** When the change was made. */
  readonly madeMs: number;
  /** `SEQUENCE` of the calendar entry: grows with each change of the booking. */
  readonly sequence: number;
  /** Of the manage link; null when there is none (the booking is cancelled, or has no link). */
  readonly manageToken: string | null;
  /** An assistant made the booking for the guest (D53). */
  readonly isByAssistant: boolean;
}

/** The kinds of e-mails to waiting guests (D36): the guest is on the waitlist, or a table is offered. */
export type WaitingMessageKind = 'waitlist_joined' | 'waitlist_offered';

/** An e-mail to a waiting guest. */
export interface WaitingMessage {
  /** The kind of event. */
  readonly kind: WaitingMessageKind;
  /** The same on every attempt, and no other message has it. */
  readonly id: string;
  /** The address to write to. */
  readonly to: string;
  /** The guest's name, as given. */
  readonly guestName: string;
  /** In which to write: the guest's choice, or the location's. */
  readonly language: Language;
  /** The restaurant's data for e-mails. */
  readonly location: GuestMessage['location'];
  /** The waiting entry's id, `wt_…`. */
  readonly waitingId: string;
  /** How many guests. */
  readonly partySize: number;
  /** The first start that would do, in milliseconds since 1970. */
  readonly fromMs: number;
  /** The last one. */
  readonly toMs: number;
  /** A table is offered, or booked immediately. */
  readonly mode: WaitingMode;
  /** The offered table; null while the guest waits. */
  readonly offer: {
    /** When the party would come, in milliseconds since 1970. */
    readonly startMs: number;
    /** When its table would be needed again. */
    readonly endMs: number;
    /** Until when it can be taken. */
    readonly expiresMs: number;
  } | null;
  /** The token of the link to accept or to leave; null if links are off. */
  readonly token: string | null;
  /** When the change was made, in milliseconds since 1970. */
  readonly madeMs: number;
}

/** To a guest at the restaurant's own booking page (D52). */
export interface VisitorMessage {
  /**
   * `hold_link`: the link holds tables. `booking_link`: it makes a booking. `bookings_limit`: there is no link, because the guest has as many bookings in the
   * service period as guests can make themselves.
   */
  readonly kind: 'hold_link' | 'booking_link' | 'bookings_limit';
  /** The same on every attempt, and no other message has it. */
  readonly id: string;
  /** The address to write to. */
  readonly to: string;
  /** In which language to write. */
  readonly language: Language;
  /** The restaurant's data for e-mails. */
  readonly location: GuestMessage['location'];
  /** The alias of the location, for the link. */
  readonly alias: string;
  /** When the party would come, in milliseconds since 1970. */
  readonly startMs: number;
  /** How many guests. */
  readonly partySize: number;
  /** Of the link; null where there is none. */
  readonly token: string | null;
  /** When the guest asked for it, in milliseconds since 1970. */
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
  /** The language: that of the page on which it was requested, or the location's. */
  readonly language: Language;
  /** One of the member's locations. */
  readonly locationName: string;
  /** In which to write when it was asked for. */
  readonly timeZone: string;
  /** The user agent of the requesting browser; empty when it sends none. */
  readonly browser: string;
  /** Of the sign-in link. */
  readonly token: string;
  /** When it was asked for, in milliseconds since 1970. */
  readonly madeMs: number;
  /** When the link ends: 15 minutes later. */
  readonly expiresMs: number;
}

/** An e-mail to a member of staff about an added passkey (D44). */
export interface PasskeyMessage {
  /** A passkey was added. */
  readonly kind: 'passkey_added';
  /** The same on every attempt, and no other message has it. */
  readonly id: string;
  /** The address to write to, as it was given when the member was added. */
  readonly to: string;
  /** The member's name. */
  readonly name: string;
  /** The language: that of the page on which it was added, or the location's. */
  readonly language: Language;
  /** One of the member's locations. */
  readonly locationName: string;
  /** In which to write when it was added. */
  readonly timeZone: string;
  /** The name of the passkey; null when it has been removed since. */
  readonly passkeyName: string | null;
  /** The user agent of the browser that added it, at its sign-in; empty when it sent none. */
  readonly browser: string;
  /** When it was added, in milliseconds since 1970. */
  readonly madeMs: number;
}

/** An e-mail to a member of staff about a sign-in link that the operator has printed (D44). */
export interface LinkMessage extends Omit<PasskeyMessage, 'kind' | 'passkeyName' | 'browser'> {
  /** A sign-in link was printed. */
  readonly kind: 'link_printed';
  /** When the link ends, in milliseconds since 1970. */
  readonly expiresMs: number;
}

/** Whatever is written to somebody. */
export type Message =
  | GuestMessage
  | WaitingMessage
  | VisitorMessage
  | EndpointMessage
  | SignUpMessage
  | SignInMessage
  | PasskeyMessage
  | LinkMessage;
