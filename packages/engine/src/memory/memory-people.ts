import {
  addressHashOf,
  type NewSession,
  type Passkey,
  type SignInLink,
  type StaffMember,
} from '../core/access/staff.ts';

/** The people of the houses and what they sign in with, as maps that go together. */
export interface MemoryPeople {
  readonly members: Map<string, StaffMember>;
  readonly sessions: Map<string, NewSession>;
  readonly links: Map<string, SignInLink>;
  readonly passkeys: Map<string, Passkey>;
  /** When each was used, by its hash. */
  readonly challenges: Map<string, number>;
  ofAddress(addressHash: string): StaffMember | undefined;
  begin(member: StaffMember, session: Omit<NewSession, 'staffId'>): StaffMember;
  /** Takes a member's role (null: every); who has none left goes, with all that was signed in with. */
  leave(member: StaffMember, locationId: string | null): void;
  /** Takes the roles at a location from everybody. */
  leaveLocation(locationId: string): void;
}

export function memoryPeople(): MemoryPeople {
  const members = new Map<string, StaffMember>();
  const sessions = new Map<string, NewSession>();
  const links = new Map<string, SignInLink>();
  const passkeys = new Map<string, Passkey>();

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

  return {
    members,
    sessions,
    links,
    passkeys,
    challenges: new Map(),
    ofAddress: (hash) => [...members.values()].find(({ email }) => addressHashOf(email) === hash),
    begin(member, session) {
      sessions.set(session.id, { ...session, staffId: member.id });
      return member;
    },
    leave,
    leaveLocation(locationId) {
      for (const member of members.values())
        if (member.roles.some((one) => one.locationId === locationId)) leave(member, locationId);
    },
  };
}
