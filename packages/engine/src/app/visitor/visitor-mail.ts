/** E-mails to guests at a booking page (D52). Outbox and links have their content sealed. */
import { tokenHashOf } from '../../core/access/secret.ts';
import { assertEmail, emailKeyOf } from '../../core/fields.ts';
import { EMAIL_LENGTH_MAX, GUEST_MAILS_MAX } from '../../core/limits.ts';
import type { Guest } from '../../core/booking/booking.ts';
import { type Delivery, MAIL_QUEUE } from '../../core/outbox/delivery.ts';
import { DAY_MS, HOUR_MS } from '../../core/instant.ts';
import type { Language } from '../../core/location/location.ts';
import { BookingError } from '../../core/errors.ts';
import { base62 } from '../../core/ids.ts';
import type { RateStats } from '../../ports/rate-limiter.ts';
import type { App } from '../context.ts';
import type { VisitorNote } from '../background/compose-mail.ts';
import { opened, sealed, type Visitor } from './visitor.ts';

/** The content of a link that makes a hold. */
export interface HoldLink {
  readonly kind: 'hold-link';
  readonly id: string;
  readonly untilMs: number;
  readonly locationId: string;
  readonly startMs: number;
  readonly partySize: number;
  readonly area: string | null;
  readonly ref: string | null;
  readonly email: string;
  readonly language: Language;
}

/** The content of a link that makes a booking of a hold. */
export interface BookLink {
  readonly kind: 'book-link';
  readonly untilMs: number;
  readonly locationId: string;
  readonly holdId: string;
  readonly startMs: number;
  readonly partySize: number;
  readonly ref: string | null;
  readonly guest: Guest;
}

export type LinkContent = HoldLink | BookLink;

/** A link is valid for a day; its hold can expire earlier. */
export const LINK_MS = DAY_MS;

/** Null for a text that is not a link. */
export function linkContentOf(app: App, token: string): LinkContent | null {
  const content = opened(app, token);
  return content?.kind === 'hold-link' || content?.kind === 'book-link' ? content : null;
}

/** Throws `link_unknown` for any other text, and for a link that is too old. */
export function openedLink({ app }: Visitor, token: string): LinkContent {
  const link = linkContentOf(app, token);
  if (!link || app.clock.nowMs() >= link.untilMs) throw new BookingError('link_unknown');
  return link;
}

/** Counts an e-mail to the address against its limit of an hour. */
export function countMail({ storage }: App, email: string): Promise<RateStats> {
  return storage.rates.take(`visitor mail ${tokenHashOf(emailKeyOf(email))}`, GUEST_MAILS_MAX, HOUR_MS);
}

/** As {@link countMail}: whether it is allowed. */
export async function mayMail(app: App, email: string): Promise<boolean> {
  return (await countMail(app, email)).allowed;
}

/** The e-mail with a link; with `limit`, it says instead that the guest has reached the limit of bookings. */
export function linkMailOf(
  visitor: Visitor,
  link: Omit<HoldLink, 'kind'> | Omit<BookLink, 'kind'>,
  isLimit = false,
): Delivery {
  const { app } = visitor;
  const eventId = `visitor_${base62(app.random.bytes(9))}`;
  const content = { kind: 'holdId' in link ? 'book-link' : 'hold-link', ...link };
  const note: VisitorNote = {
    kind: isLimit ? 'visitor_limit' : 'visitor_link',
    sealed: sealed(visitor, content),
    madeMs: app.clock.nowMs(),
  };
  return {
    id: `${eventId}@${MAIL_QUEUE}`,
    queue: MAIL_QUEUE,
    locationId: link.locationId,
    bookingId: null,
    eventId,
    body: JSON.stringify(note),
    dueMs: null,
  };
}

export function assertAddress(email: string): void {
  assertEmail('email', email, EMAIL_LENGTH_MAX);
}
