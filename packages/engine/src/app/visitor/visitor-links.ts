/** Links that a booking page sends by e-mail (D52). Opening one has no effect, because scanners of e-mails open links. */
import { recordStep } from '../../core/access/records.ts';
import { BookingError } from '../../core/errors.ts';
import { assertPartySize, assertText } from '../../core/fields.ts';
import { base62 } from '../../core/ids.ts';
import type { Language } from '../../core/location/location.ts';
import { confirmBookLink, type VisitorBookOutcome } from './visitor-bookings.ts';
import { chosenArea, type PagedLocation, pagedLocation, type Visitor } from './visitor.ts';
import { makeHold, refOf, type VisitorHoldOutcome, type VisitorHoldRequest } from './visitor-holds.ts';
import { assertAddress, LINK_MS, linkMailOf, mayMail, openedLink } from './visitor-mail.ts';

/** A hold that is made by the link of an e-mail. */
export interface MailedHoldRequest extends Omit<VisitorHoldRequest, 'isProven' | 'idempotencyKey'> {
  /** The guest's e-mail address. */
  readonly email: string;
  /** The language of the e-mail. */
  readonly language: Language;
}

/** The purpose of a link. */
export interface VisitorLink {
  /** `hold`: confirming it holds tables. `booking`: it makes a booking of a hold. */
  readonly kind: 'hold' | 'booking';
  /** The restaurant. */
  readonly location: PagedLocation;
  /** The start, in milliseconds since 1970. */
  readonly startMs: number;
  /** The number of guests. */
  readonly partySize: number;
  /** The language of the page; null: that of the location. */
  readonly language: Language | null;
}

/** Sends the link. The answer is the same if the e-mail address has received too many e-mails and gets no further one. */
export async function mailHold(
  visitor: Visitor,
  locationId: string,
  request: MailedHoldRequest,
): Promise<void> {
  const { app } = visitor;
  const { startMs, partySize, area, email, language } = request;
  assertAddress(email);
  assertText('language', language, 35);
  assertPartySize('partySize', partySize);
  const location = await pagedLocation(visitor, locationId);
  const chosen = chosenArea(location, area) ?? null;
  const ref = refOf(request);
  if (!(await mayMail(app, email))) return;
  const wanted = { locationId: location.id, startMs, partySize, area: chosen, ref, email, language };
  const id = base62(app.random.bytes(9));
  const link = { ...wanted, id, untilMs: app.clock.nowMs() + LINK_MS };
  const deliveries = [linkMailOf(visitor, link)];
  await app.storage.records.amend(recordStep({}, () => ({ result: undefined, deliveries })));
  app.wakeup.ring();
}

export async function openVisitorLink(visitor: Visitor, token: string): Promise<VisitorLink> {
  const link = openedLink(visitor, token);
  const { locationId, startMs, partySize } = link;
  const location = await pagedLocation(visitor, locationId).catch(unknownLink);
  const [kind, language] =
    link.kind === 'hold-link'
      ? (['hold', link.language] as const)
      : (['booking', link.guest.language] as const);
  return { kind, location, startMs, partySize, language };
}

export async function confirmVisitorLink(
  visitor: Visitor,
  token: string,
): Promise<VisitorHoldOutcome | VisitorBookOutcome> {
  const link = openedLink(visitor, token);
  if (link.kind === 'book-link') return confirmBookLink(visitor, link);
  const { id, locationId, email, ref } = link;
  const making = { isProven: true, email, ref, idempotencyKey: id };
  return makeHold(visitor, locationId, link, making);
}

function unknownLink(error: unknown): never {
  if (BookingError.is(error) && error.code === 'location_not_found') throw new BookingError('link_unknown');
  throw error;
}
