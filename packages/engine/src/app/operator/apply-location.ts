/** Applies a plan to a location and computes the effects on existing bookings. */
import {
  affectedBy,
  isPromise,
  losesTables,
  type PromisedRow,
} from '../../core/booking/affected-bookings.ts';
import { type DiaryRow, isBooking, isHold } from '../../core/booking/row.ts';
import type { Author } from '../../core/booking/history.ts';
import { isStaff, withdrawable } from '../../core/booking/undo-window.ts';
import { BookingError } from '../../core/errors.ts';
import { withRemainingClosures } from '../../core/location/remaining-closures.ts';
import { isLocationId, type Location, type LocationPlan } from '../../core/location/location.ts';
import { assertLocationPlan } from '../../core/location/location-rules.ts';
import { formatInstant } from '../../core/instant.ts';
import { isSameValue } from '../../core/same-value.ts';
import type { PlanPut, PutLocation } from '../../ports/location-store.ts';
import { StaleStepError } from '../../ports/booking-store.ts';
import type { App } from '../context.ts';
import { giveOutAt } from '../give-out.ts';
import { livePromises } from './live-promises.ts';
import { newLocationId, newChangeId } from '../../core/ids.ts';
import { assertAnswerable, warningsOf } from './answerable.ts';
import type { AppliedLocation, ApplyOptions, PlanReview } from './locations.ts';
import { changedRange } from '../../core/location/changed-range.ts';
import { announceAvailability } from '../../core/outbox/availability-event.ts';
import type { DatedDelivery } from '../../core/outbox/coalesce.ts';

/** Creates a location, or replaces its plan. If its closures have changed concurrently, the plan is composed again. */
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
      return { ...(await applyPlan(app, id, whole, revision, options)), warnings: warningsOf(whole) };
    } catch (error) {
      if (!(error instanceof StaleStepError)) throw error;
    }
  }
}

export async function reviewLocation(
  app: App,
  plan: LocationPlan,
  locationId: string | null,
  options: ApplyOptions = {},
): Promise<PlanReview> {
  return reviewOf(app, await meantPlan(app, plan, locationId, options));
}

export async function reviewOf(app: App, { before, whole }: MeantPlan): Promise<PlanReview> {
  const nowMs = app.clock.nowMs();
  const rows = before ? await livePromises(app, before.id, nowMs) : [];
  return {
    locationId: before?.id ?? null,
    before,
    plan: whole,
    ...affectedBy(before, whole, rows, nowMs),
    warnings: warningsOf(whole),
  };
}

type AppliedPlan = Omit<AppliedLocation, 'warnings'>;

/**
 * Stores a valid plan unless bookings would lose their tables. An unchanged plan is not stored. Holds released for it are released in the same
 * transaction.
 *
 * @param revision the revision that the plan was made from, null for none; throws `StaleStepError` if it is not the current one
 */
export async function applyPlan(
  app: App,
  id: string,
  plan: LocationPlan,
  revision: number | null,
  { releaseHolds = false, made }: Pick<ApplyOptions, 'releaseHolds'> & { readonly made?: ClosureChange } = {},
): Promise<AppliedPlan> {
  const nowMs = app.clock.nowMs();
  const { check, done } = await planChange(
    app,
    { id, before: { revision }, whole: plan },
    nowMs,
    releaseHolds,
    made,
  );
  const put = app.storage.locations.put(id, plan, nowMs, (rows, before) => {
    const effects = check(rows, before);
    if (effects === null) throw new UnchangedPlanError();
    return effects;
  });
  const applied = await put.catch((error: unknown) => {
    if (error instanceof UnchangedPlanError) return null;
    throw error;
  });
  return done(applied);
}

/** A change of a plan: its check within the transaction, and the work after it. `check` returns null if the plan is already stored. */
interface PlanChange {
  readonly check: PlanPut['check'];
  done(applied: PutLocation | null): Promise<AppliedPlan>;
}

export async function planChange(
  app: App,
  {
    id,
    before: from,
    whole: plan,
  }: Pick<MeantPlan, 'id' | 'whole'> & { readonly before: { readonly revision: number | null } | null },
  nowMs: number,
  releaseHolds: boolean,
  made?: ClosureChange,
): Promise<PlanChange> {
  const announcing = await announcingPlanOf(app, id, made);
  const revision = from?.revision ?? null;
  let seen: { readonly promises: readonly PromisedRow[]; readonly before: Location | null } | undefined;
  let released: readonly DiaryRow[] = [];
  return {
    check(rows, before) {
      if ((before?.revision ?? null) !== revision) throw new StaleStepError();
      const promises = rows.filter((row) => isPromise(row, nowMs));
      seen = { promises, before };
      if (before && isSamePlan(before, plan)) return null;
      const stranded = promises.filter((row) => before !== null && losesTables(before, plan, row));
      assertNoneStranded(stranded.filter((row) => !releaseHolds || !isHold(row)));
      released = stranded.map((hold) => ({ ...hold, status: 'cancelled' }));
      return { others: released, deliveries: announcing(before, plan) };
    },
    async done(applied) {
      const { before, promises } = seen!;
      const affected = affectedBy(before, plan, promises, nowMs);
      if (!applied) return { location: before!, created: false, before, ...affected };
      for (const _ of released) app.observer({ kind: 'hold', to: 'released' });
      app.wakeup.ring();
      app.locationCache.forgetLocation(id);
      app.watchers.tell(id, []);
      if (revision !== null) await giveOutAt(app, id, null);
      return { ...applied, before, ...affected };
    },
  };
}

