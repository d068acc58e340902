import { networkHashOf, SEAL_IV_BYTES, seal, type SecretKey, unseal } from '../../core/access/secret.ts';
import type { VisitorCaller } from '../../core/access/policy.ts';
import { networkKeyOf } from '../../core/booking/visitor-limits.ts';
import { invalid } from '../../core/errors.ts';
import { ASSISTANT_NAME_LENGTH_MAX } from '../../core/limits.ts';
import type { BookingPage } from '../../core/location/booking-page.ts';
import type { Location } from '../../core/location/location.ts';
import type { App } from '../context.ts';
import { visibleLocation } from '../read-location.ts';
import type { LinkContent } from './visitor-mail.ts';

/** The guest at a booking page, or the guest's assistant. */
export interface VisitorRequest {
  /**
   * The network of the request: an IPv4 address, or the first 56 bits of an IPv6 address. Limits count by it, and only a hash of it is stored.
   */
  readonly networkKey: string;
  /**
   * The name of an assistant that acts for the guest (D53), of which 60 characters are kept. Its bookings have the channel `assistant`. The
   * limit of a network does not apply, because assistants share theirs. Absent: the guest acts.
   */
  readonly assistant?: string | undefined;
  /** The person behind the request; policies get it (D51). */
  readonly subject?: unknown;
}

/** A guest at a booking page, for the use cases. */
export interface Visitor {
  readonly app: App;
  readonly key: SecretKey;
  readonly caller: VisitorCaller;
}

/** Throws `invalid_request` without secret keys: the tokens of holds need one. */
export function visitorOf(app: App, { networkKey, assistant, subject }: VisitorRequest): Visitor {
  const [key] = app.secretKeys;
  if (!key) invalid('booking pages need a secret key: give createEngine secretKeys');
  const keyId = networkKeyOf(networkHashOf(key, assistant === undefined ? networkKey : 'assistants'));
  const caller =
    assistant === undefined
      ? ({ channel: 'web', author: 'guest' } as const)
      : ({ channel: 'assistant', author: `assistant:${nameOf(assistant)}` } as const);
  return { app, key, caller: { ...caller, keyId, subject } };
}

/** On one line, because the history shows it. */
function nameOf(assistant: string): string {
  const line = assistant.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.slice(0, ASSISTANT_NAME_LENGTH_MAX).toWellFormed();
}

/** A location with a booking page. */
export interface PagedLocation extends Location {
  readonly bookingPage: BookingPage;
}

/** Throws `location_not_found` for a location without a booking page. */
export async function pagedLocation({ app, caller }: Visitor, locationId: string): Promise<PagedLocation> {
  return (await visibleLocation(app, caller, locationId)) as PagedLocation;
}

/** The chosen area, undefined for none. Throws `invalid_request` unless guests can choose it. */
export function chosenArea(location: PagedLocation, area: string | null | undefined): string | undefined {
  if (area === null || area === undefined) return undefined;
  const isListed = location.areas.some(({ id }) => id === area);
  if (location.bookingPage.areas !== 'choose' || !isListed)
    invalid(`area must be one of those that the page offers, not ${JSON.stringify(area)}`, ['area']);
  return area;
}

/** The content of a hold's token. */
export interface HoldToken {
  readonly kind: 'hold';
  readonly holdId: string;
  /** The limit of the network does not apply. */
  readonly isProven: boolean;
  /** The e-mail address of the link that made the hold; null: made without a link. */
  readonly email: string | null;
  readonly ref: string | null;
}

/** The content of a booking's handle: the guest's assistant gets it, never the link (D53). */
export interface BookingToken {
  readonly kind: 'booking';
  readonly bookingId: string;
}

/** A token that only the secret key can make and read. */
export function sealed({ app, key }: Visitor, content: object): string {
  return seal(key, JSON.stringify(content), app.random.bytes(SEAL_IV_BYTES));
}

/** The content of a token; null for any other text. */
export function opened({ secretKeys }: App, token: string): HoldToken | BookingToken | LinkContent | null {
  const text = unseal(secretKeys, token);
  const content: unknown = text?.startsWith('{"kind":') ? JSON.parse(text) : null;
  return content as HoldToken | BookingToken | LinkContent | null;
}
