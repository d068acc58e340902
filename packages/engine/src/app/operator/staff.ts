import {
  addressHashOf,
  ANY_BROWSER,
  LINK_MS,
  type Role,
  ROLES,
  type SignInLink,
  STAFF_NAME_LENGTH_MAX,
  staffCallerOf,
  type StaffMember,
  type StaffSession,
  withoutHash,
} from '../../core/access/staff.ts';
import { removal } from '../../core/access/records.ts';
import { linkRequest, linkUse, roleGrant, roleRemoval } from '../../core/access/staff-steps.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import { EMAIL_LENGTH_MAX } from '../../core/limits.ts';
import { assertEmail, assertText } from '../../core/fields.ts';
import type { App } from '../context.ts';
import { tokenHashOf, tokenOf } from '../../core/access/secret.ts';
import { type Entered, goodSessions, newSession } from '../sign-in/sessions.ts';
import { newRecordId } from '../../core/ids.ts';
import { linkMail } from '../link-mail.ts';
import { readLocation } from '../read-location.ts';

/** A person who can sign in. */
export interface StaffRequest {
  /** The e-mail address for sign-in links. It identifies the person, in any spelling. */
  readonly email: string;
  /** The name that colleagues see, 1 to 100 characters; default: the known name, or the part of the e-mail address before the @. */
  readonly name?: string | undefined;
  /** The location, a UUID. */
  readonly locationId: string;
  /** The role. */
  readonly role: Role;
}

/** The staff of all locations: people who can sign in to the console (D44). */
export interface OperatorStaffActions {
  /** Lets a person sign in at a location, or changes the role there; `location_not_found`, and `invalid_request` for an invalid e-mail address or name. */
  add(request: StaffRequest): Promise<StaffMember>;
  /** All members, or those of one location, by name. */
  list(of?: {
    /** The location's id. */
    readonly locationId?: string | undefined;
  }): Promise<readonly StaffMember[]>;
  /**
   * Ends a person's access to one location or all. A person without another location is deleted: all sessions end (in other processes within
   * seconds), and waiting links, passkeys and the e-mail address are deleted; the history keeps the id. Returns the former member;
   * `staff_not_found`.
   */
  remove(
    staffId: string,
    at?: {
      /** The location's id; absent: all locations. */
      readonly locationId?: string | undefined;
    },
  ): Promise<StaffMember>;
  /**
   * Begins a session of a member without a link, for an application with a separate sign-in. `staff_not_found` for an unknown id. Returns the same as
   * {@link SignInActions.enter}.
   *
   * @param label the browser, as it calls itself
   */
  signIn(staffId: string, label: string): Promise<Entered>;
  /**
   * Makes a link by which a member signs in, once, in any browser. The operator passes it on, and the member is notified by e-mail without the
   * link. The storage gets only its hash. `staff_not_found` for an unknown id; `invalid_request` without a secret key.
   *
   * @param lastsMs how long it is valid, in milliseconds; 15 minutes by default
   */
  link(
    staffId: string,
    lastsMs?: number,
  ): Promise<{
    /** The last part of the link: `/console/sign-in/{token}`. */
    readonly token: string;
    /** When the link expires, in milliseconds since 1970. */
    readonly expiresMs: number;
  }>;
  /** The members who are signed in now, the most recently used session first; optionally of one member. */
  sessions(staffId?: string): Promise<readonly StaffSession[]>;
  /** Ends a session; `session_unknown` for an unknown id. */
  endSession(sessionId: string): Promise<StaffSession>;
}

