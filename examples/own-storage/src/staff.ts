/** And the people of the houses: their roles, and what they sign in with. */
import {
  addressHashOf,
  assertByManager,
  DAY_MS,
  demotedBy,
  isLinkGood,
  isSessionGood,
  type NewSession,
  type Passkey,
  type PasskeyStore,
  type StaffMember,
  type StaffSession,
  type StaffStore,
} from '@bord/engine/storage';
import type { JsonFile } from './json-file.ts';
import { writeDeliveries } from './outbox.ts';
import type { State } from './state.ts';

/** Members, sessions and links. Each is found by looking at all of them: a restaurant has a dozen. */
export function fileStaff(file: JsonFile<State>, nowMs: () => number): StaffStore {
  return {
    grant: (member, role, renames, by) =>
      file.step((draft) => {
        // Under the lock: of two managers who remove each other at once, one stays.
        const here = membersAt(draft, role.locationId);
        const leavingId = demotedBy(role, here, addressHashOf(member.email));
        if (by !== undefined) assertByManager(here, role.locationId, by, leavingId);
        const known = ofAddress(draft, addressHashOf(member.email)) ?? { ...member, roles: [] };
        const others = known.roles.filter(({ locationId }) => locationId !== role.locationId);
        const roles = [...others, role].toSorted((a, b) => byText(a.locationId, b.locationId));
        return (draft.staff[known.id] = { ...known, roles, ...(renames && { name: member.name }) });
      }),
    find: async (staffId) => file.state.staff[staffId] ?? null,
    list: async (locationId) =>
      membersAt(file.state, locationId).toSorted((a, b) => byText(a.name, b.name) || byText(a.id, b.id)),
    remove: (staffId, locationId, by) =>
      file.step((draft) => {
        if (by !== undefined) assertByManager(membersAt(draft, locationId), locationId!, by, staffId);
        const member = draft.staff[staffId];
        if (!member || (locationId !== null && !worksAt(member, locationId))) return null;
        removeRole(draft, member, locationId);
        return member;
      }),

    insertLink: (link, mails) =>
      file.step((draft) => {
        if (draft.signInLinks[link.id]) throw new Error(`sign-in link given twice: ${link.id}`);
        draft.signInLinks[link.id] = link;
        // Strangers ask for links, too: what they ask for waits for nobody.
        if (ofAddress(draft, link.addressHash)) writeDeliveries(draft, mails, nowMs());
      }),
    async findLink(linkId) {
      const link = file.state.signInLinks[linkId];
      return link ? { link, member: ofAddress(file.state, link.addressHash) ?? null } : null;
    },
    // Looking and using up are one step: of twenty who come at once with one link, one has it.
    enter: (linkId, session) =>
      file.step((draft) => {
        const link = draft.signInLinks[linkId];
        const member = link && ofAddress(draft, link.addressHash);
        if (!member) return null;
        delete draft.signInLinks[linkId];
        return beginSession(draft, member, session);
      }),

    async session(tokenHash) {
      const found = Object.values(file.state.staffSessions).find((one) => one.tokenHash === tokenHash);
      return found
        ? { session: withoutHash(found), member: file.state.staff[found.staffId]!, nowMs: nowMs() }
        : null;
    },
    touch: (sessionId, seenMs) =>
      file.step((draft) => {
        const session = draft.staffSessions[sessionId];
        if (session && session.seenMs < seenMs) draft.staffSessions[sessionId] = { ...session, seenMs };
      }),
    sessions: async (staffId) =>
      Object.values(file.state.staffSessions)
        .filter((session) => staffId === null || session.staffId === staffId)
        .map(withoutHash)
        .toSorted((a, b) => b.seenMs - a.seenMs || byText(a.id, b.id)),
    end: (sessionId, staffId) =>
      file.step((draft) => {
        const session = draft.staffSessions[sessionId];
        if (!session || (staffId !== null && session.staffId !== staffId)) return null;
        delete draft.staffSessions[sessionId];
        return withoutHash(session);
      }),
    purge: (now) =>
      file.step((draft) => {
        const { staffSessions, signInLinks, usedChallenges } = draft;
        return (
          deleteWhere(staffSessions, (session) => !isSessionGood(session, now)) +
          deleteWhere(signInLinks, (link) => !isLinkGood(link, now)) +
          deleteWhere(usedChallenges, (usedMs) => usedMs < now - DAY_MS)
        );
      }),
  };
}

