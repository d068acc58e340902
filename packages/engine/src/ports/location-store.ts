import type { DiaryRow } from '../core/booking/row.ts';
import type { Amendment } from '../core/booking/diary.ts';
import type { Location, LocationPlan } from '../core/location/location.ts';
import type { Menu } from '../core/location/menu.ts';

/** How long a location keeps its guests. */
export interface GuestRetention {
  /** The location's id. */
  readonly locationId: string;
  /** Days after the visit. */
  readonly days: number;
}

/** What is saved with a change of plan: holds that are released for it (D46), and what is told of it (D37). */
export type PlanEffects = Pick<Amendment<unknown>, 'others' | 'deliveries'>;

/** Looks at what a change of plan finds, and says what is saved with it. */
export type PlanCheck = (rows: readonly DiaryRow[], before: Location | null) => PlanEffects | undefined;

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
   * after `nowMs`, and may throw to refuse the change. What it returns is saved with the change, or not at all: `others` are rows that it was shown, changed.
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
  remove(locationId: string, nowMs: number, check: (rows: readonly DiaryRow[]) => void): Promise<boolean>;

  /** The menu of a location; null when it has none. */
  menu(locationId: string): Promise<Menu | null>;

  /** Replaces the menu of an existing location. */
  putMenu(locationId: string, menu: Menu): Promise<void>;
}
