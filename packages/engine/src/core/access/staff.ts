/** The people of a house: who they are, what they may do where, and how long they stay signed in (D44). */
import { hash } from 'node:crypto';
import { BookingError } from '../errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../instant.ts';
import type { Language } from '../location/location.ts';
import { emailKeyOf } from '../fields.ts';

/** The roles of staff at a location: a `host` manages the day's bookings, a `manager` also the plan, closures and staff (D44). */
export const ROLES = ['host', 'manager'] as const;
/** One of {@link ROLES}. */
export type Role = (typeof ROLES)[number];

/** The role of a member at one location. */
export interface StaffRole {
  /** The location's id, a lower-case UUID. */
  readonly locationId: string;
  /** The role there. */
  readonly role: Role;
}

/** A person who can sign in to the console (D44). */
export interface StaffMember {
  /** `st_` and letters and digits; never given twice. */
  readonly id: string;
  /** Where sign-in links go, as it was written. No two members have the same, compared as `emailKeyOf` does. */
  readonly email: string;
  /** The name that colleagues see, 1 to 100 characters. */
  readonly name: string;
  /** The roles, one at each location. */
  readonly roles: readonly StaffRole[];
  /** When the member was added, in milliseconds since 1970. */
  readonly createdMs: number;
}

/** The member who calls by a session: found by `signIn.caller`, for one request. */
export interface StaffCaller {
  /** The member's id. */
  readonly staffId: string;
  /** The member's name. */
  readonly name: string;
  /** The id of the session; it is not secret. */
  readonly sessionId: string;
  /** The roles by location, at most some seconds old. */
  readonly roles: readonly StaffRole[];
}

/** Somebody is signed in at one browser. All instants are the storage's. */
export interface StaffSession {
  /** `ss_` and letters and digits: identifies the session in lists, and is not secret. */
  readonly id: string;
  /** Whose it is. */
  readonly staffId: string;
  /** When it began, in milliseconds since 1970. */
  readonly createdMs: number;
  /** When it was last used, to within about a minute. */
  readonly seenMs: number;
  /** When it ends at the latest: 30 days after it began. It ends 12 hours after it was last used. */
  readonly expiresMs: number;
  /** The browser's user agent, at most 200 characters; empty when it sends none. */
  readonly label: string;
}

/** A session as it is stored. */
export interface NewSession extends StaffSession {
  /** SHA-256 (hex) of its token, which is stored nowhere. */
  readonly tokenHash: string;
}

/** A link by which somebody signs in, once, in the browser that asked for it (D44). Deleted when it is used. */
export interface SignInLink {
  /** `signin_` and letters and digits. */
  readonly id: string;
  /** SHA-256 (hex) of the token in the link: the token itself is nowhere. */
  readonly tokenHash: string;
  /** SHA-256 (hex) of the cookie of the requesting browser; empty: the link works in every browser. */
  readonly browserHash: string;
  /** {@link addressHashOf} the address that was asked for, whether anybody has it or not. */
  readonly addressHash: string;
  /** The browser that asked, as it calls itself. */
  readonly label: string;
  /** The language of the e-mail; null: the language of the member's location. */
  readonly language: Language | null;
  /** When it was asked for, in milliseconds since 1970, by the storage's clock. */
  readonly createdMs: number;
  /** When it ends: 15 minutes later. */
  readonly expiresMs: number;
}

/** A key that a browser or a phone keeps for a member, and with which it signs in. */
export interface Passkey {
  /** The credential's id, base64url. */
  readonly id: string;
  /** Whose it is. */
  readonly staffId: string;
  /** As the authenticator gave it (COSE). */
  readonly publicKey: Uint8Array;
  /** How often it has signed, as it says itself; 0 for one that does not count. */
  readonly counter: number;
  /** How it can be reached, as the browser said: `internal`, `usb`… */
  readonly transports: readonly string[];
  /** By which its owner knows it, 1 to 100 characters. */
  readonly name: string;
  /** When it was added, in milliseconds since 1970. */
  readonly createdMs: number;
  /** When it last signed somebody in; null: never. */
  readonly usedMs: number | null;
}

