import { type Author } from '../../core/booking/history.ts';
import { assertManager, type LocationCaller } from '../../core/access/policy.ts';
import type { Role, StaffMember } from '../../core/access/staff.ts';
import type { App } from '../context.ts';
import { grantRole, removeMember } from '../operator/staff.ts';

/**
 * Who works at one location, and as what. Of a manager only: `role_missing` for everybody else, also for who is a
 * manager no more, or whom the storage has never known, when the change is made. What would leave the location without any is `last_manager`; the operator
 * may.
 */
export interface LocationStaffActions {
  /** By name; each with the role here, and no other. */
  list(): Promise<readonly StaffMember[]>;
  /** Lets somebody sign in here, or changes the role; who works elsewhere, too, keeps the name that is known. As {@link OperatorStaffActions.add}. */
  add(member: {
    /** Where sign-in links go. */
    readonly email: string;
    /** What colleagues read; left out: what stands before the @. */
    readonly name?: string | undefined;
    /** As what. */
    readonly role: Role;
  }): Promise<StaffMember>;
  /** Ends what somebody may do here, and who has no other house is signed out everywhere at once; `staff_not_found` when nobody here has this id. */
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

/** The names of who works at a location, by what a history says. */
export async function namesOf(app: App, locationId: string): Promise<ReadonlyMap<Author, string>> {
  const members = await app.storage.records.list('staff', { locationId });
  return new Map(members.map(({ id, name }) => [`staff:${id}` as const, name]));
}