/** Ends the transaction without a write, because the plan is already stored. */
class UnchangedPlanError extends Error {
  override readonly name = 'UnchangedPlanError';
}

function isSamePlan({ id: _id, revision: _revision, ...stored }: Location, plan: LocationPlan): boolean {
  return isSameValue(stored, plan);
}

/** The location that a plan is for, and the plan with the closures that stay. */
export interface MeantPlan {
  readonly id: string;
  readonly before: Location | null;
  readonly whole: LocationPlan;
}

async function meantPlan(
  app: App,
  plan: LocationPlan,
  locationId: string | null,
  options: ApplyOptions,
): Promise<MeantPlan> {
  // Other locations are read only to look up the name or alias.
  const locations = locationId === null || plan.alias !== null ? await app.storage.locations.list() : [];
  const id = meantId(app, plan, locationId, locations);
  return wholePlan(plan, id, await app.storage.locations.get(id), options);
}

/** The given id, that of the location with the alias or name, or a new one. */
export function meantId(
  { random }: App,
  plan: LocationPlan,
  locationId: string | null,
  locations: readonly KnownLocation[],
): string {
  if (locationId !== null && !isLocationId(locationId))
    throw new BookingError('invalid_request', 'locationId must be a UUID', ['locationId']);
  const id = locationId?.toLowerCase() ?? knownAs(locations, plan)?.id ?? newLocationId(random);
  assertAliasFree(locations, plan, id);
  return id;
}

/** Throws `invalid_request` for a plan that cannot be applied. */
export function wholePlan(
  plan: LocationPlan,
  id: string,
  before: Location | null,
  { closures = 'only' }: ApplyOptions,
): MeantPlan {
  const whole = withRemainingClosures(plan, before, closures);
  assertLocationPlan(whole);
  assertAnswerable(whole);
  return { id, before, whole };
}

export type KnownLocation = Pick<Location, 'id' | 'name' | 'alias'>;

function knownAs(
  locations: readonly KnownLocation[],
  { alias, name }: LocationPlan,
): KnownLocation | undefined {
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

function assertAliasFree(locations: readonly KnownLocation[], { alias }: LocationPlan, id: string): void {
  const other =
    alias !== null && locations.find((location) => location.alias === alias && location.id !== id);
  if (other)
    throw new BookingError(
      'conflict',
      `${alias} is the alias of ${other.name}, ${other.id}: choose another`,
      ['alias'],
    );
}

/** A plan must keep the tables of future bookings, live holds and offers (D46), unless they were already outside the plan. */
function assertNoneStranded(stranded: readonly PromisedRow[]): void {
  if (stranded.length === 0) return;
  const [holds, bookings] = [stranded.filter(isHold), stranded.filter(isBooking)];
  const faults = [
    ...(bookings.length > 0
      ? [`the plan has no room for existing bookings: ${namedText(bookings, rowText)}`]
      : []),
    ...(holds.length > 0
      ? [
          `the plan has no tables for live holds: ${namedText(holds, (hold) => `${rowText(hold)}, until ${formatInstant(hold.expiresMs)}`)}. ` +
            `Release each (${namedText(holds, ({ id }) => `bord holds release ${id}`)}), apply with --release-holds, or wait until they expire`,
        ]
      : []),
  ];
  throw new BookingError('conflict', faults.join('; '), ['tables']);
}

/** The first ten, and how many more there are. */
function namedText<R>(rows: readonly R[], textOf: (row: R) => string): string {
  const named = rows.slice(0, 10).map(textOf);
  const more = rows.length > named.length ? ` and ${rows.length - named.length} more` : '';
  return `${named.join(', ')}${more}`;
}

/** `bk_… (2026-12-01T18:00:00Z, 2 at T1)` */
function rowText({ id, startMs, partySize, tables }: PromisedRow): string {
  return `${id} (${formatInstant(startMs)}, ${partySize} at ${tables.join(' + ')})`;
}

/** A closure is made or removed. */
export interface ClosureChange {
  readonly atMs: number;
  readonly by: Author;
  readonly closureId: string;
}

/** The events of a change of plan: one with all its dates for each listening endpoint. That of a closure by staff waits for the undo (D54). */
async function announcingPlanOf(
  app: App,
  locationId: string,
  made?: ClosureChange,
): Promise<(before: LocationPlan | null, after: LocationPlan) => readonly DatedDelivery[]> {
  const endpoints = await app.listeners.at(locationId);
  if (endpoints.length === 0) return () => [];
  const nowMs = made?.atMs ?? app.clock.nowMs();
  const changeId = newChangeId(app.random, nowMs);
  return (before, after) => {
    const range = changedRange(before, after, nowMs);
    const ranges = range ? [range] : [];
    const deliveries = announceAvailability({ locationId, ranges, changeId, endpoints }, nowMs);
    return made && isStaff(made.by) ? withdrawable(deliveries, made.closureId, nowMs) : deliveries;
  };
}
