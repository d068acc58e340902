/** Permissions of callers, and the bookings that they can see (§5). */
import type { Channel } from '../booking/booking.ts';
import type { RowFields } from '../booking/row.ts';
import { type Author, authorOfChannel } from '../booking/history.ts';
import { BookingError } from '../errors.ts';
import type { GuestCaller, PolicyCaller } from '../location/admission.ts';
import { DEMO_RESTAURANT_ID } from '../location/location.ts';
import type { Role } from './staff.ts';

/** The scopes of API keys (§5.3). */
export const SCOPES = ['availability:read', 'bookings:read', 'bookings:write', 'menu:read'] as const;
/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/** A partner that calls through one of its keys. */
export interface PartnerCaller {
  /** The id of the key of the request. */
  readonly keyId: string;
  /** Slug of the partner: the channel is the partner's, so all of its keys see the same bookings (D19). */
  readonly partner: string;
  /** The scopes of the API key (§5.3). */
  readonly scopes: readonly Scope[];
  /** Null: the API key has no location list. It can book anywhere, but not read or cancel (§5.6). */
  readonly locationIds: readonly string[] | null;
  /** Requests a minute. */
  readonly rateLimit: number;
  /** The integrator's name for the person behind the request: policies get it (D51). Bord does not read it. */
  readonly subject?: unknown;
}

/** The operator or a signed-in member of staff at one location (D44). */
export interface LocationCaller {
  /** The member's id, for the history. Null: the operator. */
  readonly staffId: string | null;
  readonly locationId: string;
  readonly role: Role;
  /** The version of the booking that the caller has seen: see {@link versionOf}. */
  readonly seen?: string | undefined;
}

/** The restaurant: the operator at any location, or the operator or a member of staff at one. */
export type HouseCaller = 'operator' | LocationCaller;

/** A guest at the restaurant's own booking page (D52), or through an assistant (D53). */
export interface VisitorCaller extends GuestCaller {
  /** `net:` and a hash of the guest's network, by which live holds are limited. All assistants have the same one. */
  readonly keyId: string;
  readonly author: Author;
}

export type Caller = PartnerCaller | HouseCaller | VisitorCaller;

export function isPartner(caller: Caller): caller is PartnerCaller {
  return typeof caller === 'object' && 'partner' in caller;
}

export function isVisitor(caller: Caller): caller is VisitorCaller {
  return typeof caller === 'object' && 'channel' in caller;
}

export function isHouse(caller: Caller): caller is HouseCaller {
  return caller === 'operator' || 'staffId' in caller;
}

/** The bookings that a caller can see; storages use it in their queries (§4.4). */
export interface Visibility {
  /** The visible channel; null: every channel. */
  readonly channel: Channel | null;
  /** The visible locations, lower-case UUIDs. */
  readonly locationIds: readonly string[];
}

/** The caller that policies apply to (D51); null for the restaurant. Policies do not get the network of a guest. */
export function policyCallerOf(caller: Caller): PolicyCaller | null {
  if (isVisitor(caller)) return { channel: caller.channel, subject: caller.subject };
  return isHouse(caller) ? null : caller;
}

const PARTNER_SLUG = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/;

/** Lower-case letters, digits and inner hyphens; 1–60 characters. */
export function isPartnerSlug(text: string): boolean {
  return PARTNER_SLUG.test(text);
}

const SANDBOX_PREFIX = 'sandbox-';

/** The partner of a sandbox key (D20). */
export function sandboxPartnerOf(name: string): string {
  return SANDBOX_PREFIX + name.toLowerCase();
}

/** Whether the slug is reserved for sandbox keys. */
export function isSandboxPartner(partner: string): boolean {
  return partner.startsWith(SANDBOX_PREFIX);
}

export function channelOf(caller: Caller): Channel {
  if (isVisitor(caller)) return caller.channel;
  return isHouse(caller) ? 'operator' : `partner:${caller.partner}`;
}

export function authorOf(caller: Caller): Author {
  if (isVisitor(caller)) return caller.author;
  return caller !== 'operator' && isHouse(caller) && caller.staffId !== null
    ? `staff:${caller.staffId}`
    : authorOfChannel(channelOf(caller));
}

/** The partner of a channel; null for the operator and for guests. */
export function partnerOf(channel: Channel): string | null {
  return channel.startsWith('partner:') ? channel.slice('partner:'.length) : null;
}

/** Throws `missing_scope` unless the caller has the scope (§5.4). */
export function assertScope(caller: Caller, scope: Scope): void {
  if (hasScope(caller, scope)) return;
  throw new BookingError(
    'missing_scope',
    `The API key does not have the scope \`${scope}\` that this request needs.`,
  );
}

export function hasScope(caller: Caller, scope: Scope): boolean {
  return !isPartner(caller) || caller.scopes.includes(scope);
}

/** Throws `location_forbidden` unless the caller can see the location (§5.5). For staff, other locations do not exist: `location_not_found`. */
export function assertLocation(caller: Caller, locationId: string): void {
  if (maySee(caller, locationId)) return;
  throw new BookingError(isPartner(caller) ? 'location_forbidden' : 'location_not_found');
}

/** Whether the caller can see the location. A key without a list can see all but the demo restaurant (D29). */
export function maySee(caller: Caller, locationId: string): boolean {
  if (caller === 'operator' || isVisitor(caller)) return true;
  if (isHouse(caller)) return caller.locationId === locationId;
  if (locationId === DEMO_RESTAURANT_ID) return false;
  return caller.locationIds === null || caller.locationIds.includes(locationId);
}

/** Throws `role_missing` unless the caller is the operator or a manager (D44). */
export function assertManager(caller: HouseCaller): void {
  if (caller !== 'operator' && caller.role !== 'manager') throw new BookingError('role_missing');
}

/**
 * The bookings that the caller can read and cancel; null: all.
 *
 * Throws `location_list_missing` for a key without a location list (§5.6).
 */
export function visibilityOf(caller: Caller): Visibility | null {
  if (caller === 'operator') return null;
  if (isVisitor(caller)) return { channel: caller.channel, locationIds: [] };
  if (isHouse(caller)) return { channel: null, locationIds: [caller.locationId] };
  if (caller.locationIds === null) throw new BookingError('location_list_missing');
  return { channel: channelOf(caller), locationIds: caller.locationIds };
}

/** Whether the booking is within the visibility: queries of storages must be equivalent. */
export function isVisible(
  booking: Pick<RowFields, 'channel' | 'locationId'>,
  visibility: Visibility | null,
): boolean {
  if (visibility === null) return true;
  const { channel, locationIds } = visibility;
  return (channel === null || booking.channel === channel) && locationIds.includes(booking.locationId);
}
