import type { EndpointNote } from '../../core/outbox/delivery-rules.ts';
import { guestMessageOf, type GuestNote } from '../../core/booking/guest-mail.ts';
import { waitingMessageOf, type WaitingNote } from '../../core/booking/waiting-mail.ts';
import type { Message } from '../../core/outbox/message.ts';
import type { RowFields } from '../../core/booking/row.ts';
import { tokenHashOf, tokenOf } from '../../core/access/secret.ts';
import { mailboxKeyOf } from '../../core/fields.ts';
import { isLinkGood, type StaffMember } from '../../core/access/staff.ts';
import type { Language, Location } from '../../core/location/location.ts';
import { isSandboxPartner, partnerOf } from '../../core/access/policy.ts';
import { HOUR_MS } from '../../core/instant.ts';
import type { LeasedDelivery } from '../../ports/outbox.ts';
import type { App } from '../context.ts';
import { mailedTokenOf, waitingTokenOf } from '../guest-tokens.ts';
import { isWithin } from '../link-mail.ts';
import { countMail, linkContentOf } from '../visitor/visitor-mail.ts';
import { findBooking } from '../read-booking.ts';
import { findOffer } from '../waitlist.ts';

export interface SignUpNote {
  readonly kind: 'sign_up';
  readonly signUpId: string;
}

export interface SignInNote {
  readonly kind: 'sign_in';
  readonly signInId: string;
  /** Requested in a known browser of this member: not counted for the limit of the mailbox. */
  readonly isKnown: boolean;
}

export interface PasskeyNote {
  readonly kind: 'passkey_added';
  readonly staffId: string;
  readonly passkeyId: string;
  readonly browser: string;
  readonly language: Language | null;
  readonly madeMs: number;
}

export interface LinkNote {
  readonly kind: 'link_printed';
  readonly staffId: string;
  readonly madeMs: number;
  readonly expiresMs: number;
}

/** A link of the booking page (D52): its content, sealed. Once the e-mail is settled, the outbox no longer has the content. */
export interface VisitorNote {
  readonly kind: 'visitor_link' | 'visitor_limit';
  readonly sealed: string;
  readonly madeMs: number;
}

type Note =
  | VisitorNote
  | GuestNote
  | WaitingNote
  | EndpointNote
  | SignUpNote
  | SignInNote
  | PasskeyNote
  | LinkNote;

/** The note of a settled e-mail, without its sealed content: erasing a guest could not find the guest there. */
export function settledBodyOf(body: string): string {
  const note = JSON.parse(body) as Note;
  return 'sealed' in note ? JSON.stringify({ ...note, sealed: '' }) : body;
}

/** The guest's e-mail address has reached its limit for this hour: the e-mail is sent later (D52). */
export interface Postponed {
  readonly retryAfterMs: number;
}

/** The message of an e-mail; null if it is obsolete. Personal data is read only here: the outbox contains no personal data and no tokens. */
export async function composeMail(app: App, delivery: LeasedDelivery): Promise<Message | Postponed | null> {
  const note = JSON.parse(delivery.body) as Note;
  if (note.kind === 'sign_up') return signUpMessage(app, delivery.id, note);
  if (note.kind === 'sign_in') return signInMessage(app, delivery, note);
  if (note.kind === 'passkey_added') return passkeyMessage(app, delivery.id, note);
  if (note.kind === 'link_printed') return linkMessage(app, delivery.id, note);
  if ('sealed' in note) return visitorMessage(app, delivery.id, note);
  if ('endpointId' in note) {
    const endpoint = await app.storage.records.find('endpoints', { id: note.endpointId });
    return endpoint && { ...note, id: delivery.id, partner: endpoint.partner, url: endpoint.url };
  }
  return isOfWaiting(note) ? waitingMessage(app, delivery, note) : guestMessage(app, delivery, note);
}

function isOfWaiting(note: GuestNote | WaitingNote): note is WaitingNote {
  return note.kind === 'waitlist_joined' || note.kind === 'waitlist_offered';
}

