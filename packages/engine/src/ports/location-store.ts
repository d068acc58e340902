import type { DiaryRow } from '../core/booking/row.ts';
import type { Amendment } from '../core/booking/diary.ts';
import type { Location, LocationPlan } from '../core/location/location.ts';
import type { Menu } from '../core/location/menu.ts';

/** The retention of guests at a location. */
export interface GuestRetention {
  /** The location's id. */
  readonly locationId: string;
  /** Days after the visit. */
  readonly days: number;
}

/** The rows that are saved with a change of plan: released holds (D46), and their events (D37). */
export type PlanEffects = Pick<Amendment<unknown>, 'others' | 'deliveries'>;

/** Examines the rows that a change of plan affects, and returns the rows to save with it. */
export type PlanCheck = (rows: readonly DiaryRow[], before: Location | null) => PlanEffects | undefined;

/** A plan to store, among several. */
export interface PlanPut {
  /** The location's lower-case id. */
  readonly locationId: string;
  /** Its plan. */
  readonly plan: LocationPlan;
  /** As in {@link LocationStore.put}; null leaves the location unchanged. */
  readonly check: (...given: Parameters<PlanCheck>) => PlanEffects | undefined | null;
}

/** A location after its plan was put. */
export interface PutLocation {
  /** The location as stored now. */
  readonly location: Location;
  /** Whether it is new. */
  readonly created: boolean;
}

/** The plans and menus of the locations. */
export interface LocationStore {
  /** By its lower-case id; null if it does not exist. */
  get(locationId: string): Promise<Location | null>;

  /** All locations, by name. It reads all plans, so do not call it regularly. */
  list(): Promise<readonly Location[]>;

  /** The time zones of all locations, each once. The cost depends on the number of zones, not of locations. */
  timeZones(): Promise<readonly string[]>;

  /**
   * The locations of a time zone that delete guests after some time, in the order of their ids. Begins after `afterId` (null: from the
   * beginning); at most `limit`.
   */
  retentions(timeZone: string, afterId: string | null, limit: number): Promise<readonly GuestRetention[]>;

  /**
   * Creates the location, or replaces its plan and increases its revision.
   *
   * Atomic: no booking is made between the check and the change. `check` gets the live bookings of the location that end after `nowMs`, and can
   * throw to reject the change. Its result is saved with the change, or not at all: `others` are changed rows of those that it got.
   */
  put(locationId: string, plan: LocationPlan, nowMs: number, check: PlanCheck): Promise<PutLocation>;

  /**
   * Stores the plans of several locations as {@link put} does, all in one transaction or none. Each location is in the list once. The checks are
   * called in the order of the list, and the results have this order. A check that returns null needs an existing location.
   */
  putAll(puts: readonly PlanPut[], nowMs: number): Promise<readonly PutLocation[]>;

  /**
   * Deletes at most `limit` of the bookings of a location with their messages, and as many of its rejections; returns the number of both. It skips
   * live bookings that have not ended by `nowMs`. It works in parts because there can be years of them.
   *
   * Atomic for each booking.
   */
  clear(locationId: string, nowMs: number, limit: number): Promise<number>;

  /**
   * Deletes a location, its menu, the roles of its staff and the members without another location (D44). Also deletes the rest of its bookings,
   * deliveries and rejections. Returns false for an unknown location. Call {@link clear} first to delete large numbers.
   *
   * Atomic: no booking is made between the check and the deletion. `check` gets the live bookings that end after `nowMs`, and can throw to
   * reject it.
   */
  remove(locationId: string, nowMs: number, check: (rows: readonly DiaryRow[]) => void): Promise<boolean>;

  /** The menu of a location; null if it has none. */
  menu(locationId: string): Promise<Menu | null>;

  /** Replaces the menu of an existing location. */
  putMenu(locationId: string, menu: Menu): Promise<void>;
}
