/** How the plan of a location is changed, and what that means for the bookings that stand. */
import { affectedBookings, losesTables } from '../../core/booking/affected-bookings.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { BookingError } from '../../core/errors.ts';
import { withRemainingClosures } from '../../core/location/remaining-closures.ts';
import { isLocationId, type Location, type LocationPlan } from '../../core/location/location.ts';
import { assertLocationPlan } from '../../core/location/location-rules.ts';
import { formatInstant } from '../../core/time/instant.ts';
import { StaleStepError } from '../../ports/booking-store.ts';
import type { App } from '../shared/context.ts';
import { announcingPlanOf } from '../shared/announce-changes.ts';
import { giveOutAt } from '../shared/give-out.ts';
import { liveBookings } from '../shared/live-bookings.ts';
import { newLocationId } from '../shared/new-id.ts';
import { assertAnswerable, warningsOf } from './answerable.ts';
import type { AppliedLocation, ApplyOptions, PlanReview } from './locations.ts';

/** Creates a location, or replaces its plan. What others have changed in its closures meanwhile is seen: the plan is put together anew. */
export async function applyLocation(
  app: App,
  plan: LocationPlan,
  locationId: string | null,
  options: ApplyOptions = {},
): Promise<AppliedLocation> {
  for (;;) {
    const { id, before, whole } = await meantPlan(app, plan, locationId, options);
    try {
      const revision = before?.revision ?? null;
      return { ...(await applyPlan(app, id, whole, revision)), warnings: warningsOf(whole) };
    } catch (error) {
      if (!(error instanceof StaleStepError)) throw error;
    }
  }
}

/** What {@link applyLocation} would do now. */
export async function reviewLocation(
  app: App,
  plan: LocationPlan,
  locationId: string | null,
  options: ApplyOptions = {},
): Promise<PlanReview> {
  const { before, whole } = await meantPlan(app, plan, locationId, options);
  const nowMs = app.clock.nowMs();
  const bookings = before ? await liveBookings(app, before.id, nowMs) : [];
  return {
    locationId: before?.id ?? null,
    before,
    plan: whole,
    bookings: affectedBookings(before, whole, bookings, nowMs),
    warnings: warningsOf(whole),
  };
}

/** A plan as it was stored. */
type AppliedPlan = Omit<AppliedLocation, 'warnings'>;

/**
 * Stores a plan that has been found sound, unless it would strand somebody.
 *
 * @param revision the one that the plan was made from, null for none: throws `StaleStepError` when it is no longer the current one
 */
export async function applyPlan(
  app: App,
  id: string,
  plan: LocationPlan,
  revision: number | null,
): Promise<AppliedPlan> {
  const nowMs = app.clock.nowMs();
  const announcing = await announcingPlanOf(app, id);
  let standing: { readonly bookings: readonly Booking[]; readonly before: Location | null } | undefined;
  const applied = await app.storage.locations.put(id, plan, nowMs, (bookings, before) => {
    if ((before?.revision ?? null) !== revision) throw new StaleStepError();
    assertStrandsNone(plan, bookings, before);
    standing = { bookings, before };
    return announcing(before, plan);
  });
  app.wakeup.ring();
  app.locationCache.forgetLocation(id);
  app.watchers.tell(id, []);
  if (revision !== null) await giveOutAt(app, id, null);
  const { before, bookings } = standing!;
  return { ...applied, before, bookings: affectedBookings(before, plan, bookings, nowMs) };
}

/** Which location is meant, and the plan that it is to have. */
async function meantPlan(
  app: App,
  plan: LocationPlan,
  locationId: string | null,
  { closures = 'only' }: ApplyOptions,
): Promise<{ readonly id: string; readonly before: Location | null; readonly whole: LocationPlan }> {
  if (locationId !== null && !isLocationId(locationId))
    throw new BookingError('invalid_request', 'id is no UUID', ['id']);
  // Of a house among ten thousand only its own plan is read, unless its name or alias has to be looked for.
  const locations = locationId === null || plan.alias !== null ? await app.storage.locations.list() : [];
  const id = locationId?.toLowerCase() ?? knownAs(locations, plan)?.id ?? newLocationId(app.random);
  assertAliasFree(locations, plan, id);
  const before = await app.storage.locations.get(id);
  const whole = withRemainingClosures(plan, before, closures);
  assertLocationPlan(whole);
  assertAnswerable(whole);
  return { id, before, whole };
}

/** The location of this alias, or the only one of this name. */
function knownAs(locations: readonly Location[], { alias, name }: LocationPlan): Location | undefined {
  const known = alias === null ? undefined : locations.find((location) => location.alias === alias);
  if (known) return known;
  const named = locations.filter((location) => location.name === name);
  if (named.length > 1)
    throw new BookingError(
      'conflict',
      `${named.length} locations are named ${name}: give the id of the one you mean`,
      ['id'],
    );
  return named[0];
}

function assertAliasFree(locations: readonly Location[], { alias }: LocationPlan, id: string): void {
  const other =
    alias !== null && locations.find((location) => location.alias === alias && location.id !== id);
  if (other)
    throw new BookingError('conflict', `${alias} is the alias of ${other.name}, ${other.id}`, ['alias']);
}

/**
 * A plan must keep the tables of every coming booking, alone or joined as they were, in season and with seats enough. A booking that
 * stood outside the plan already is no reason to refuse.
 */
function assertStrandsNone(
  plan: LocationPlan,
  bookings: readonly Booking[],
  before: LocationPlan | null,
): void {
  const stranded = bookings.filter(
    (booking) => booking.kind === 'booking' && before !== null && losesTables(before, plan, booking),
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