/** Passkeys. In JSON the bytes of a key are base64url. */
export function filePasskeys(file: JsonFile<State>, nowMs: () => number): PasskeyStore {
  return {
    add: (passkey, challengeHash, mails) =>
      file.step((draft) => {
        const isKnown = challengeHash in draft.usedChallenges || passkey.id in draft.passkeys;
        if (isKnown || !draft.staff[passkey.staffId]) return false;
        draft.usedChallenges[challengeHash] = nowMs();
        const publicKey = Buffer.from(passkey.publicKey).toString('base64url');
        draft.passkeys[passkey.id] = { ...passkey, publicKey };
        writeDeliveries(draft, mails, nowMs());
        return true;
      }),
    async find(passkeyId) {
      const stored = file.state.passkeys[passkeyId];
      return stored ? toPasskey(stored) : null;
    },
    ofMember: async (staffId) =>
      Object.values(file.state.passkeys)
        .filter((one) => one.staffId === staffId)
        .toSorted((a, b) => a.createdMs - b.createdMs || byText(a.id, b.id))
        .map(toPasskey),
    remove: (staffId, passkeyId) =>
      file.step((draft) => {
        if (draft.passkeys[passkeyId]?.staffId !== staffId) return false;
        delete draft.passkeys[passkeyId];
        return true;
      }),
    enter: ({ passkeyId, challengeHash, counter }, session) =>
      file.step((draft) => {
        const passkey = draft.passkeys[passkeyId];
        if (!passkey || challengeHash in draft.usedChallenges) return null;
        // One that counts must have counted on, or somebody has a copy of it.
        if (counter <= passkey.counter && (counter !== 0 || passkey.counter !== 0)) return null;
        draft.usedChallenges[challengeHash] = nowMs();
        draft.passkeys[passkeyId] = { ...passkey, counter, usedMs: session.createdMs };
        return beginSession(draft, draft.staff[passkey.staffId]!, session);
      }),
  };
}

/** A passkey as JSON has it. */
export type StoredPasskey = Omit<Passkey, 'publicKey'> & { readonly publicKey: string };

function toPasskey({ publicKey, ...passkey }: StoredPasskey): Passkey {
  return { ...passkey, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')) };
}

/** Takes a member's role (null: every); who has none left goes, with all that was signed in with. */
export function removeRole(draft: State, member: StaffMember, locationId: string | null): void {
  const roles = member.roles.filter((one) => locationId !== null && one.locationId !== locationId);
  if (roles.length > 0) {
    draft.staff[member.id] = { ...member, roles };
    return;
  }
  delete draft.staff[member.id];
  deleteWhere(draft.staffSessions, ({ staffId }) => staffId === member.id);
  deleteWhere(draft.passkeys, ({ staffId }) => staffId === member.id);
  deleteWhere(draft.signInLinks, ({ addressHash }) => addressHash === addressHashOf(member.email));
}

export function worksAt({ roles }: StaffMember, locationId: string): boolean {
  return roles.some((one) => one.locationId === locationId);
}

function beginSession(draft: State, member: StaffMember, session: Omit<NewSession, 'staffId'>): StaffMember {
  draft.staffSessions[session.id] = { ...session, staffId: member.id };
  return member;
}

/** Those who work at a location; null: everywhere. */
function membersAt(state: State, locationId: string | null): StaffMember[] {
  return Object.values(state.staff).filter((member) => locationId === null || worksAt(member, locationId));
}

function ofAddress(state: State, addressHash: string): StaffMember | undefined {
  return Object.values(state.staff).find(({ email }) => addressHashOf(email) === addressHash);
}

function withoutHash({ id, staffId, createdMs, seenMs, expiresMs, label }: NewSession): StaffSession {
  return { id, staffId, createdMs, seenMs, expiresMs, label };
}

function deleteWhere<T>(records: Record<string, T>, isOver: (record: T) => boolean): number {
  const over = Object.entries(records).filter(([, record]) => isOver(record));
  for (const [id] of over) delete records[id];
  return over.length;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
