import type { Booking } from '../core/booking/booking.ts';
import type { Location, LocationPlan } from '../core/location/location.ts';
import type { Menu } from '../core/location/menu.ts';
import type { Delivery } from '../core/outbox/delivery.ts';

/** How long a location keeps its guests. */
export interface GuestRetention {
  /** The location's id. */
  readonly locationId: string;
  /** Days after the visit. */
  readonly days: number;
}

/** Looks at what a change of plan finds, and says what is told of it (D37). */
export type PlanCheck = (
  bookings: readonly Booking[],
  before: Location | null,
) => readonly Delivery[] | undefined;

/** The plans and menus of the locations. */
export interface LocationStore {
  /** By its lower-case id; null when there is none. */
  get(locationId: string): Promise<Location | null>;

  /** All locations, by name. Reads all plans: for who wants to see them, and for nothing that is done again and again. */
  list(): Promise<readonly Location[]>;

  /** The time zones of all locations, each once. Costs what the zones cost, however many locations there are. */
  timeZones(): Promise<readonly string[]>;

  /**
   * Of the locations of a time zone, those that keep their guests for a time: in the order of their ids, behind `afterId`, which is null for the first
   * of them; at most `limit`.
   */
  retentions(timeZone: string, afterId: string | null, limit: number): Promise<readonly GuestRetention[]>;

  /**
   * Creates the location, or replaces its plan and counts its revision up.
   *
   * Atomic: no booking is made between the check and the change; `check` sees the live bookings of the location that end
   * after `nowMs`, and may throw to refuse the change. The deliveries that it returns are written with the change, or not at all.
   */
  put(
    locationId: string,
    plan: LocationPlan,
    nowMs: number,
    check: PlanCheck,
  ): Promise<{
    /** The location as it is stored now. */
    readonly location: Location;
    /** It was not there before. */
    readonly created: boolean;
  }>;

  /**
   * Deletes at most `limit` of the bookings of a location, with all that tells of them, and as many of its refusals; how many of both. None that
   * is live and has not ended by `nowMs`. In parts, since there may be years of them.
   *
   * Atomic for each booking.
   */
  clear(locationId: string, nowMs: number, limit: number): Promise<number>;

  /**
   * Deletes a location, its menu, the roles of its staff and who has no other (D44), and what is left of its bookings, deliveries and refusals; false when there is none. What it still has in
   * great numbers is {@link clear}ed before.
   *
   * Atomic: no booking is made between the check and the deletion; `check` sees the live bookings that end after `nowMs`, and may throw to
   * refuse it.
   */
  remove(locationId: string, nowMs: number, check: (bookings: readonly Booking[]) => void): Promise<boolean>;

  /** The menu of a location; null when it has none. */
  menu(locationId: string): Promise<Menu | null>;

  /** Replaces the menu of an existing location. */
  putMenu(locationId: string, menu: Menu): Promise<void>;
}
