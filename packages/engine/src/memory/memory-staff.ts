import {
  addressHashOf,
  isLinkGood,
  isSessionGood,
  type NewSession,
  type Passkey,
  type SignInLink,
  type StaffMember,
  type StaffSession,
} from '../core/access/staff.ts';
import { DAY_MS } from '../core/time/interval.ts';
import type { Clock } from '../ports/clock.ts';
import type { PasskeyStore } from '../ports/passkey-store.ts';
import type { StaffStore } from '../ports/staff-store.ts';
import type { MemoryDeliveries } from './memory-deliveries.ts';

/** The people of the houses in maps, and what they sign in with. */
export interface MemoryStaff {
  readonly staff: StaffStore;
  readonly passkeys: PasskeyStore;
  /** Takes the roles at a location from everybody. */
  leaveLocation(locationId: string): void;
}

export function memoryStaff(clock: Clock, deliveries: Pick<MemoryDeliveries, 'write'>): MemoryStaff {
  const members = new Map<string, StaffMember>();
  const sessions = new Map<string, NewSession>();
  const links = new Map<string, SignInLink>();
  const passkeys = new Map<string, Passkey>();
  const challenges = new Map<string, number>();
  const ofAddress = (hash: string): StaffMember | undefined =>
    [...members.values()].find(({ email }) => addressHashOf(email) === hash);

  function begin(member: StaffMember, session: Omit<NewSession, 'staffId'>): StaffMember {
    sessions.set(session.id, { ...session, staffId: member.id });
    return member;
  }

  function forget(member: StaffMember): void {
    const isOf = ({ staffId }: { readonly staffId: string }): boolean => staffId === member.id;
    members.delete(member.id);
    for (const one of sessions.values()) if (isOf(one)) sessions.delete(one.id);
    for (const one of passkeys.values()) if (isOf(one)) passkeys.delete(one.id);
    for (const { id, addressHash } of links.values())
      if (addressHash === addressHashOf(member.email)) links.delete(id);
  }

  function leave(member: StaffMember, locationId: string | null): void {
    const roles = member.roles.filter((one) => locationId !== null && one.locationId !== locationId);
    if (roles.length > 0) members.set(member.id, { ...member, roles });
    else forget(member);
  }

  const staff: StaffStore = {
    async grant(member, role, renames) {
      const known = ofAddress(addressHashOf(member.email)) ?? { ...member, roles: [] };
      const others = known.roles.filter(({ locationId }) => locationId !== role.locationId);
      const roles = [...others, role].toSorted((a, b) => (a.locationId < b.locationId ? -1 : 1));
      const now = { ...known, roles, ...(renames && { name: member.name }) };
      members.set(now.id, now);
      return now;
    },
    find: async (staffId) => members.get(staffId) ?? null,
    list: async (locationId) =>
      [...members.values()]
        .filter(({ roles }) => locationId === null || roles.some((one) => one.locationId === locationId))
        .toSorted((a, b) => byText(a.name, b.name) || byText(a.id, b.id)),
    async remove(staffId, locationId) {
      const member = members.get(staffId);
      if (!member || (locationId !== null && !member.roles.some((one) => one.locationId === locationId)))
        return null;
      leave(member, locationId);
      return member;
    },
    async insertLink(link, mails) {
      if (links.has(link.id)) throw new Error(`sign-in link given twice: ${link.id}`);
      links.set(link.id, link);
      deliveries.write(mails);
    },
    async findLink(linkId) {
      const link = links.get(linkId);
      return link ? { link, member: ofAddress(link.addressHash) ?? null } : null;
    },
    async enter(linkId, session) {
      const link = links.get(linkId);
      const member = link && ofAddress(link.addressHash);
      if (!member) return null;
      links.delete(linkId);
      return begin(member, session);
    },
    async session(tokenHash) {
      const known = [...sessions.values()].find((session) => session.tokenHash === tokenHash);
      return known
        ? { session: withoutHash(known), member: members.get(known.staffId)!, nowMs: clock.nowMs() }
        : null;
    },
    async touch(sessionId, seenMs) {
      const session = sessions.get(sessionId);
      if (session && session.seenMs < seenMs) sessions.set(sessionId, { ...session, seenMs });
    },
    sessions: async (staffId) =>
      [...sessions.values()]
        .filter((session) => staffId === null || session.staffId === staffId)
        .map(withoutHash)
        .toSorted((a, b) => b.seenMs - a.seenMs || byText(a.id, b.id)),
    async end(sessionId, staffId) {
      const session = sessions.get(sessionId);
      if (!session || (staffId !== null && session.staffId !== staffId)) return null;
      sessions.delete(sessionId);
      return withoutHash(session);
    },
    async purge(nowMs) {
      const before = sessions.size + links.size + challenges.size;
      for (const one of sessions.values()) if (!isSessionGood(one, nowMs)) sessions.delete(one.id);
      for (const one of links.values()) if (!isLinkGood(one, nowMs)) links.delete(one.id);
      for (const [hash, usedMs] of challenges) if (usedMs < nowMs - DAY_MS) challenges.delete(hash);
      return before - sessions.size - links.size - challenges.size;
    },
  };

  const keys: PasskeyStore = {
    async add(passkey, challengeHash) {
      if (challenges.has(challengeHash) || passkeys.has(passkey.id) || !members.has(passkey.staffId))
        return false;
      challenges.set(challengeHash, clock.nowMs());
      passkeys.set(passkey.id, passkey);
      return true;
    },
    find: async (passkeyId) => passkeys.get(passkeyId) ?? null,
    ofMember: async (staffId) =>
      [...passkeys.values()]
        .filter((one) => one.staffId === staffId)
        .toSorted((a, b) => a.createdMs - b.createdMs || byText(a.id, b.id)),
    async remove(staffId, passkeyId) {
      return passkeys.get(passkeyId)?.staffId === staffId && passkeys.delete(passkeyId);
    },
    async enter({ passkeyId, challengeHash, counter }, session) {
      const passkey = passkeys.get(passkeyId);
      if (!passkey || challenges.has(challengeHash)) return null;
      if (counter <= passkey.counter && (counter !== 0 || passkey.counter !== 0)) return null;
      challenges.set(challengeHash, clock.nowMs());
      passkeys.set(passkeyId, { ...passkey, counter, usedMs: session.createdMs });
      return begin(members.get(passkey.staffId)!, session);
    },
  };

  return {
    staff,
    passkeys: keys,
    leaveLocation(locationId) {
      for (const member of members.values())
        if (member.roles.some((one) => one.locationId === locationId)) leave(member, locationId);
    },
  };
}

function withoutHash({ tokenHash: _, ...session }: NewSession): StaffSession {
  return session;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
