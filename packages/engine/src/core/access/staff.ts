/** The staff of a location: members, roles, sessions, links and passkeys (D44). */
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
  /** `st_` and letters and digits; never reused. */
  readonly id: string;
  /** The e-mail address for sign-in links, as typed. It is unique among members, compared as by `emailKeyOf`. */
  readonly email: string;
  /** The name that colleagues see, 1 to 100 characters. */
  readonly name: string;
  /** The roles, one at each location. */
  readonly roles: readonly StaffRole[];
  /** When the member was added, in milliseconds since 1970. */
  readonly createdMs: number;
}

/** The member of a session, as returned by `signIn.caller`, for one request. */
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

/** A session of a member in one browser. All instants are the storage's. */
export interface StaffSession {
  /** `ss_` and letters and digits: identifies the session in lists, and is not secret. */
  readonly id: string;
  /** The member's id. */
  readonly staffId: string;
  /** When it began, in milliseconds since 1970. */
  readonly createdMs: number;
  /** When it was last used, accurate to about a minute. */
  readonly seenMs: number;
  /** Its latest end: 30 days after it began. It ends 12 hours after its last use. */
  readonly expiresMs: number;
  /** The browser's user agent, at most 200 characters; empty when it sends none. */
  readonly label: string;
}

/** A session as stored. */
export interface NewSession extends StaffSession {
  /** SHA-256 (hex) of its token, which is not stored. */
  readonly tokenHash: string;
}

/** A link by which a member signs in, once, in the requesting browser (D44). Deleted when it is used. */
export interface SignInLink {
  /** `signin_` and letters and digits. */
  readonly id: string;
  /** SHA-256 (hex) of the token in the link. The token itself is not stored. */
  readonly tokenHash: string;
  /** SHA-256 (hex) of the cookie of the requesting browser; empty: the link works in every browser. */
  readonly browserHash: string;
  /** {@link addressHashOf} the requested e-mail address, of a member or not. */
  readonly addressHash: string;
  /** The requesting browser's name for itself. */
  readonly label: string;
  /** The language of the e-mail; null: the language of the member's location. */
  readonly language: Language | null;
  /** When it was requested, in milliseconds since 1970, by the storage's clock. */
  readonly createdMs: number;
  /** When it expires: 15 minutes later. */
  readonly expiresMs: number;
}

/** A key that a browser or a phone keeps for a member, for signing in. */
export interface Passkey {
  /** The credential's id, base64url. */
  readonly id: string;
  /** The member's id. */
  readonly staffId: string;
  /** The public key from the authenticator (COSE). */
  readonly publicKey: Uint8Array;
  /** The authenticator's signature counter; 0 without one. */
  readonly counter: number;
  /** How it can be reached, from the browser: `internal`, `usb`… */
  readonly transports: readonly string[];
  /** The owner's name for it, 1 to 100 characters. */
  readonly name: string;
  /** When it was added, in milliseconds since 1970. */
  readonly createdMs: number;
  /** When it was last used to sign in; null: never. */
  readonly usedMs: number | null;
}

/** Instead of the hash of a browser: the operator has made the link, and passes it on. */
export const ANY_BROWSER = '';
/** The validity of a link. */
export const LINK_MS = 15 * MINUTE_MS;
/** The time after which an unused session ends. */
export const SESSION_IDLE_MS = 12 * HOUR_MS;
/** The maximum duration of a session. */
export const SESSION_MS = 30 * DAY_MS;
/** The time after a sign-in in which its session can add and remove passkeys. */
const RECENT_SIGN_IN_MS = 10 * MINUTE_MS;
/** A clock can be set back by this much without ending sessions. */
export const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/** The kept length of a browser's name for itself. */
const LABEL_LENGTH_MAX = 200;
/** Letters of a member's name. */
export const STAFF_NAME_LENGTH_MAX = 100;

/** A session without the hash of its token. */
export function withoutHash({ id, staffId, createdMs, seenMs, expiresMs, label }: NewSession): StaffSession {
  return { id, staffId, createdMs, seenMs, expiresMs, label };
}

/**
 * Whether the session is valid. A session that began or was used in the future is invalid: the clock has been set back, and the real elapsed time
 * is unknown (D45).
 */
export function isSessionGood({ createdMs, seenMs, expiresMs }: StaffSession, nowMs: number): boolean {
  const lastMs = Math.max(createdMs, seenMs);
  return lastMs <= nowMs + CLOCK_TOLERANCE_MS && nowMs < lastMs + SESSION_IDLE_MS && nowMs < expiresMs;
}

/** Whether the session began a few minutes ago: its user has just proved their identity. */
export function isRecent({ createdMs }: StaffSession, nowMs: number): boolean {
  return createdMs <= nowMs + CLOCK_TOLERANCE_MS && nowMs < createdMs + RECENT_SIGN_IN_MS;
}

/** Whether the link is valid, by the same rule for clocks. */
export function isLinkGood({ createdMs, expiresMs }: SignInLink, nowMs: number): boolean {
  return createdMs <= nowMs + CLOCK_TOLERANCE_MS && nowMs < expiresMs;
}

/** SHA-256 (hex) of an e-mail address, the same for all its spellings. Members are found by it; for unknown addresses only this hash is stored. */
export function addressHashOf(email: string): string {
  return hash('sha256', `staff ${emailKeyOf(email)}`, 'hex');
}

/** A member's role at a location; null for none: the location then does not exist for this member. */
export function roleAt(roles: readonly StaffRole[], locationId: string): Role | null {
  return roles.find((one) => one.locationId === locationId)?.role ?? null;
}

/**
 * Throws `role_missing` unless `by` is a manager of the location, and `last_manager` if the leaving member is its only manager, as no member of
 * staff could then appoint another. If two managers remove each other concurrently, the second is no longer a manager.
 *
 * @param members those of the location
 * @param leavingId the member who stops being a manager there; undefined: none
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

/** The manager who would lose that role by this change; undefined for an unknown address. */
export function demotedBy(
  { role }: StaffRole,
  members: readonly StaffMember[],
  addressHash: string,
): string | undefined {
  if (role === 'manager') return undefined;
  return members.find(({ email }) => addressHashOf(email) === addressHash)?.id;
}

/** The stored form of a browser's name for itself: on one line, cut. */
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
