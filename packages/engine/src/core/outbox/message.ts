/** Messages to people before they become e-mails: facts without wording. */
import type { WaitingMode } from '../booking/terms.ts';
import type { Brand } from '../location/brand.ts';
import type { Contact, Language } from '../location/location.ts';

/** The kinds of e-mails to guests (D26). */
export type GuestMessageKind = 'confirmation' | 'moved' | 'cancelled' | 'reminder';

/** To a guest, about a booking. */
export interface GuestMessage {
  /** The kind of event. */
  readonly kind: GuestMessageKind;
  /** The same on every attempt, and unique: a `Message-ID` can be derived from it. */
  readonly id: string;
  /** The e-mail address of the recipient. */
  readonly to: string;
  /** The guest's name, as given. */
  readonly guestName: string;
  /** The guest's wishes as given, at most 2,000 characters; null for none. If somebody booked with another person's address, it is a stranger's text. */
  readonly notes: string | null;
  /** The language: the guest's choice, or the location's. */
  readonly language: Language;
  /** The restaurant's data for e-mails. */
  readonly location: {
    /** Its id, a lower-case UUID. */
    readonly id: string;
    /** Its name. */
    readonly name: string;
    /** IANA name of the zone in which times are written. */
    readonly timeZone: string;
    /** How guests reach it. */
    readonly contact: Contact;
    /** Its colour and logo. */
    readonly brand: Brand;
  };
  /** The booking's id, `bk_…`. */
  readonly bookingId: string;
  /** The start, in milliseconds since 1970. */
  readonly startMs: number;
  /** The end that is shown to the guest, in milliseconds since 1970. */
  readonly endMs: number;
  /** The number of guests. */
  readonly partySize: number;
  /** When the change was made, in milliseconds since 1970. */
  readonly madeMs: number;
  /** The `SEQUENCE` of the calendar entry: increases with each change of the booking. */
  readonly sequence: number;
  /** The token of the manage link; null without one (the booking is cancelled, or has no link). */
  readonly manageToken: string | null;
  /** Whether an assistant made the booking for the guest (D53). */
  readonly isByAssistant: boolean;
}

/** The kinds of e-mails to waiting guests (D36): the guest is on the waitlist, or a table is offered. */
export type WaitingMessageKind = 'waitlist_joined' | 'waitlist_offered';

/** An e-mail to a waiting guest. */
export interface WaitingMessage extends Pick<
  GuestMessage,
  'id' | 'to' | 'guestName' | 'language' | 'location' | 'partySize' | 'madeMs'
> {
  /** The kind of event. */
  readonly kind: WaitingMessageKind;
  /** The waitlist entry's id, `wt_…`. */
  readonly waitingId: string;
  /** The first acceptable start, in milliseconds since 1970. */
  readonly fromMs: number;
  /** The last acceptable start. */
  readonly toMs: number;
  /** A table is offered, or booked immediately. */
  readonly mode: WaitingMode;
  /** The offered table; null while the guest waits. */
  readonly offer: {
    /** The start, in milliseconds since 1970. */
    readonly startMs: number;
    /** The planned end. */
    readonly endMs: number;
    /** The end of the offer. */
    readonly expiresMs: number;
  } | null;
  /** The token of the link to accept or to leave; null if links are off. */
  readonly token: string | null;
}

/** An e-mail to a guest at the restaurant's own booking page (D52). */
export interface VisitorMessage {
  /**
   * `hold_link`: the link holds tables. `booking_link`: it makes a booking. `bookings_limit`: without a link, because the guest has reached the
   * limit of own bookings in the service period.
   */
  readonly kind: 'hold_link' | 'booking_link' | 'bookings_limit';
  /** The same on every attempt, and unique. */
  readonly id: string;
  /** The e-mail address of the recipient. */
  readonly to: string;
  /** The language. */
  readonly language: Language;
  /** The restaurant's data for e-mails. */
  readonly location: GuestMessage['location'];
  /** The alias of the location, for the link. */
  readonly alias: string;
  /** The start, in milliseconds since 1970. */
  readonly startMs: number;
  /** The number of guests. */
  readonly partySize: number;
  /** The token of the link; null for none. */
  readonly token: string | null;
  /** When the guest requested it, in milliseconds since 1970. */
  readonly madeMs: number;
}

/** An e-mail to the operator: an endpoint fails, or has been disabled because of that (§6.5). */
export interface EndpointMessage {
  /** It has failed 10 events in a row, or the 15th has disabled it (§6.5). */
  readonly kind: 'endpoint_failing' | 'endpoint_disabled';
  /** The same on every attempt, and unique. */
  readonly id: string;
  /** The endpoint's id, `ep_…`. */
  readonly endpointId: string;
  /** The slug of the endpoint's partner; null for an endpoint of the operator. */
  readonly partner: string | null;
  /** The URL of the endpoint. */
  readonly url: string;
  /** The number of consecutive failed events when this was written. */
  readonly failedInARow: number;
  /** When this was written, in milliseconds since 1970. */
  readonly madeMs: number;
}

/** An e-mail to a developer who has signed up for a sandbox key (§5.8, D20). */
export interface SignUpMessage {
  /** A verification link. */
  readonly kind: 'sign_up';
  /** The same on every attempt, and unique. */
  readonly id: string;
  /** The e-mail address of the recipient, as typed. */
  readonly to: string;
  /** The maker's name of the program that will use the key. */
  readonly system: string;
  /** The token of the verification link. */
  readonly token: string;
  /** When the sign-up was made, in milliseconds since 1970. */
  readonly madeMs: number;
  /** When the link expires: 24 hours later (D20). */
  readonly expiresMs: number;
}

/** An e-mail to a member of staff who has requested a sign-in link (D44). */
export interface SignInMessage extends Omit<PasskeyMessage, 'kind' | 'passkeyName'> {
  /** A sign-in link. */
  readonly kind: 'sign_in';
  /** The token of the sign-in link. */
  readonly token: string;
  /** When the link expires: 15 minutes later. */
  readonly expiresMs: number;
}

/** An e-mail to a member of staff about an added passkey (D44). */
export interface PasskeyMessage {
  /** A passkey was added. */
  readonly kind: 'passkey_added';
  /** The same on every attempt, and unique. */
  readonly id: string;
  /** The e-mail address of the recipient, as typed when the member was added. */
  readonly to: string;
  /** The member's name. */
  readonly name: string;
  /** The language: that of the page of the request, or the location's. */
  readonly language: Language;
  /** One of the member's locations. */
  readonly locationName: string;
  /** The time zone of `madeMs`. */
  readonly timeZone: string;
  /** The name of the passkey; null if it has been removed since. */
  readonly passkeyName: string | null;
  /** The user agent of the requesting browser; empty when it sent none. */
  readonly browser: string;
  /** When it was requested, in milliseconds since 1970. */
  readonly madeMs: number;
}

/** An e-mail to a member of staff about a sign-in link that the operator has printed (D44). */
export interface LinkMessage extends Omit<PasskeyMessage, 'kind' | 'passkeyName' | 'browser'> {
  /** A sign-in link was printed. */
  readonly kind: 'link_printed';
  /** When the link expires, in milliseconds since 1970. */
  readonly expiresMs: number;
}

/** A message of any kind. */
export type Message =
  | GuestMessage
  | WaitingMessage
  | VisitorMessage
  | EndpointMessage
  | SignUpMessage
  | SignInMessage
  | PasskeyMessage
  | LinkMessage;
