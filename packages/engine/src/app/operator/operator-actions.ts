import type { LocalDate } from '../../core/time/local-date.ts';
import type { Location } from '../../core/location/location.ts';
import type { Menu } from '../../core/location/menu.ts';
import type { TimeStatus } from '../../core/time/trusted-time.ts';
import { type ClosureActions, closureActions } from './closures.ts';
import type { App } from '../shared/context.ts';
import { type MailActions, mailActions, type WebhookActions, webhookActions } from './endpoints.ts';
import type { Hold } from '../../core/booking/hold.ts';
import type { JoinedWaiting, Waiting, WaitingInput } from '../../core/booking/waiting.ts';
import { listHolds, readHold, releaseHoldOf } from '../shared/holds.ts';
import { joinWaitlist, leaveWaitlist, listWaiting, readWaiting } from '../shared/waitlist.ts';
import { type GuestRecordActions, guestRecordActions } from './guests.ts';
import { type KeyActions, keyActions } from './keys.ts';
import { type LocationActions, locationActions } from './locations.ts';
import { applyMenu, readMenu } from './menus.ts';
import { type BookingActions, bookingActions } from './bookings.ts';
import { type DemandReport, readDemand } from './read-demand.ts';
import { type MonthReport, readMonth } from './read-month.ts';
import { readTurns, type TurnReport } from './read-turns.ts';
import { type SecretKeyActions, secretKeyActions } from './secret-keys.ts';
import { type ServiceActions, serviceActions } from './service.ts';
import { type OperatorStaffActions, operatorStaffActions } from './staff.ts';
import { type TableActions, tableActions } from './tables.ts';
import { acceptTime, readTime } from '../shared/trusted-time.ts';

/** What the restaurant itself may do: everything, at every location. The command line has the same groups. */
export interface OperatorActions {
  /** Bookings of every channel: read, make, move, cancel, complete. */
  readonly bookings: BookingActions;
  /** Dates and hours on which a location takes no bookings. */
  readonly closures: ClosureActions;
  /** What was refused, by weekday, hour and reason. */
  readonly demand: DemandActions;
  /** What is kept of a guest: export, erase, purge. */
  readonly guests: GuestRecordActions;
  /** Tables that partners hold for guests who have not decided yet (D35). */
  readonly holds: HoldActions;
  /** API keys of partners and of the sandbox. */
  readonly keys: KeyActions;
  /** Locations and their plans. */
  readonly locations: LocationActions;
  /** Mails that wait, were sent, or failed. */
  readonly mails: MailActions;
  /** The clock that the nightly work trusts, and the removal of erased data from the database's files. */
  readonly maintenance: MaintenanceActions;
  /** Menus of locations. */
  readonly menus: MenuActions;
  /** Months, day by day: covers, what was refused, closures. */
  readonly months: MonthActions;
  /** Whether the configured secret keys fit the database. */
  readonly secretKeys: SecretKeyActions;
  /** The switch of the whole partner API. */
  readonly service: ServiceActions;
  /** Who of the houses may sign in to the console (D44). */
  readonly staff: OperatorStaffActions;
  /** Tables that nobody may have for a while (D39). */
  readonly tables: TableActions;
  /** How long parties really stay, beside the plan. */
  readonly turns: TurnActions;
  /** Who waits for a place (D36). */
  readonly waitlist: WaitlistActions;
  /** Endpoints of partners, and their deliveries. */
  readonly webhooks: WebhookActions;
}

/** Holds of every partner. */
export interface HoldActions {
  /** Those of a location that can still be confirmed, by when they were placed. */
  list(locationId: string): Promise<readonly Hold[]>;
  /** One hold, however it stands; `booking_not_found` for none. */
  read(holdId: string): Promise<Hold>;
  /** Gives one up; doing it twice is doing it once. */
  release(holdId: string): Promise<Hold>;
}

/** Waiting entries of every partner, and the house's own. */
export interface WaitlistActions {
  /** Those of a location that wait or have an offer, in order of arrival; of one service date, when given. */
  list(locationId: string, date?: LocalDate): Promise<readonly Waiting[]>;
  /** One entry, however it stands; `booking_not_found` for none. */
  read(waitingId: string): Promise<Waiting>;
  /** Puts a party on the list; if a place is free at once, it has it. */
  add(locationId: string, entry: WaitingInput): Promise<JoinedWaiting>;
  /** Takes a party from the list, and gives up what was offered to it. */
  leave(waitingId: string): Promise<Waiting>;
}

