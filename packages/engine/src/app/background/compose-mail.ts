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
  /** A browser in which this member has signed in before asked for it: the limit of the mailbox does not count it. */
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

/** The note of a settled e-mail: without the guest, whom an erasure would not find in sealed content. */
export function settledBodyOf(body: string): string {
  const note = JSON.parse(body) as Note;
  return 'sealed' in note ? JSON.stringify({ ...note, sealed: '' }) : body;
}

/** The guest's address has had as many e-mails within the hour as it can: this one is sent later (D52). */
export interface Postponed {
  readonly retryAfterMs: number;
}

/** The message of a mail; null when it is no longer worth sending. Personal data is read only here: the outbox has none, and no token. */
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

/** Its row is no booking, and the offer that it names is as it stands now. */
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
  // That the guest waits was counted when the guest joined.
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

/** The message, unless its address has had enough of them. A repeated attempt was counted by the first. */
async function withinHour<M extends Message & { readonly to: string }>(
  app: App,
  { failures }: LeasedDelivery,
  message: M | null,
): Promise<M | Postponed | null> {
  if (!message || failures > 0) return message;
  const { allowed, resetMs } = await countMail(app, message.to);
  return allowed ? message : { retryAfterMs: resetMs };
}

/** Bookings of a sandbox key are no real ones: mail leaves this machine only for whoever signed up for the key (D26). */
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

/** Null where the member is gone or the mailbox is full. That is found here, so that the request does the same work for every address. */
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
  const isCounted = !isKnown && failures === 0; // a second attempt was counted by the first
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

/** Sign-in e-mails that a mailbox gets in an hour on all requests together, in addition to those to known browsers. */
const SIGN_IN_MAILS_OF_MAILBOX = 30;

function mailsOf(email: string): Parameters<typeof isWithin>[1] {
  return {
    of: 'sign-in',
    who: `of ${mailboxKeyOf(email)}`,
    limit: SIGN_IN_MAILS_OF_MAILBOX,
    windowMs: HOUR_MS,
  };
}

/** No e-mail server has a name that ends so (RFC 2606): it is the member of the demo restaurant. */
function isUnreachable(email: string): boolean {
  return email.endsWith('.invalid');
}

/** Sent also when the passkey is gone already: somebody could have used it in between. */
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

/** The member and one of the member's locations, as a notice about a way to sign in has them; null if no e-mail can be sent. */
async function memberToNotify(app: App, staffId: string) {
  const member = await app.storage.records.find('staff', { id: staffId });
  const location = member && (await workplaceOf(app, member));
  if (!location || isUnreachable(member.email)) return null;
  const { name: locationName, timeZone, language } = location;
  return { to: member.email, name: member.name, language, locationName, timeZone };
}

/** One at which the member works. */
async function workplaceOf({ storage }: App, { roles }: StaffMember): Promise<Location | null> {
  const locations = await Promise.all(roles.map(({ locationId }) => storage.locations.get(locationId)));
  return locations.find((one) => one !== null) ?? null;
}
