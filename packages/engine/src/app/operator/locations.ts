import type { Booking } from '../../core/booking/booking.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import { consistsOf, type FloorPlan, tableOptionsOf } from '../../core/location/floor-plan.ts';
import { formatInstant } from '../../core/time/instant.ts';
import { isLocationId, type Location, type LocationPlan } from '../../core/location/location.ts';
import { assertLocationPlan } from '../../core/location/location-rules.ts';
import { COST_SLOW, COST_TOO_MUCH, type PlanCost, planCostOf } from '../../core/location/plan-cost.ts';
import { StaleStepError } from '../../ports/booking-store.ts';
import type { App } from '../shared/context.ts';
import { newLocationId } from '../shared/new-id.ts';

/** The plans of locations. */
export interface LocationActions {
  /**
   * Creates a location, or replaces its plan; all or nothing.
   *
   * Without an id the plan replaces that of the only location of the same name, if there is one. Throws `invalid_request` with
   * the path of a fault in the plan, also when it could not be answered for in time, and `conflict` when the plan would strand bookings that stand, which it names.
   */
  apply(
    plan: LocationPlan,
    locationId: string | null,
  ): Promise<
    AppliedLocation & {
      /** What to think about in a plan that was accepted, in English; empty as a rule. */
      readonly warnings: readonly string[];
    }
  >;
  /** All locations, by name. */
  list(): Promise<readonly Location[]>;
  /** One location; `location_not_found` when there is none. */
  read(locationId: string): Promise<Location>;
}

/** LocationActions of one engine. */
export function locationActions(app: App): LocationActions {
  return {
    apply: (plan, locationId) => applyLocation(app, plan, locationId),
    list: () => listLocations(app),
    read: (locationId) => readLocation(app, locationId),
  };
}

async function applyLocation(
  app: App,
  plan: LocationPlan,
  locationId: string | null,
): Promise<AppliedLocation & { readonly warnings: readonly string[] }> {
  if (locationId !== null && !isLocationId(locationId))
    throw new BookingError('invalid_request', 'id is no UUID', ['id']);
  const id = locationId?.toLowerCase() ?? (await idByName(app, plan.name)) ?? newLocationId(app.random);
  return { ...(await applyPlan(app, id, plan)), warnings: warningsOf(plan) };
}

/** A location as it is stored now, and whether it was created. */
export interface AppliedLocation {
  readonly location: Location;
  readonly created: boolean;
}

/** @param revision the one that the plan was made from, if it was: throws `StaleStepError` when it is no longer the current one */
export async function applyPlan(
  app: App,
  id: string,
  plan: LocationPlan,
  revision?: number,
): Promise<AppliedLocation> {
  assertLocationPlan(plan);
  if (revision === undefined) assertAnswerable(plan); // a closure makes no plan dearer
  const applied = await app.storage.locations.put(id, plan, app.clock.nowMs(), (bookings, before) => {
    if (revision !== undefined && before?.revision !== revision) throw new StaleStepError();
    assertStrandsNone(plan, bookings, before);
  });
  app.locationCache.forgetLocation(id);
  return applied;
}

function listLocations(app: App): Promise<readonly Location[]> {
  return app.storage.locations.list();
}

/** One location, as the storage has it now; `location_not_found` when there is none. */
export async function readLocation(app: App, locationId: string): Promise<Location> {
  const location = await app.storage.locations.get(locationId.toLowerCase());
  if (!location) throw new BookingError('location_not_found', `there is no location ${locationId}`);
  return location;
}

/** What to think about in a plan that can be had. */
function warningsOf(plan: LocationPlan): readonly string[] {
  const cost = planCostOf(plan);
  if (cost.units <= COST_SLOW) return [];
  return [`availability of full days will be slow, and sometimes less than exact: ${costText(cost)}`];
}

/**
 * Throws `invalid_request` for a plan whose starts are so near each other, with tables so unlike, that nobody would be answered in
 * time. A plan that is hard by its tables alone is not refused.
 */
function assertAnswerable(plan: LocationPlan): void {
  const cost = planCostOf(plan);
  const { units, slotStepMinutes } = cost;
  if (units <= COST_TOO_MUCH || slotStepMinutes >= USUAL_STEP_MINUTES) return;
  const period = plan.servicePeriods.findIndex((one) => one.slotStepMinutes === slotStepMinutes);
  const at = ['servicePeriods', period, 'slotStepMinutes'];
  invalid(`availability could not be answered in time: ${costText(cost)}`, at);
}

/** What makes a plan dear, and what to change. */
function costText({ slots, kinds, slotStepMinutes }: PlanCost): string {
  const step = `a slotStep of ${USUAL_STEP_MINUTES} instead of ${slotStepMinutes}`;
  const instead = [
    ...(slotStepMinutes < USUAL_STEP_MINUTES ? [step] : []),
    'the same seats for tables that are nearly alike',
    'movesMax: 0, with which bookings never change tables',
  ];
  return `a full day has ${slots} starts, and there are ${kinds} kinds of tables. What helps: ${instead.join('; ')}`;
}

/** What most locations have. */
const USUAL_STEP_MINUTES = 15;

async function idByName(app: App, name: string): Promise<string | undefined> {
  const named = (await app.storage.locations.list()).filter((location) => location.name === name);
  if (named.length > 1)
    throw new BookingError(
      'conflict',
      `${named.length} locations are named ${name}: give the id of the one you mean`,
      ['id'],
    );
  return named[0]?.id;
}

/**
 * A plan must keep the tables of every coming booking, alone or joined as they were, with seats enough. A booking that
 * stood outside the plan already is no reason to refuse.
 */
function assertStrandsNone(
  plan: LocationPlan,
  bookings: readonly Booking[],
  before: LocationPlan | null,
): void {
  const stranded = bookings.filter(
    (booking) =>
      !hasTableFor(plan.floorPlan, booking) && before !== null && hasTableFor(before.floorPlan, booking),
  );
  if (stranded.length === 0) return;
  const named = stranded
    .slice(0, 10)
    .map(
      ({ id, startMs, partySize, tables }) =>
        `${id} (${formatInstant(startMs)}, ${partySize} at ${tables.join(' + ')})`,
    );
  const more = stranded.length > named.length ? ` and ${stranded.length - named.length} more` : '';
  const message = `the plan has no place any more for bookings that stand: ${named.join(', ')}${more}`;
  throw new BookingError('conflict', message, ['tables']);
}

/** Fewer guests than a table is meant for are no harm once they are booked. */
function hasTableFor(floorPlan: FloorPlan, { tables, partySize }: Booking): boolean {
  return tableOptionsOf(floorPlan).some(
    (option) => consistsOf(option, tables) && partySize <= option.seatsMax,
  );
}
