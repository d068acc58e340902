import type { Location } from '../../core/location/location.ts';
import { removal } from '../../core/access/records.ts';
import { type Role, roleAt, type StaffCaller, type StaffSession } from '../../core/access/staff.ts';
import { BookingError } from '../../core/errors.ts';
import type { App } from '../context.ts';
import { type LocationActions, locationActions } from '../location/location-actions.ts';
import { type PasskeyActions, passkeyActions } from './passkeys.ts';
import { goodSessions } from './sessions.ts';

/** A location of a member of staff. */
export interface StaffLocation {
  /** The location. */
  readonly location: Location;
  /** The role. */
  readonly role: Role;
}

/** The sessions of a signed-in member. */
export interface OwnSessionActions {
  /** The valid sessions, the most recently used first. */
  list(): Promise<readonly StaffSession[]>;
  /**
   * Ends a session of the caller, immediately in this process and within seconds in others. Repeating has no further effect; sessions of other
   * members are unchanged.
   */
  end(sessionId: string): Promise<void>;
}

/** The actions of a member of staff (D44). */
export interface StaffActions {
  /** The member's locations, by name, with the roles. */
  locations(): Promise<readonly StaffLocation[]>;
  /** The sessions of this member. */
  readonly sessions: OwnSessionActions;
  /** The member's passkeys, with which they sign in in addition to mailed links. */
  readonly passkeys: PasskeyActions;
  /**
   * The actions at one of these locations. Throws `location_not_found` for any other.
   *
   * @param options `seen`: the version of the booking that the member has seen (see {@link versionOf}); a change throws `changed_meanwhile` if
   * its step finds another one under the lock
   */
  at(
    locationId: string,
    options?: {
      /** From {@link versionOf}. */
      readonly seen?: string | undefined;
    },
  ): LocationActions;
}

export function staffActions(app: App, caller: StaffCaller): StaffActions {
  const { staffId, roles } = caller;
  return {
    async locations() {
      const found = await Promise.all(
        roles.map(async ({ locationId, role }) => {
          const location = await app.locationCache.location(locationId);
          return location ? [{ location, role }] : [];
        }),
      );
      return found.flat().toSorted((a, b) => a.location.name.localeCompare(b.location.name));
    },
    sessions: {
      list: () => goodSessions(app, staffId),
      async end(sessionId) {
        await app.storage.records.amend(removal('sessions', sessionId, staffId));
        app.signedIn.clear();
      },
    },
    passkeys: passkeyActions(app, caller),
    at(locationId, { seen } = {}) {
      const id = locationId.toLowerCase();
      const role = roleAt(roles, id);
      if (role === null) throw new BookingError('location_not_found');
      return locationActions(app, { staffId, locationId: id, role, seen });
    },
  };
}
