/** Steps of staff, their links, sessions and passkeys (D44). */
import type { Delivery } from '../outbox/delivery.ts';
import { recordStep, type RecordStep } from './records.ts';
import {
  addressHashOf,
  assertByManager,
  demotedBy,
  type NewSession,
  type Passkey,
  roleAt,
  type SignInLink,
  type StaffMember,
  type StaffRole,
} from './staff.ts';

/**
 * Gives a member a role at a location, instead of an earlier one there; returns the member afterwards. A known e-mail address (see
 * `addressHashOf`) keeps its member with id, address and time; the name changes only with `renames`.
 *
 * @param by the acting manager of the location: the step throws as {@link assertByManager}. Absent: the operator
 */
export function roleGrant(
  member: Omit<StaffMember, 'roles'>,
  role: StaffRole,
  renames: boolean,
  by?: string,
): RecordStep<StaffMember> {
  const addressHash = addressHashOf(member.email);
  const { locationId } = role;
  const select = { staff: { addressHash, ...(by !== undefined && { locationId }) } };
  return recordStep(select, ({ staff }) => {
    if (by !== undefined) assertByManager(staff, locationId, by, demotedBy(role, staff, addressHash));
    const known = staff.find(({ email }) => addressHashOf(email) === addressHash) ?? { ...member, roles: [] };
    const others = known.roles.filter((one) => one.locationId !== locationId);
    const roles = [...others, role].toSorted((a, b) => (a.locationId < b.locationId ? -1 : 1));
    const granted = { ...known, roles, ...(renames && { name: member.name }) };
    return { result: granted, save: { staff: [granted] } };
  });
}

/**
 * Removes the member's role at a location (null: everywhere). A member without a role is deleted, with sessions, passkeys, and links for the
 * e-mail address. Returns the former member; null if there is none, or none with a role there.
 *
 * @param by as in {@link roleGrant}; requires a location
 */
export function roleRemoval(
  staffId: string,
  locationId: string | null,
  by?: string,
): RecordStep<StaffMember | null> {
  const of = { staffId };
  const others = by !== undefined && locationId !== null && { locationId };
  const select = { staff: { id: staffId, ...others }, sessions: of, links: of, passkeys: of };
  return recordStep(select, ({ staff, sessions, links, passkeys }) => {
    if (by !== undefined && locationId !== null) assertByManager(staff, locationId, by, staffId);
    const member = staff.find(({ id }) => id === staffId);
    if (!member || (locationId !== null && roleAt(member.roles, locationId) === null))
      return { result: null };
    const roles = member.roles.filter((one) => locationId !== null && one.locationId !== locationId);
    if (roles.length > 0) return { result: member, save: { staff: [{ ...member, roles }] } };
    const remove = {
      staff: [staffId],
      sessions: idsOf(sessions),
      links: idsOf(links),
      passkeys: idsOf(passkeys),
    };
    return { result: member, remove };
  });
}

/**
 * Writes a link and, if a member has its e-mail address, the e-mails with it. In either case it is one step with one write, so its duration does
 * not show whether there is such a member. Requests for unknown addresses do not fill the outbox.
 */
export function linkRequest(link: SignInLink, mails: readonly Delivery[] = []): RecordStep<void> {
  return recordStep({ staff: { addressHash: link.addressHash } }, ({ staff }) => ({
    result: undefined,
    save: { links: [link] },
    deliveries: staff.length > 0 ? mails : [],
  }));
}

/** Uses up a link and begins a session of the member with its e-mail address; null if the link or member does not exist. */
export function linkUse(
  linkId: string,
  session: Omit<NewSession, 'staffId'>,
): RecordStep<StaffMember | null> {
  return recordStep({ staff: { linkId }, links: { id: linkId } }, ({ staff: [member] }) => {
    if (!member) return { result: null };
    const sessions = [{ ...session, staffId: member.id }];
    return { result: member, save: { sessions }, remove: { links: [linkId] } };
  });
}

/** Records when a session was used, if it was not used later. */
export function sessionUse(sessionId: string, seenMs: number): RecordStep<void> {
  return recordStep({ sessions: { id: sessionId } }, ({ sessions: [session] }) => ({
    result: undefined,
    save: { sessions: session && session.seenMs < seenMs ? [{ ...session, seenMs }] : [] },
  }));
}

/**
 * Writes a passkey with the e-mails that report it, and uses up its challenge. False if the challenge was used before, the passkey exists, or the
 * member does not.
 */
export function passkeyAddition(
  passkey: Passkey,
  challengeHash: string,
  deliveries: readonly Delivery[] = [],
): RecordStep<boolean> {
  const select = {
    staff: { id: passkey.staffId },
    passkeys: { id: passkey.id },
    challenges: { hash: challengeHash },
  };
  return recordStep(select, ({ staff, passkeys, challenges }, nowMs) => {
    if (staff.length === 0 || passkeys.length > 0 || challenges.length > 0) return { result: false };
    const used = { hash: challengeHash, usedMs: nowMs };
    return { result: true, save: { passkeys: [passkey], challenges: [used] }, deliveries };
  });
}

/** The signed data of an authenticator. */
export interface SignedChallenge {
  readonly passkeyId: string;
  /** SHA-256 (hex) of the challenge. */
  readonly challengeHash: string;
  /** The authenticator's signature counter. */
  readonly counter: number;
}

/**
 * Uses up a challenge, raises the counter of the passkey, and begins a session of its owner. Null if the challenge was used before, the passkey
 * does not exist, or its counter has not increased: `counter` must be higher, unless both are 0.
 */
export function passkeyUse(
  { passkeyId, challengeHash, counter }: SignedChallenge,
  session: Omit<NewSession, 'staffId'>,
): RecordStep<StaffMember | null> {
  const select = {
    staff: { passkeyId },
    passkeys: { id: passkeyId },
    challenges: { hash: challengeHash },
  };
  return recordStep(select, ({ staff: [member], passkeys: [passkey], challenges }, nowMs) => {
    if (!member || !passkey || challenges.length > 0) return { result: null };
    if (counter <= passkey.counter && (counter !== 0 || passkey.counter !== 0)) return { result: null };
    return {
      result: member,
      save: {
        sessions: [{ ...session, staffId: member.id }],
        passkeys: [{ ...passkey, counter, usedMs: session.createdMs }],
        challenges: [{ hash: challengeHash, usedMs: nowMs }],
      },
    };
  });
}

function idsOf(records: readonly { readonly id: string }[]): string[] {
  return records.map(({ id }) => id);
}
