/** What is written to people, before it becomes a mail: facts only, no wording. */
import type { Contact, Language } from '../location/location.ts';

/** About what a guest is written to (D26). */
export type GuestMessageKind = 'confirmation' | 'moved' | 'cancelled' | 'reminder';

/** To a guest, about her booking. */
export interface GuestMessage {
  readonly kind: GuestMessageKind;
  /** The same on every attempt, and no other message has it: a `Message-ID` can be made of it. */
  readonly id: string;
  readonly to: string;
  readonly guestName: string;
  readonly language: Language;
  readonly location: { readonly name: string; readonly timeZone: string; readonly contact: Contact };
  readonly bookingId: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly partySize: number;
  /** When the change was made. */
  readonly madeMs: number;
  /** `SEQUENCE` of the calendar entry: grows with each change of the booking. */
  readonly sequence: number;
  /** Of the manage link; null when there is none (the booking is cancelled, or has no link). */
  readonly manageToken: string | null;
}

/** To the operator: an endpoint fails, or has been disabled because of it (§6.5). */
export interface EndpointMessage {
  readonly kind: 'endpoint_failing' | 'endpoint_disabled';
  readonly id: string;
  readonly endpointId: string;
  readonly partner: string;
  readonly url: string;
  readonly failedInARow: number;
  readonly madeMs: number;
}

/** To a developer who has asked for a sandbox key (§5.8, D20). */
export interface SignUpMessage {
  readonly kind: 'sign_up';
  readonly id: string;
  readonly to: string;
  readonly system: string;
  /** Of the verification link. */
  readonly token: string;
  readonly madeMs: number;
  readonly expiresMs: number;
}

/** Whatever is written to somebody. */
export type Message = GuestMessage | EndpointMessage | SignUpMessage;
