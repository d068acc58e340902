/** What a member of staff may do at one location (D44). */
import type { Role } from '../../core/access/staff.ts';
import type { HouseMember } from '../../core/access/policy.ts';
import type { Location } from '../../core/location/location.ts';
import type { LocalDate } from '../../core/time/local-date.ts';
import { type DemandReport, readDemand } from '../operator/read-demand.ts';
import { type MonthReport, readMonth } from '../operator/read-month.ts';
import { readTurns, type TurnReport } from '../operator/read-turns.ts';
import type { App } from '../shared/context.ts';
import { visibleLocation } from '../shared/visible-location.ts';
import type { WatchListener } from '../shared/watchers.ts';
import { type HouseBookingActions, houseBookingActions } from './house-bookings.ts';
import { type HouseClosureActions, houseClosureActions } from './house-closures.ts';
import { type HouseHoldActions, houseHoldActions } from './house-holds.ts';
import { type HousePlanActions, housePlanActions } from './house-plan.ts';
import { type HouseStaffActions, houseStaffActions, namesOf } from './house-staff.ts';
import { type HouseTableActions, houseTableActions } from './house-tables.ts';
import { type HouseWaitlistActions, houseWaitlistActions } from './house-waitlist.ts';
import { type BookingMessage, messagesOf } from './booking-messages.ts';

/** Some dates, both included. */
interface Dates {
  /** The first date. */
  readonly from?: LocalDate;
  /** The last one. */
  readonly to?: LocalDate;
}

/**
 * What a member of staff may do at one location: what the operator may, as far as the role goes. What only a manager may throws `role_missing`; a
 * booking of another location is `booking_not_found`, as one that does not exist. The history of what is changed says `staff:` and the member's id.
 */
export interface HouseActions {
  /** As what this is done. */
  readonly role: Role;
  /** The location with its plan; `location_not_found` once it has been removed. */
  location(): Promise<Location>;
  /** The bookings of the location. */
  readonly bookings: HouseBookingActions;
  /** Tables that nobody may have for a while (D39). */
  readonly tables: HouseTableActions;
  /** Tables that are held for guests who have not decided yet (D35). */
  readonly holds: HouseHoldActions;
  /** Who waits for a table (D36). */
  readonly waitlist: HouseWaitlistActions;
  /** Dates and hours on which no bookings are taken. */
  readonly closures: HouseClosureActions;
  /** How long parties really stay, beside the plan. */
  readonly turns: {
    /** As {@link TurnActions.read}. */
    read(dates?: Dates): Promise<TurnReport>;
  };
  /** What guests asked for in vain. */
  readonly demand: {
    /** As {@link DemandActions.read}. */
    read(dates?: Dates): Promise<DemandReport>;
  };
  /** Months, day by day: covers, what was refused, closures. */
  readonly months: {
    /** As {@link MonthActions.read}. */
    read(month?: string): Promise<MonthReport>;
  };
  /** The plan: tables, hours, policy. */
  readonly plan: HousePlanActions;
  /** Who works here. */
  readonly staff: HouseStaffActions;
  /** Names by what a history says: `staff:st_…` to `Anna`. Who is not among them works here no more. */
  people(): Promise<ReadonlyMap<string, string>>;
  /** The mails and webhooks of a booking: what became of them. The oldest first; `booking_not_found` for no booking of this location. */
  messages(bookingId: string): Promise<readonly BookingMessage[]>;
  /** Calls `listener` soon after each change here, until the result is called: as {@link LocationActions.watch}. Who is signed in is not looked at again. */
  watch(listener: WatchListener): () => void;
}

/** HouseActions of one member at one location. */
export function houseActions(app: App, caller: HouseMember): HouseActions {
  const { locationId, role } = caller;
  return {
    role,
    location: () => visibleLocation(app, caller, locationId),
    bookings: houseBookingActions(app, caller),
    tables: houseTableActions(app, caller),
    holds: houseHoldActions(app, caller),
    waitlist: houseWaitlistActions(app, caller),
    closures: houseClosureActions(app, caller),
    turns: { read: (dates) => readTurns(app, caller, locationId, dates) },
    demand: { read: (dates) => readDemand(app, caller, locationId, dates) },
    months: { read: (month) => readMonth(app, caller, locationId, month) },
    plan: housePlanActions(app, caller),
    staff: houseStaffActions(app, caller),
    people: () => namesOf(app, locationId),
    messages: (bookingId) => messagesOf(app, caller, bookingId),
    watch: (listener) => app.watchers.watch(locationId, listener),
  };
}
