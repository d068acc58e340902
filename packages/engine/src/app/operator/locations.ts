import type { Affected } from '../../core/booking/affected-bookings.ts';
import type { ApiKeyRecord } from '../../core/access/api-key.ts';
import type { Booking } from '../../core/booking/booking.ts';
import type { Hold } from '../../core/booking/hold.ts';
import type { ClosurePolicy } from '../../core/location/remaining-closures.ts';
import type { Location, LocationPlan } from '../../core/location/location.ts';
import type { Endpoint } from '../../core/booking/event.ts';
import type { App } from '../context.ts';
import { readLocation } from '../read-location.ts';
import { applyLocation, reviewLocation } from './apply-location.ts';
import { removeLocation, reviewRemoval } from './remove-location.ts';

/** The plans of locations. */
export interface OperatorLocationActions {
  /**
   * Creates a location, or replaces its plan; all or nothing.
   *
   * Without an id the plan replaces that of the location of the same alias, or of the only one of the same name, if there is one. Throws
   * `invalid_request` with the path of a fault in the plan, also when it could not be answered for in time, and `conflict` when the plan has the alias of
   * another location, or would take tables from bookings, live holds or live offers (D46), which the message names.
   */
  apply(plan: LocationPlan, locationId: string | null, options?: ApplyOptions): Promise<AppliedLocation>;
  /** What {@link apply} would do now, without doing it; `conflict` and `invalid_request` as there, but for bookings, which are told of. */
  review(plan: LocationPlan, locationId: string | null, options?: ApplyOptions): Promise<PlanReview>;
  /** What stands in the way of removing a location; `location_not_found` when there is none. */
  reviewRemoval(locationId: string): Promise<RemovalReview>;
  /**
   * Removes a location for good: its plan, its menu, its bookings of all states with their guests, what tells of them, and what was refused. Takes
   * bookings first, some hundreds at a time, and closes the house for that; if it breaks off, repeat it.
   *
   * `conflict` while a booking stands that is not over, or tables are held (D46), whatever is forced; and unless it is forced while messages about its bookings wait to be
   * sent, or keys or endpoints name it: these stay, and find it no more.
   */
  remove(locationId: string, options?: RemoveOptions): Promise<RemovedLocation>;
  /** All locations, by name. */
  list(): Promise<readonly Location[]>;
  /** One location; `location_not_found` when there is none. */
  read(locationId: string): Promise<Location>;
}

/** How a plan is applied. */
export interface ApplyOptions {
  /** Which closures the location has afterwards: those of the plan (`only`) by default. */
  readonly closures?: ClosurePolicy;
  /**
   * Releases, in the same step, the live holds and offers whose tables the plan takes (D46); they are in the answer's `holds`. Default false: such a plan is
   * rejected.
   */
  readonly releaseHolds?: boolean;
}

/**
 * What a change of a plan means. Its bookings and holds are those that are not over and that the change leaves outside the hours, inside a closure, or
 * without their tables. Only the last are a reason to reject it: all others stay as they are, without a notification.
 */
export interface PlanReview extends Affected {
  /** Null: a location would be created. */
  readonly locationId: string | null;
  /** The location as it was; null when it is new. */
  readonly before: Location | null;
  /** The plan as it is stored, with the closures that stay. */
  readonly plan: LocationPlan;
  /** What to think about in a plan that is accepted, in English; empty as a rule. */
  readonly warnings: readonly string[];
}

/** A plan that was applied. */
export interface AppliedLocation extends Affected, Pick<PlanReview, 'before' | 'warnings'> {
  /** As it is stored now. */
  readonly location: Location;
  /** It was not there before. */
  readonly created: boolean;
}

/** What stands in the way of removing a location. */
export interface RemovalReview {
  /** The location. */
  readonly location: Location;
  /** Bookings that stand and are not over, by start: nobody's table is taken away. */
  readonly bookings: readonly Booking[];
  /** Live holds and offers there, by start (D46). */
  readonly holds: readonly Hold[];
  /** Active keys whose list names it. */
  readonly keys: readonly ApiKeyRecord[];
  /** Endpoints that are limited to it, alone or with others. */
  readonly endpoints: readonly Endpoint[];
  /** Mails and webhooks about its bookings that wait to be sent within the next hour. */
  readonly waiting: number;
}

/** How a location is removed. */
export interface RemoveOptions {
  /** Also when messages wait, or keys or endpoints name it. Defaults to false. */
  readonly force?: boolean;
}

/** A location that was removed. */
export interface RemovedLocation {
  /** As it was. */
  readonly location: Location;
  /** How many bookings and refusals were deleted with it. */
  readonly deleted: number;
}

export function operatorLocationActions(app: App): OperatorLocationActions {
  return {
    apply: (plan, locationId, options) => applyLocation(app, plan, locationId, options),
    review: (plan, locationId, options) => reviewLocation(app, plan, locationId, options),
    reviewRemoval: (locationId) => reviewRemoval(app, locationId),
    remove: (locationId, options) => removeLocation(app, locationId, options),
    list: () => app.storage.locations.list(),
    read: (locationId) => readLocation(app, locationId),
  };
}
