import { type Author } from '../../core/booking/history.ts';
import { assertManager, type LocationCaller } from '../../core/access/policy.ts';
import type { Role, StaffMember } from '../../core/access/staff.ts';
import type { App } from '../context.ts';
import { grantRole, removeMember } from '../operator/staff.ts';

/**
 * The staff of one location with their roles. For managers only: all others get `role_missing`, also former managers and unknown ids, checked when
 * the change is made. A change that would leave the location without a manager is `last_manager`; the operator can make it.
 */
export interface LocationStaffActions {
  /** By name; each only with the role at this location. */
  list(): Promise<readonly StaffMember[]>;
  /** Lets a person sign in here, or changes the role; staff of another location keep their known name. As {@link OperatorStaffActions.add}. */
  add(member: {
    /** The e-mail address for sign-in links. */
    readonly email: string;
    /** The name that colleagues see; default: the part of the e-mail address before the @. */
    readonly name?: string | undefined;
    /** The role. */
    readonly role: Role;
  }): Promise<StaffMember>;
  /**
   * Ends a person's access to this location. A person without another location is immediately signed out everywhere; `staff_not_found` when this
   * location has no person with this id.
   */
  remove(staffId: string): Promise<StaffMember>;
}

export function locationStaffActions(app: App, caller: LocationCaller): LocationStaffActions {
  const { locationId } = caller;
  const isOperator = caller.staffId === null;
  const here = (member: StaffMember): StaffMember => ({
    ...member,
    roles: member.roles.filter((one) => one.locationId === locationId),
  });
  return {
    async list() {
      assertManager(caller);
      return (await app.storage.records.list('staff', { locationId })).map(here);
    },
    async add(member) {
      assertManager(caller);
      return here(await grantRole(app, { ...member, locationId }, isOperator, caller.staffId ?? undefined));
    },
    async remove(staffId) {
      assertManager(caller);
      return here(await removeMember(app, staffId, locationId, caller.staffId ?? undefined));
    },
  };
}

export async function namesOf(app: App, locationId: string): Promise<ReadonlyMap<Author, string>> {
  const members = await app.storage.records.list('staff', { locationId });
  return new Map(members.map(({ id, name }) => [`staff:${id}` as const, name]));
}