/** Reads the waitlist entry and the present state of its offer. */
async function waitingMessage(
  app: App,
  delivery: LeasedDelivery,
  note: WaitingNote,
): Promise<Message | Postponed | null> {
  const { id, bookingId: waitingId, locationId } = delivery;
  const { bookings, locations } = app.storage;
  const [row, location] = await Promise.all([
    waitingId === null ? null : bookings.find(waitingId, null),
    locations.get(locationId),
  ]);
  if (row?.kind !== 'waiting' || !location) return null;
  const offer = await findOffer(app, row);
  const [to, token] = [await addresseeOf(app, row), waitingTokenOf(app, row)];
  const message = waitingMessageOf(note, row, offer, location, { id, to, token, nowMs: app.clock.nowMs() });
  // The first e-mail was counted when the guest joined the waitlist.
  const isCounted = row.channel === 'web' && note.kind === 'waitlist_offered';
  return isCounted ? withinHour(app, delivery, message) : message;
}

async function guestMessage(
  app: App,
  delivery: LeasedDelivery,
  note: GuestNote,
): Promise<Message | Postponed | null> {
  const { id, bookingId, locationId } = delivery;
  const [booking, location] = await Promise.all([
    bookingId === null ? null : findBooking(app, bookingId, null),
    app.storage.locations.get(locationId),
  ]);
  if (!booking || !location) return null;
  const [to, token] = [await addresseeOf(app, booking), mailedTokenOf(app, booking)];
  const message = guestMessageOf(id, note, booking, location, to, token, app.clock.nowMs());
  // The confirmation was counted when the guest booked.
  return booking.visitor && note.kind !== 'confirmation' ? withinHour(app, delivery, message) : message;
}

/** The message, unless its address has reached the limit. Only the first attempt is counted. */
async function withinHour<M extends Message & { readonly to: string }>(
  app: App,
  { failures }: LeasedDelivery,
  message: M | null,
): Promise<M | Postponed | null> {
  if (!message || failures > 0) return message;
  const { allowed, resetMs } = await countMail(app, message.to);
  return allowed ? message : { retryAfterMs: resetMs };
}

/** Bookings of a sandbox key are not real: e-mails are sent only to the owner of the key (D26), except by a local mailer. */
async function addresseeOf(app: App, booking: Pick<RowFields, 'channel' | 'guest'>): Promise<string | null> {
  const partner = partnerOf(booking.channel);
  if (partner === null || !isSandboxPartner(partner) || app.mailer?.isLocal) return booking.guest.email;
  const keys = await app.storage.records.list('keys', { partner });
  return keys.find(({ sandboxEmail }) => sandboxEmail !== null)?.sandboxEmail ?? null;
}

async function visitorMessage(app: App, id: string, note: VisitorNote): Promise<Message | null> {
  const link = linkContentOf(app, note.sealed);
  if (!link) return null;
  const location = await app.storage.locations.get(link.locationId);
  if (!location?.bookingPage || location.alias === null || app.clock.nowMs() >= link.untilMs) return null;
  const { email: to, language } = link.kind === 'hold-link' ? link : link.guest;
  if (to === null) return null;
  const { id: locationId, name, timeZone, contact, brand, alias } = location;
  const isLimit = note.kind === 'visitor_limit';
  const kind = link.kind === 'hold-link' ? 'hold_link' : 'booking_link';
  return {
    kind: isLimit ? 'bookings_limit' : kind,
    id,
    to,
    language: language ?? location.language,
    location: { id: locationId, name, timeZone, contact, brand },
    alias,
    startMs: link.startMs,
    partySize: link.partySize,
    token: isLimit ? null : note.sealed,
    madeMs: note.madeMs,
  };
}

