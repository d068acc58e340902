import type { Booking } from '../core/booking/booking.ts';
import type { Location, LocationPlan } from '../core/location/location.ts';
import type { Menu } from '../core/location/menu.ts';

/** The plans and menus of the locations. */
export interface LocationStore {
  /** By its lower-case id; null when there is none. */
  get(locationId: string): Promise<Location | null>;

  /** All locations, by name. */
  list(): Promise<readonly Location[]>;

  /**
   * Creates the location, or replaces its plan and counts its revision up.
   *
   * Atomic: no booking is made between the check and the change; `check` sees the live bookings of the location that end
   * after `nowMs`, and may throw to refuse the change.
   */
  put(
    locationId: string,
    plan: LocationPlan,
    nowMs: number,
    check: (bookings: readonly Booking[], before: Location | null) => void,
  ): Promise<{
    /** The location as it is stored now. */
    readonly location: Location;
    /** It was not there before. */
    readonly created: boolean;
  }>;

  /** The menu of a location; null when it has none. */
  menu(locationId: string): Promise<Menu | null>;

  /** Replaces the menu of an existing location. */
  putMenu(locationId: string, menu: Menu): Promise<void>;
}
