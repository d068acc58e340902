import type { Location } from '../../core/location/location.ts';
import type { Menu } from '../../core/location/menu.ts';
import type { TimeStatus } from '../../core/trusted-time.ts';
import type { App } from '../context.ts';
import { type MailActions, mailActions, type WebhookActions, webhookActions } from './endpoints.ts';
import { readHold, releaseHoldOf } from '../holds.ts';
import { leaveWaitlist, readWaiting } from '../waitlist.ts';
import { type KnownBookingActions, knownBookingActions } from '../location/bookings.ts';
import type { HoldActions } from '../location/holds.ts';
import { type LocationActions, locationActions } from '../location/location-actions.ts';
import { type TableActions, unblockTables } from '../location/tables.ts';
import type { WaitlistActions } from '../location/waitlist.ts';
import { type GuestRecordActions, guestRecordActions } from './guests.ts';
import { type KeyActions, keyActions } from './keys.ts';
import { type OperatorLocationActions, operatorLocationActions } from './locations.ts';
import { applyMenu, readMenu } from '../menus.ts';
import { importBookings, type ImportOptions, type ImportOutcome, type ImportRow } from './import-bookings.ts';
import { type SecretKeyActions, secretKeyActions } from './secret-keys.ts';
import { type ServiceActions, serviceActions } from '../service.ts';
import { type OperatorStaffActions, operatorStaffActions } from './staff.ts';
import { acceptTime, readTime } from '../trusted-time.ts';

/** The actions of the operator: all actions, at every location. The command line has the same groups. */
export interface OperatorActions {
  /**
   * The actions of the operator at one location, without a limit. A member of staff gets the same type from {@link StaffActions.at}. Cheap to create
   * for each request.
   */
  at(locationId: string): LocationActions;
  /** Bookings of every location, by their ids, and the import. */
  readonly bookings: OperatorBookingActions;
  /** The stored data of a guest: export, erase, purge. */
  readonly guests: GuestRecordActions;
  /** Holds of every location, by their ids (D35). */
  readonly holds: Pick<HoldActions, 'read' | 'release'>;
  /** API keys of partners and of the sandbox. */
  readonly keys: KeyActions;
  /** Locations and their plans. */
  readonly locations: OperatorLocationActions;
  /** E-mails that wait, were sent, or failed. */
  readonly mails: MailActions;
  /** The clock of nightly maintenance, and the removal of erased data from the database's files. */
  readonly maintenance: MaintenanceActions;
  /** Menus of locations. */
  readonly menus: MenuActions;
  /** Whether the configured secret keys fit the database. */
  readonly secretKeys: SecretKeyActions;
  /** The switch of the whole partner API. */
  readonly service: ServiceActions;
  /** The staff of all locations (D44). */
  readonly staff: OperatorStaffActions;
  /** Blocks of every location, by their ids (D39). */
  readonly tables: Pick<TableActions, 'unblock'>;
  /** Waitlist entries of every location, by their ids (D36). */
  readonly waitlist: Pick<WaitlistActions, 'read' | 'leave'>;
  /** Endpoints of partners, and their deliveries. */
  readonly webhooks: WebhookActions;
}

/** Bookings of every location. */
export interface OperatorBookingActions extends KnownBookingActions {
  /**
   * Books the bookings of another system, many rows at a time, and returns the result of each row in order. Bookings with a known idempotency key are
   * `replayed`, so that an import can be repeated. Guests get e-mails only on request.
   */
  import(
    locationId: string,
    rows: readonly ImportRow[],
    options?: ImportOptions,
  ): Promise<readonly ImportOutcome[]>;
}

/** The menus of locations. `location_not_found` for an unknown location. */
export interface MenuActions {
  /** The menu of a location; `location_not_found` also if it has none (§4.6, D15). */
  read(locationId: string): Promise<{
    /** The location of the menu. */
    readonly location: Location;
    /** Its menu. */
    readonly menu: Menu;
  }>;
  /** Replaces the menu of a location, whole. */
  apply(
    locationId: string,
    menu: Menu,
  ): Promise<{
    /** The location of the menu. */
    readonly location: Location;
    /** The menu as stored now. */
    readonly menu: Menu;
  }>;
}

/** The clock that nightly maintenance uses. */
export interface MaintenanceActions {
  /** The time of the storage's clock, and whether it is trusted enough for deletion (D45). */
  readTime(): Promise<TimeStatus>;
  /**
   * Confirms that the time is right: nightly maintenance continues within a minute (D45). Has no effect while the clock is trusted. Returns the
   * previous status.
   */
  acceptTime(): Promise<TimeStatus>;
  /** Removes erased data from the files of the database. Returns whether all of it is gone; null if the database has no such function. */
  scrub(): Promise<boolean | null>;
}

export function operatorActions(app: App): OperatorActions {
  return {
    at: (locationId) =>
      locationActions(app, { staffId: null, locationId: locationId.toLowerCase(), role: 'manager' }),
    bookings: {
      ...knownBookingActions(app, 'operator'),
      import: (locationId, rows, options) => importBookings(app, locationId, rows, options),
    },
    guests: guestRecordActions(app),
    holds: {
      read: (holdId) => readHold(app, 'operator', holdId),
      release: (holdId) => releaseHoldOf(app, 'operator', holdId),
    },
    keys: keyActions(app),
    locations: operatorLocationActions(app),
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
    secretKeys: secretKeyActions(app),
    service: serviceActions(app),
    staff: operatorStaffActions(app),
    tables: { unblock: (blockId) => unblockTables(app, 'operator', blockId) },
    waitlist: {
      read: (waitingId) => readWaiting(app, 'operator', waitingId),
      leave: (waitingId) => leaveWaitlist(app, 'operator', waitingId),
    },
    webhooks: webhookActions(app),
  };
}
