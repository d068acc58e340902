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
import { applyLocations, reviewLocations } from './apply-locations.ts';
import { removeLocation, reviewRemoval } from './remove-location.ts';

/** The plans of locations. */
export interface OperatorLocationActions {
  /**
   * Creates a location or replaces its plan, completely or not at all.
   *
   * Without an id, the plan replaces that of the location with the same alias, or of the only one with the same name, if it exists.
   * `invalid_request` with the path of a fault in the plan, also if computing its availability would take too long. `conflict` if another
   * location has the plan's alias, or if bookings, live holds or live offers would lose their tables (D46); the message names them.
   */
  apply(plan: LocationPlan, locationId: string | null, options?: ApplyOptions): Promise<AppliedLocation>;
  /**
   * Applies up to 1,000 plans in one transaction: all of them, or none. The results have the order of the list. The error names each faulty
   * location by its id, or by its name if it has none, and `path` begins with the index of the first in the list.
   */
  apply(plans: readonly PlanToApply[], options?: ApplyOptions): Promise<readonly AppliedLocation[]>;
  /**
   * The result that {@link apply} would have now, without a change. It throws the same `conflict` and `invalid_request`, except for bookings, which
   * it lists.
   */
  review(plan: LocationPlan, locationId: string | null, options?: ApplyOptions): Promise<PlanReview>;
  /** The same for a list. */
  review(plans: readonly PlanToApply[], options?: ApplyOptions): Promise<readonly PlanReview[]>;
  /** The reasons that prevent the removal of a location; `location_not_found` for an unknown one. */
  reviewRemoval(locationId: string): Promise<RemovalReview>;
  /**
   * Removes a location permanently, with its plan, menu, bookings in all states with their guests, their deliveries, and the record of rejections. It
   * closes the location and removes the bookings first, some hundred at a time. If it is interrupted, repeat it.
   *
   * `conflict` while a booking is confirmed and not over, or tables are held (D46), even if forced. Unless forced, also `conflict` while messages
   * about its bookings wait to be sent, or API keys or webhook endpoints name it. These remain without the location.
   */
  remove(locationId: string, options?: RemoveOptions): Promise<RemovedLocation>;
  /** All locations, by name. */
  list(): Promise<readonly Location[]>;
  /** One location; `location_not_found` if it does not exist. */
  read(locationId: string): Promise<Location>;
}

/** A plan of a list. Its `closures` are those of the options by default. */
export interface PlanToApply extends Pick<ApplyOptions, 'closures'> {
  /** The plan. */
  readonly plan: LocationPlan;
  /** Null: the alias or name of the plan identifies the location. */
  readonly locationId: string | null;
}

/** Options for applying a plan. */
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
 * The effects of a change of a plan. The listed bookings and holds are not over, and the change leaves them outside the hours, inside a closure, or
 * without their tables. Only the last are a reason to reject it: all others are unchanged, without a notification.
 */
export interface PlanReview extends Affected {
  /** Null: a location would be created. */
  readonly locationId: string | null;
  /** The location as it was; null when it is new. */
  readonly before: Location | null;
  /** The plan as it is stored, with the closures that stay. */
  readonly plan: LocationPlan;
  /** Warnings about an accepted plan, in English; usually empty. */
  readonly warnings: readonly string[];
}

/** A plan that was applied. */
export interface AppliedLocation extends Affected, Pick<PlanReview, 'before' | 'warnings'> {
  /** The location as stored now. */
  readonly location: Location;
  /** Whether it is new. */
  readonly created: boolean;
}

/** The reasons that prevent the removal of a location. */
export interface RemovalReview {
  /** The location. */
  readonly location: Location;
  /** Confirmed bookings that are not over, by start: they keep their tables. */
  readonly bookings: readonly Booking[];
  /** Live holds and offers there, by start (D46). */
  readonly holds: readonly Hold[];
  /** Active keys whose list names it. */
  readonly keys: readonly ApiKeyRecord[];
  /** Webhook endpoints whose location list names it. */
  readonly endpoints: readonly Endpoint[];
  /** E-mails and webhooks about its bookings that wait to be sent within the next hour. */
  readonly waiting: number;
}

/** Options for removing a location. */
export interface RemoveOptions {
  /** Removes it although messages wait, or keys or endpoints name it. Defaults to false. */
  readonly force?: boolean;
}

/** A location that was removed. */
export interface RemovedLocation {
  /** The location before its removal. */
  readonly location: Location;
  /** The number of deleted bookings and recorded rejections. */
  readonly deleted: number;
}

type Actions = OperatorLocationActions;
type One = [plan: LocationPlan, locationId: string | null, options?: ApplyOptions];
type Wanted = One | [plans: readonly PlanToApply[], options?: ApplyOptions];

function isOne(wanted: Wanted): wanted is One {
  return 'name' in wanted[0];
}

export function operatorLocationActions(app: App): OperatorLocationActions {
  return {
    apply: ((...wanted: Wanted) =>
      isOne(wanted) ? applyLocation(app, ...wanted) : applyLocations(app, ...wanted)) as Actions['apply'],
    review: ((...wanted: Wanted) =>
      isOne(wanted) ? reviewLocation(app, ...wanted) : reviewLocations(app, ...wanted)) as Actions['review'],
    reviewRemoval: (locationId) => reviewRemoval(app, locationId),
    remove: (locationId, options) => removeLocation(app, locationId, options),
    list: () => app.storage.locations.list(),
    read: (locationId) => readLocation(app, locationId),
  };
}
