import {
  addressHashOf,
  assertByManager,
  demotedBy,
  isLinkGood,
  isSessionGood,
  type NewSession,
  type SignInLink,
  type StaffMember,
  type StaffSession,
} from '../core/access/staff.ts';
import { DAY_MS } from '../core/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { StaffStore } from '../ports/staff-store.ts';
import type { MemoryDeliveries } from './memory-deliveries.ts';
import type { MemoryPeople } from './memory-people.ts';

/** The people of the houses in maps. */
export function memoryStaff(
  clock: Clock,
  people: MemoryPeople,
  deliveries: Pick<MemoryDeliveries, 'write'>,
): StaffStore {
  return { ...memberMap(people), ...linkMap(people, deliveries), ...sessionMap(people, clock) };
}

function memberMap(people: MemoryPeople): Pick<StaffStore, 'grant' | 'find' | 'list' | 'remove'> {
  const { members } = people;
  const list = (locationId: string | null): StaffMember[] =>
    [...members.values()]
      .filter(({ roles }) => locationId === null || roles.some((one) => one.locationId === locationId))
      .toSorted((a, b) => byText(a.name, b.name) || byText(a.id, b.id));
  return {
    async grant(member, role, renames, by) {
      const { locationId: where } = role;
      const here = list(where);
      if (by !== undefined)
        assertByManager(here, where, by, demotedBy(role, here, addressHashOf(member.email)));
      const known = people.ofAddress(addressHashOf(member.email)) ?? { ...member, roles: [] };
      const others = known.roles.filter(({ locationId }) => locationId !== where);
      const roles = [...others, role].toSorted((a, b) => byText(a.locationId, b.locationId));
      const now: StaffMember = { ...known, roles, ...(renames && { name: member.name }) };
      members.set(now.id, now);
      return now;
    },
    find: async (staffId) => members.get(staffId) ?? null,
    list: async (locationId) => list(locationId),
    async remove(staffId, locationId, by) {
      if (by !== undefined) assertByManager(list(locationId), locationId!, by, staffId);
      const member = members.get(staffId);
      if (!member || (locationId !== null && !member.roles.some((one) => one.locationId === locationId)))
        return null;
      people.leave(member, locationId);
      return member;
    },
  };
}

function linkMap(
  people: MemoryPeople,
  deliveries: Pick<MemoryDeliveries, 'write'>,
): Pick<StaffStore, 'insertLink' | 'findLink' | 'enter'> {
  const { links } = people;
  const ownerOf = ({ addressHash }: SignInLink): StaffMember | null => people.ofAddress(addressHash) ?? null;
  return {
    async insertLink(link, mails) {
      if (links.has(link.id)) throw new Error(`sign-in link given twice: ${link.id}`);
      links.set(link.id, link);
      if (ownerOf(link)) deliveries.write(mails);
    },
    async findLink(linkId) {
      const link = links.get(linkId);
      return link ? { link, member: ownerOf(link) } : null;
    },
    async enter(linkId, session) {
      const link = links.get(linkId);
      const member = link && ownerOf(link);
      if (!member) return null;
      links.delete(linkId);
      return people.begin(member, session);
    },
  };
}

function sessionMap(
  { sessions, links, challenges, members }: MemoryPeople,
  clock: Clock,
): Pick<StaffStore, 'session' | 'touch' | 'sessions' | 'end' | 'purge'> {
  return {
    async session(tokenHash) {
      const known = [...sessions.values()].find((session) => session.tokenHash === tokenHash);
      const member = known && members.get(known.staffId);
      return member ? { session: withoutHash(known), member, nowMs: clock.nowMs() } : null;
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
}

function withoutHash({ id, staffId, createdMs, seenMs, expiresMs, label }: NewSession): StaffSession {
  return { id, staffId, createdMs, seenMs, expiresMs, label };
}

export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