/** What guests asked for in vain. */
export interface DemandActions {
  /**
   * What a location refused for starts on these local dates, both included; by default from 28 days ago until 28 days ahead. `location_not_found`;
   * `invalid_request` for a date that is none.
   */
  read(
    locationId: string,
    dates?: {
      /** The first date, by the location's clock. Defaults to 28 days ago. */
      readonly from?: LocalDate;
      /** The last date, included; not before `from`. Defaults to 28 days ahead. */
      readonly to?: LocalDate;
    },
  ): Promise<DemandReport>;
}

/** Turn times as they are kept. */
export interface TurnActions {
  /**
   * How long the parties of these service dates stayed, from when they were seated until they left (D41), by service period and party size; by default
   * the last 90 days. `location_not_found`; `invalid_request` for a date that is none.
   */
  read(
    locationId: string,
    dates?: {
      /** The first service date. Defaults to 90 days before the last. */
      readonly from?: LocalDate;
      /** The last one, included; not before `from`. Defaults to today. */
      readonly to?: LocalDate;
    },
  ): Promise<TurnReport>;
}

/** A month as the house looks back at it and ahead. */
export interface MonthActions {
  /**
   * Parties, covers, refusals and closures of each date of a month such as `2026-11`; by default the running one. `location_not_found`;
   * `invalid_request` for a month that is none.
   */
  read(locationId: string, month?: string): Promise<MonthReport>;
}

/** The menus of locations. `location_not_found` when there is no such location. */
export interface MenuActions {
  /** The menu of a location; `location_not_found` also when it has none (§4.6, D15). */
  read(locationId: string): Promise<{
    /** The location whose menu it is. */
    readonly location: Location;
    /** Its menu. */
    readonly menu: Menu;
  }>;
  /** Replaces the menu of a location, whole. */
  apply(
    locationId: string,
    menu: Menu,
  ): Promise<{
    /** The location whose menu it is. */
    readonly location: Location;
    /** The menu as it is stored now. */
    readonly menu: Menu;
  }>;
}

/** What the nightly work goes by. */
export interface MaintenanceActions {
  /** What the storage's clock says, and whether it is trusted enough to delete by it (D45). */
  readTime(): Promise<TimeStatus>;
  /**
   * The time is right: the nightly work goes on with the next round, within a minute (D45). Changes nothing while time is trusted anyway.
   * Returns what was found before.
   */
  acceptTime(): Promise<TimeStatus>;
  /** Removes what was erased from the files of the database, thoroughly; whether all of it is gone, and null where the database cannot be asked to. */
  scrub(): Promise<boolean | null>;
}

/** OperatorActions of one engine. */
export function operatorActions(app: App): OperatorActions {
  return {
    bookings: bookingActions(app, 'operator'),
    closures: closureActions(app, 'operator'),
    demand: { read: (locationId, dates) => readDemand(app, 'operator', locationId, dates) },
    guests: guestRecordActions(app),
    holds: {
      list: (locationId) => listHolds(app, 'operator', locationId),
      read: (holdId) => readHold(app, 'operator', holdId),
      release: (holdId) => releaseHoldOf(app, 'operator', holdId),
    },
    keys: keyActions(app),
    locations: locationActions(app),
    mails: mailActions(app),
    maintenance: {
      readTime: () => readTime(app),
      acceptTime: () => acceptTime(app),
      scrub: async () => (await app.storage.scrub?.(true)) ?? null,
    },
    menus: {
      read: (locationId) => readMenu(app, 'operator', locationId),
      apply: (locationId, menu) => applyMenu(app, locationId, menu),
    },
    months: { read: (locationId, month) => readMonth(app, 'operator', locationId, month) },
    secretKeys: secretKeyActions(app),
    service: serviceActions(app),
    staff: operatorStaffActions(app),
    tables: tableActions(app, 'operator'),
    turns: { read: (locationId, dates) => readTurns(app, 'operator', locationId, dates) },
    waitlist: {
      list: (locationId, date) => listWaiting(app, 'operator', locationId, date),
      read: (waitingId) => readWaiting(app, 'operator', waitingId),
      add: (locationId, entry) => joinWaitlist(app, 'operator', locationId, entry),
      leave: (waitingId) => leaveWaitlist(app, 'operator', waitingId),
    },
    webhooks: webhookActions(app),
  };
}