/** In place of the hash of a browser: the operator has made the link, and hands it over. */
export const ANY_BROWSER = '';
/** A link is good for so long. */
export const LINK_MS = 15 * MINUTE_MS;
/** The time after which an unused session ends. */
export const SESSION_IDLE_MS = 12 * HOUR_MS;
/** And any session after so long. */
export const SESSION_MS = 30 * DAY_MS;
/** Within so long after a sign-in its session may add and remove passkeys. */
const RECENT_SIGN_IN_MS = 10 * MINUTE_MS;
/** By so much a clock may be set back without anybody being signed out. */
export const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/** Letters of a browser's name that are kept. */
const LABEL_LENGTH_MAX = 200;
/** Letters of a member's name. */
export const STAFF_NAME_LENGTH_MAX = 100;

/** A session without the hash of its token. */
export function withoutHash({ id, staffId, createdMs, seenMs, expiresMs, label }: NewSession): StaffSession {
  return { id, staffId, createdMs, seenMs, expiresMs, label };
}

/**
 * Whether the session is valid. A session that was begun or used later than now is invalid: the clock has been set back, and the real elapsed time is
 * unknown (D45).
 */
export function isSessionGood({ createdMs, seenMs, expiresMs }: StaffSession, nowMs: number): boolean {
  const lastMs = Math.max(createdMs, seenMs);
  return lastMs <= nowMs + CLOCK_TOLERANCE_MS && nowMs < lastMs + SESSION_IDLE_MS && nowMs < expiresMs;
}

/** The session was begun a few minutes ago: its user has just proved their identity. */
export function isRecent({ createdMs }: StaffSession, nowMs: number): boolean {
  return createdMs <= nowMs + CLOCK_TOLERANCE_MS && nowMs < createdMs + RECENT_SIGN_IN_MS;
}

/** The link is still good, in the same way. */
export function isLinkGood({ createdMs, expiresMs }: SignInLink, nowMs: number): boolean {
  return createdMs <= nowMs + CLOCK_TOLERANCE_MS && nowMs < expiresMs;
}

/** SHA-256 (hex) of an e-mail address, the same for all its spellings. Members are found by it; of unknown addresses only this hash is stored. */
export function addressHashOf(email: string): string {
  return hash('sha256', `staff ${emailKeyOf(email)}`, 'hex');
}

/** A member's role at a location; null: none, so that for this member there is no such location. */
export function roleAt(roles: readonly StaffRole[], locationId: string): Role | null {
  return roles.find((one) => one.locationId === locationId)?.role ?? null;
}

/**
 * Throws `role_missing` unless `by` is a manager of the location, and `last_manager` if the leaving member is its only manager: then no member of
 * staff could appoint another. If two managers remove each other concurrently, the second is no longer a manager.
 *
 * @param members those of the location
 * @param leavingId the member who stops being a manager there; undefined: no member
 */
export function assertByManager(
  members: readonly StaffMember[],
  locationId: string,
  by: string,
  leavingId: string | undefined,
): void {
  const managers = members.filter(({ roles }) => roleAt(roles, locationId) === 'manager');
  if (managers.every(({ id }) => id !== by)) throw new BookingError('role_missing');
  if (managers.every(({ id }) => id === leavingId)) throw new BookingError('last_manager');
}

/** The manager who would lose that role by this change; undefined if the address is unknown. */
export function demotedBy(
  { role }: StaffRole,
  members: readonly StaffMember[],
  addressHash: string,
): string | undefined {
  if (role === 'manager') return undefined;
  return members.find(({ email }) => addressHashOf(email) === addressHash)?.id;
}

/** A browser's name of itself as it is kept: on one line, cut. */
export function labelOf(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, LABEL_LENGTH_MAX)
    .toWellFormed();
}

export function staffCallerOf(
  { id, name, roles }: StaffMember,
  session: Pick<StaffSession, 'id'>,
): StaffCaller {
  return { staffId: id, name, sessionId: session.id, roles };
}
