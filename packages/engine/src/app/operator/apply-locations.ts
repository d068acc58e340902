/** Plans of many locations, applied together. */
import { BookingError, invalid } from '../../core/errors.ts';
import { LOCATIONS_APPLIED_MAX } from '../../core/limits.ts';
import type { Location } from '../../core/location/location.ts';
import { StaleStepError } from '../../ports/booking-store.ts';
import type { App } from '../context.ts';
import { warningsOf } from './answerable.ts';
import {
  type KnownLocation,
  type MeantPlan,
  meantId,
  planChange,
  reviewOf,
  wholePlan,
} from './apply-location.ts';
import type { AppliedLocation, ApplyOptions, PlanReview, PlanToApply } from './locations.ts';

/** In one transaction: all of them or none. The results have the order of the list. */
export async function applyLocations(
  app: App,
  wanted: readonly PlanToApply[],
  options: ApplyOptions = {},
): Promise<readonly AppliedLocation[]> {
  for (;;) {
    try {
      return await applyAll(app, wanted, options);
    } catch (error) {
      if (!(error instanceof StaleStepError)) throw error;
    }
  }
}

/** The result that `applyLocations` would have now. */
export async function reviewLocations(
  app: App,
  wanted: readonly PlanToApply[],
  options: ApplyOptions = {},
): Promise<readonly PlanReview[]> {
  const plans = meantPlans(app, wanted, await app.storage.locations.list(), options);
  return Promise.all(plans.map((plan) => reviewOf(app, plan)));
}

async function applyAll(
  app: App,
  wanted: readonly PlanToApply[],
  options: ApplyOptions,
): Promise<readonly AppliedLocation[]> {
  const plans = meantPlans(app, wanted, await app.storage.locations.list(), options);
  const nowMs = app.clock.nowMs();
  const changes = await Promise.all(
    plans.map((plan) => planChange(app, plan, nowMs, options.releaseHolds ?? false)),
  );
  let faults = faultsOf(wanted);
  const puts = changes.map(({ check }, i) => ({
    locationId: plans[i]!.id,
    plan: plans[i]!.whole,
    check: (...given: Parameters<typeof check>) => {
      if (i === 0) faults = faultsOf(wanted); // a transaction can be tried again
      const effects = faults.collect(i, () => check(...given));
      if (i === changes.length - 1) faults.throwAny();
      return effects;
    },
  }));
  const stored = puts.length === 0 ? [] : await app.storage.locations.putAll(puts, nowMs);
  const applied: AppliedLocation[] = [];
  for (const [i, put] of stored.entries()) {
    const { before, whole } = plans[i]!;
    const isUnchanged = put.location.revision === before?.revision;
    applied.push({ ...(await changes[i]!.done(isUnchanged ? null : put)), warnings: warningsOf(whole) });
  }
  return applied;
}

/** Each plan is for another location. A location that the list creates is known to the plans after it. */
function meantPlans(
  app: App,
  wanted: readonly PlanToApply[],
  stored: readonly Location[],
  options: ApplyOptions,
): readonly MeantPlan[] {
  if (wanted.length > LOCATIONS_APPLIED_MAX)
    invalid(`a list must have at most ${LOCATIONS_APPLIED_MAX} locations: apply it in parts`);
  const byId = new Map(stored.map((location) => [location.id, location]));
  const known = new Map<string, KnownLocation>(byId);
  const faults = faultsOf(wanted);
  const plans = new Map<string, MeantPlan>();
  for (const [i, { plan, locationId, ...own }] of wanted.entries())
    faults.collect(i, () => {
      const id = meantId(app, plan, locationId, [...known.values()]);
      if (plans.has(id)) invalid('each location must be in the list once', ['locationId']);
      plans.set(id, wholePlan(plan, id, byId.get(id) ?? null, { ...options, ...own }));
      known.set(id, { id, name: plan.name, alias: plan.alias });
    });
  faults.throwAny();
  return [...plans.values()];
}

const FAULTS_NAMED_MAX = 10;

interface Faults {
  /** The result, or null after a fault of the location. */
  collect<T>(index: number, work: () => T): T | null;
  /** Throws one error that names each location with its fault, with the code and the path of the first. */
  throwAny(): void;
}

function faultsOf(wanted: readonly PlanToApply[]): Faults {
  const faults: { readonly index: number; readonly error: BookingError }[] = [];
  return {
    collect(index, work) {
      try {
        return work();
      } catch (error) {
        if (!BookingError.is(error)) throw error;
        faults.push({ index, error });
        return null;
      }
    },
    throwAny() {
      const [first] = faults;
      if (!first) return;
      const named = faults.slice(0, FAULTS_NAMED_MAX).map(({ index, error }) => {
        const { locationId, plan } = wanted[index]!;
        return `${locationId ?? plan.name}: ${error.message}`;
      });
      const more = faults.length > named.length ? `; and ${faults.length - named.length} more` : '';
      const { code, path } = first.error;
      const at = path[0] === 'locationId' ? [first.index] : [first.index, 'plan'];
      throw new BookingError(code, `${named.join('; ')}${more}`, [...at, ...path]);
    },
  };
}
