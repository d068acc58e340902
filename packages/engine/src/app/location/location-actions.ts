/** The actions at one location, the same for the operator and staff (D44). */
import type { Role } from '../../core/access/staff.ts';
import type { LocationCaller } from '../../core/access/policy.ts';
import type { Location } from '../../core/location/location.ts';
import type { LocalDate } from '../../core/local-date.ts';
import { type DemandReport, readDemand } from '../operator/read-demand.ts';
import { type MonthReport, readMonth } from '../operator/read-month.ts';
import { readTurns, type TurnReport } from '../operator/read-turns.ts';
import type { App } from '../context.ts';
import { visibleLocation } from '../read-location.ts';
import type { WatchListener } from '../signals.ts';
import { type BookingActions, bookingActions } from './bookings.ts';
import { type ClosureActions, closureActions } from './closures.ts';
import { type HoldActions, holdActions } from './holds.ts';
import { type BookingMessage, messagesOf } from './messages.ts';
import { type PlanActions, planActions } from './plan.ts';
import { type LocationStaffActions, locationStaffActions, namesOf } from './staff.ts';
import { type TableActions, tableActions } from './tables.ts';
import { type WaitlistActions, waitlistActions } from './waitlist.ts';

/** How long parties stayed, compared with the plan. */
export interface TurnActions {
  /**
   * The times from seating to leaving of the parties of these service dates (D41), by service period and party size; by default of the last 90
   * days. `location_not_found`; `invalid_request` for a date that is not a calendar date.
   */
  read(dates?: {
    /** The first service date. Defaults to 90 days before the last. */
    readonly from?: LocalDate;
    /** The last one, included; not before `from`. Defaults to today. */
    readonly to?: LocalDate;
  }): Promise<TurnReport>;
}

/** Unmet demand. */
export interface DemandActions {
  /**
   * The rejected requests for starts on these local dates, both included; by default from 28 days ago until 28 days ahead. `location_not_found`;
   * `invalid_request` for a date that is not a calendar date.
   */
  read(dates?: {
    /** The first date, by the location's clock. Defaults to 28 days ago. */
    readonly from?: LocalDate;
    /** The last date, included; not before `from`. Defaults to 28 days ahead. */
    readonly to?: LocalDate;
  }): Promise<DemandReport>;
}

/** A month in review and preview. */
export interface MonthActions {
  /**
   * Parties, covers, rejections and closures of each date of a month such as `2026-11`; by default the current one. `location_not_found`;
   * `invalid_request` for a text that is not a month.
   */
  read(month?: string): Promise<MonthReport>;
}

/**
 * The actions at one location of the operator or a member of staff. Actions of managers throw `role_missing` for a host; the operator has all
 * permissions. A booking, hold, waitlist entry or block of another location is not found, like one that does not exist. The history names the caller:
 * `cli` for the operator, `staff:` and the member's id for staff (D43, D44).
 */
export interface LocationActions {
  /** The caller's role: `manager` for the operator. */
  readonly role: Role;
  /** The location with its plan; `location_not_found` once it has been removed. */
  location(): Promise<Location>;
  /** The bookings of the location. */
  readonly bookings: BookingActions;
  /** Blocked tables (D39). */
  readonly tables: TableActions;
  /** Holds for undecided guests (D35). */
  readonly holds: HoldActions;
  /** The waitlist (D36). */
  readonly waitlist: WaitlistActions;
  /** Dates and hours without new bookings. */
  readonly closures: ClosureActions;
  /** How long parties stayed, compared with the plan. */
  readonly turns: TurnActions;
  /** Unmet demand. */
  readonly demand: DemandActions;
  /** Months, day by day: covers, rejections, closures. */
  readonly months: MonthActions;
  /** The plan: tables, hours, policy. */
  readonly plan: PlanActions;
  /** The staff of the location. */
  readonly staff: LocationStaffActions;
  /** The names of the people in a history: `staff:st_…` to `Anna`. Former staff are not included. */
  people(): Promise<ReadonlyMap<string, string>>;
  /** The e-mails and webhooks of a booking with their state, the oldest first. `booking_not_found` for an unknown booking, or one of another location. */
  messages(bookingId: string): Promise<readonly BookingMessage[]>;
  /**
   * Calls `listener` soon after each change of the location, by this process or another that shares its storage, until the result is called: of
   * a booking, a block, a closure or the plan. The argument lists the local dates that can have changed; empty means all. It can be called
   * without a change. Changes in quick succession are reported together, at most half a second late. The session of a member is not checked
   * again.
   */
  watch(listener: WatchListener): () => void;
}

export function locationActions(app: App, caller: LocationCaller): LocationActions {
  const { locationId, role } = caller;
  return {
    role,
    location: () => visibleLocation(app, caller, locationId),
    get bookings() {
      return bookingActions(app, caller);
    },
    get tables() {
      return tableActions(app, caller);
    },
    get holds() {
      return holdActions(app, caller);
    },
    get waitlist() {
      return waitlistActions(app, caller);
    },
    get closures() {
      return closureActions(app, caller);
    },
    turns: { read: (dates) => readTurns(app, caller, locationId, dates) },
    demand: { read: (dates) => readDemand(app, caller, locationId, dates) },
    months: { read: (month) => readMonth(app, caller, locationId, month) },
    get plan() {
      return planActions(app, caller);
    },
    get staff() {
      return locationStaffActions(app, caller);
    },
    people: () => namesOf(app, locationId),
    messages: (bookingId) => messagesOf(app, caller, bookingId),
    watch: (listener) => app.watchers.watch(locationId, listener),
  };
}