async function signUpMessage(app: App, id: string, { signUpId }: SignUpNote): Promise<Message | null> {
  const signUp = await app.storage.records.find('signUps', { id: signUpId });
  const tokens = app.secretKeys.map((key) => tokenOf(key, 'sign-up', signUpId));
  const token = tokens.find((made) => tokenHashOf(made) === signUp?.tokenHash);
  if (!signUp || !token || app.clock.nowMs() >= signUp.expiresMs) return null;
  const { email, system, createdMs, expiresMs } = signUp;
  return { kind: 'sign_up', id, to: email, system, token, madeMs: createdMs, expiresMs };
}

/** Null if the member is gone or the mailbox is at its limit. Checked here, so that the request does the same work for every e-mail address. */
async function signInMessage(
  app: App,
  { id, failures }: LeasedDelivery,
  { signInId, isKnown }: SignInNote,
): Promise<Message | null> {
  const found = await app.storage.records.read({ links: { id: signInId }, staff: { linkId: signInId } });
  const {
    links: [link],
    staff: [member],
    nowMs,
  } = found;
  if (!link || !member || !isLinkGood(link, nowMs) || isUnreachable(member.email)) return null;
  const tokens = app.secretKeys.map((key) => tokenOf(key, 'sign-in', signInId));
  const token = tokens.find((made) => tokenHashOf(made) === link.tokenHash);
  const location = await workplaceOf(app, member);
  if (!token || !location) return null;
  const isCounted = !isKnown && failures === 0; // only the first attempt is counted
  if (isCounted && !(await isWithin(app, mailsOf(member.email)))) return null;
  return {
    kind: 'sign_in',
    id,
    to: member.email,
    name: member.name,
    language: link.language ?? location.language,
    locationName: location.name,
    timeZone: location.timeZone,
    browser: link.label,
    token,
    madeMs: link.createdMs,
    expiresMs: link.expiresMs,
  };
}

/** E-mails that a mailbox gets in an hour for all sign-in requests, in addition to those of known browsers. */
const SIGN_IN_MAILS_OF_MAILBOX = 30;

function mailsOf(email: string): Parameters<typeof isWithin>[1] {
  return {
    of: 'sign-in',
    who: `of ${mailboxKeyOf(email)}`,
    limit: SIGN_IN_MAILS_OF_MAILBOX,
    windowMs: HOUR_MS,
  };
}

/** The address of the demo restaurant's member: no mail server has a name with this ending (RFC 2606). */
function isUnreachable(email: string): boolean {
  return email.endsWith('.invalid');
}

/** Also sent when the passkey has been removed again: it can have been used before that. */
async function passkeyMessage(app: App, id: string, note: PasskeyNote): Promise<Message | null> {
  const { staffId, passkeyId, browser, language, madeMs } = note;
  const about = await memberToNotify(app, staffId);
  if (!about) return null;
  const passkey = await app.storage.records.find('passkeys', { id: passkeyId });
  const passkeyName = passkey?.name ?? null;
  const own = { kind: note.kind, id, language: language ?? about.language, passkeyName, browser, madeMs };
  return { ...about, ...own };
}

async function linkMessage(app: App, id: string, note: LinkNote): Promise<Message | null> {
  const { kind, staffId, madeMs, expiresMs } = note;
  const about = await memberToNotify(app, staffId);
  return about && { ...about, kind, id, madeMs, expiresMs };
}

/** The recipient of a notice about a sign-in method, with one of the member's locations; null if no e-mail can be sent. */
async function memberToNotify(app: App, staffId: string) {
  const member = await app.storage.records.find('staff', { id: staffId });
  const location = member && (await workplaceOf(app, member));
  if (!location || isUnreachable(member.email)) return null;
  const { name: locationName, timeZone, language } = location;
  return { to: member.email, name: member.name, language, locationName, timeZone };
}

/** A location at which the member works. */
async function workplaceOf({ storage }: App, { roles }: StaffMember): Promise<Location | null> {
  const locations = await Promise.all(roles.map(({ locationId }) => storage.locations.get(locationId)));
  return locations.find((one) => one !== null) ?? null;
}