export function operatorStaffActions(app: App): OperatorStaffActions {
  return {
    add: (request) => grantRole(app, request, true),
    list: ({ locationId } = {}) =>
      app.storage.records.list(
        'staff',
        locationId === undefined ? {} : { locationId: locationId.toLowerCase() },
      ),
    remove: (staffId, { locationId } = {}) => removeMember(app, staffId, locationId?.toLowerCase() ?? null),
    /** By a link whose token is discarded, because all sessions begin by a link. */
    async signIn(staffId, label) {
      const tokenOfLink = (): string => Buffer.from(app.random.bytes(32)).toString('hex');
      const link = await writeLink(app, staffId, { tokenOfLink, lastsMs: LINK_MS });
      const { token, session } = newSession(app, link.createdMs, label);
      const entered = await app.storage.records.amend(linkUse(link.id, session));
      if (!entered)
        throw new BookingError('staff_not_found', `member ${staffId} does not exist: list the staff`);
      return { session: token, caller: staffCallerOf(entered, session), browserMark: null };
    },
    async link(staffId, lastsMs = LINK_MS) {
      const [key] = app.secretKeys;
      if (!key) invalid('a secret key must be configured');
      const tokenOfLink = (id: string): string => tokenOf(key, 'sign-in', id);
      const { id, expiresMs } = await writeLink(app, staffId, { tokenOfLink, lastsMs, isPrinted: true });
      app.wakeup.ring();
      return { token: tokenOfLink(id), expiresMs };
    },
    sessions: (staffId) => goodSessions(app, staffId),
    async endSession(sessionId) {
      const ended = await app.storage.records.amend(removal('sessions', sessionId));
      app.signedIn.clear();
      if (!ended)
        throw new BookingError('session_unknown', `session ${sessionId} does not exist: list the staff`);
      return withoutHash(ended);
    },
  };
}

interface NewLink {
  readonly tokenOfLink: (id: string) => string;
  readonly lastsMs: number;
  /** The operator passes it on, so the member is notified. */
  readonly isPrinted?: boolean;
}

/** Stores a link without sending it. */
async function writeLink(
  app: App,
  staffId: string,
  { tokenOfLink, lastsMs, isPrinted = false }: NewLink,
): Promise<SignInLink> {
  const member = await app.storage.records.find('staff', { id: staffId });
  if (!member) throw new BookingError('staff_not_found', `member ${staffId} does not exist: list the staff`);
  const [id, createdMs] = [newRecordId('signin', app.random), await app.storage.nowMs()];
  const link: SignInLink = {
    id,
    tokenHash: tokenHashOf(tokenOfLink(id)),
    browserHash: ANY_BROWSER,
    addressHash: addressHashOf(member.email),
    label: '',
    language: null,
    createdMs,
    expiresMs: createdMs + lastsMs,
  };
  const { expiresMs } = link;
  const mail = linkMail(id, { kind: 'link_printed', staffId, madeMs: createdMs, expiresMs });
  await app.storage.records.amend(linkRequest(link, isPrinted ? [mail] : []));
  return link;
}

/**
 * @param renames a known member gets the given name
 * @param by the acting manager; absent: the operator
 */
export async function grantRole(
  app: App,
  { email, name, locationId, role }: StaffRequest,
  renames: boolean,
  by?: string,
): Promise<StaffMember> {
  assertEmail('email', email, EMAIL_LENGTH_MAX);
  if (name !== undefined) assertText('name', name, STAFF_NAME_LENGTH_MAX);
  if (!ROLES.includes(role)) invalid(`role is one of ${ROLES.join(', ')}`, ['role']);
  const location = await readLocation(app, locationId);
  const member = {
    id: newRecordId('st', app.random),
    email,
    name: name ?? localPartOf(email),
    createdMs: await app.storage.nowMs(),
  };
  const granted = await app.storage.records.amend(
    roleGrant(member, { locationId: location.id, role }, renames && name !== undefined, by),
  );
  app.signedIn.clear();
  return granted;
}

/**
 * @param locationId null: all locations
 * @param by the acting manager; absent: the operator
 */
export async function removeMember(
  app: App,
  staffId: string,
  locationId: string | null,
  by?: string,
): Promise<StaffMember> {
  const removed = await app.storage.records.amend(roleRemoval(staffId, locationId, by));
  app.signedIn.clear();
  if (!removed)
    throw new BookingError('staff_not_found', `member of staff ${staffId} does not exist: list the staff`);
  return removed;
}

/** The part before the @, cut to the maximum length of a name. */
function localPartOf(email: string): string {
  const part = email.slice(0, email.lastIndexOf('@'));
  return Array.from(part).slice(0, STAFF_NAME_LENGTH_MAX).join('');
}
