import type { NewSession, SignInLink, StaffMember, StaffRole, StaffSession } from '../core/access/staff.ts';
import type { Delivery } from '../core/outbox/delivery.ts';

/**
 * The people of the houses, their sessions, and the links by which they sign in (D44). Instants are the storage's (`Storage.nowMs`). Whoever
 * keeps in memory who is signed in hears of a member or a session that is changed or ends by an invalidation.
 */
export interface StaffStore {
  /**
   * Gives a member a role at a location, in the place of the one that the member has there. Who has this address already (see `addressHashOf`) stays
   * who it is, with its own id, address and time; the name is changed where `renames` says so. The member as it is then. Atomic: of two calls
   * for one address at once both find the same member.
   *
   * @param by the manager of this location who does it: throws what {@link assertByManager} throws of the members as the step finds them, and changes
   * nothing then. Left out: the operator does
   */
  grant(
    member: Omit<StaffMember, 'roles'>,
    role: StaffRole,
    renames: boolean,
    by?: string,
  ): Promise<StaffMember>;

  /** One member; null when there is none. */
  find(staffId: string): Promise<StaffMember | null>;

  /** The members of a location (null: of all), with all their roles, by name and id. */
  list(locationId: string | null): Promise<readonly StaffMember[]>;

  /**
   * Takes the member's role at a location (null: everywhere). Who has none left is deleted, with sessions, passkeys, and links that wait for its
   * address. The member as it was; null when there is none, or it has no role there. Atomic: no session begins meanwhile and stays.
   *
   * @param by as in {@link StaffStore.grant}; goes with a location
   */
  remove(staffId: string, locationId: string | null, by?: string): Promise<StaffMember | null>;

  /**
   * Writes a link and, where a member has its address, the mail that brings it, all or nothing. It is one transaction and one write in either case, so the
   * time it takes does not show whether there is such a member; and strangers do not fill the outbox.
   */
  insertLink(link: SignInLink, deliveries: readonly Delivery[]): Promise<void>;

  /** A link, with the member who has its address now; null when there is no such link. */
  findLink(linkId: string): Promise<{
    /** The link, good or not. */
    readonly link: SignInLink;
    /** Who has its address; null when nobody has. */
    readonly member: StaffMember | null;
  } | null>;

  /**
   * Uses a link up and begins a session of the member who has its address; the member, or null, and nothing is changed, when there is no such
   * link or no such member. The session's `staffId` is the member's.
   *
   * Atomic: of any number of calls at once, one has the link.
   */
  enter(linkId: string, session: Omit<NewSession, 'staffId'>): Promise<StaffMember | null>;

  /** The session that has this hash, whose it is, and the storage's time; null when there is none. */
  session(tokenHash: string): Promise<{
    /** The session, good or not. */
    readonly session: StaffSession;
    /** Whose it is. */
    readonly member: StaffMember;
    /** What the storage's clock says. */
    readonly nowMs: number;
  } | null>;

  /** Notes that a session was used, if it was not used later. Tells nobody. */
  touch(sessionId: string, seenMs: number): Promise<void>;

  /** The sessions of a member (null: of all), good or not, the one that was used last first. */
  sessions(staffId: string | null): Promise<readonly StaffSession[]>;

  /** Ends a session, of this member only unless that is null; as it was, or null when there is none such. */
  end(sessionId: string, staffId: string | null): Promise<StaffSession | null>;

  /** Deletes the sessions and links that are no longer good at this instant, as `isSessionGood` and `isLinkGood` say, and challenges that were used a day before; how many. */
  purge(nowMs: number): Promise<number>;
}
