import type { Booking } from '../../core/booking/booking.ts';
import type { Delivery } from '../../core/outbox/delivery.ts';
import type { EndpointNote } from '../../core/outbox/delivery-rules.ts';
import { guestMessageOf, type GuestNote } from '../../core/outbox/guest-mail.ts';
import { waitingMessageOf, type WaitingNote } from '../../core/outbox/waiting-mail.ts';
import type { Message } from '../../core/outbox/message.ts';
import type { WaitingTerms } from '../../core/booking/terms.ts';
import { tokenHashOf, tokenOf } from '../../core/access/secret.ts';
import { isLinkGood } from '../../core/access/staff.ts';
import { isSandboxPartner, partnerOf } from '../../core/access/policy.ts';
import type { App } from '../shared/context.ts';
import { manageTokenOf, waitingTokenOf } from '../shared/guest-tokens.ts';
import { findBooking } from '../shared/read-booking.ts';

/** What of a sign-up is written into the outbox. */
export interface SignUpNote {
  readonly kind: 'sign_up';
  readonly signUpId: string;
}

/** What of a sign-in link is written into the outbox. */
export interface SignInNote {
  readonly kind: 'sign_in';
  readonly signInId: string;
}

type Note = GuestNote | WaitingNote | EndpointNote | SignUpNote | SignInNote;

/**
 * The message of a mail in the outbox, as things stand now; null when it is no longer worth sending. What is about a person is
 * read only here: the outbox itself has nothing that would have to be erased, and no token.
 */
export async function composeMail(app: App, delivery: Delivery): Promise<Message | null> {
  const note = JSON.parse(delivery.body) as Note;
  if (note.kind === 'sign_up') return signUpMessage(app, delivery.id, note);
  if (note.kind === 'sign_in') return signInMessage(app, delivery.id, note);
  if ('endpointId' in note) {
    const endpoint = await app.storage.endpoints.find(note.endpointId);
    return endpoint && { ...note, id: delivery.id, partner: endpoint.partner, url: endpoint.url };
  }
  return isOfWaiting(note) ? waitingMessage(app, delivery, note) : guestMessage(app, delivery, note);
}

function isOfWaiting(note: GuestNote | WaitingNote): note is WaitingNote {
  return note.kind === 'waitlist_joined' || note.kind === 'waitlist_offered';
}

/** Its row is no booking, and the offer that it names is as it stands now. */
async function waitingMessage(app: App, delivery: Delivery, note: WaitingNote): Promise<Message | null> {
  const { id, bookingId: waitingId, locationId } = delivery;
  const { bookings, locations } = app.storage;
  const [row, location] = await Promise.all([
    waitingId === null ? null : bookings.find(waitingId, null),
    locations.get(locationId),
  ]);
  if (row?.kind !== 'waiting' || !location) return null;
  const { holdId } = row.terms as WaitingTerms;
  const offer = holdId === null ? null : await bookings.find(holdId, null);
  const [to, token] = [await addresseeOf(app, row), waitingTokenOf(app, row)];
  return waitingMessageOf(note, row, offer, location, { id, to, token, nowMs: app.clock.nowMs() });
}

async function guestMessage(app: App, delivery: Delivery, note: GuestNote): Promise<Message | null> {
  const { id, bookingId, locationId } = delivery;
  const [booking, location] = await Promise.all([
    bookingId === null ? null : findBooking(app, bookingId, null),
    app.storage.locations.get(locationId),
  ]);
  if (!booking || !location) return null;
  const [to, token] = [await addresseeOf(app, booking), manageTokenOf(app, booking)];
  return guestMessageOf(id, note, booking, location, to, token, app.clock.nowMs());
}

/** Bookings of a sandbox key are no real ones: mail leaves this machine only for whoever signed up for the key (D26). */
async function addresseeOf(app: App, booking: Booking): Promise<string | null> {
  const partner = partnerOf(booking.channel);
  if (partner === null || !isSandboxPartner(partner) || app.mailer?.isLocal) return booking.guest.email;
  const keys = await app.storage.keys.ofPartner(partner);
  return keys.find(({ sandboxEmail }) => sandboxEmail !== null)?.sandboxEmail ?? null;
}

async function signUpMessage(app: App, id: string, { signUpId }: SignUpNote): Promise<Message | null> {
  const signUp = await app.storage.signUps.find(signUpId);
  const tokens = app.secretKeys.map((key) => tokenOf(key, 'sign-up', signUpId));
  const token = tokens.find((made) => tokenHashOf(made) === signUp?.tokenHash);
  if (!signUp || !token || app.clock.nowMs() >= signUp.expiresMs) return null;
  const { email, system, createdMs, expiresMs } = signUp;
  return { kind: 'sign_up', id, to: email, system, token, madeMs: createdMs, expiresMs };
}

/** Null where nobody has the address: what is written into the outbox is the same for all. */
async function signInMessage(app: App, id: string, { signInId }: SignInNote): Promise<Message | null> {
  const [found, nowMs] = await Promise.all([app.storage.staff.findLink(signInId), app.storage.nowMs()]);
  if (!found?.member || !isLinkGood(found.link, nowMs)) return null;
  const { link, member } = found;
  const tokens = app.secretKeys.map((key) => tokenOf(key, 'sign-in', signInId));
  const token = tokens.find((made) => tokenHashOf(made) === link.tokenHash);
  const locations = await Promise.all(
    member.roles.map(({ locationId }) => app.storage.locations.get(locationId)),
  );
  const location = locations.find((one) => one !== null);
  if (!token || !location) return null;
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
