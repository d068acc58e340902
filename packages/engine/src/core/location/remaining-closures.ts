/** Which closures a location has after a plan was applied to it. Some stand in a file, others were made by command when the evening asked for it. */
import type { Closure, LocationPlan } from './location.ts';

/**
 * `only`: those of the plan. `listed`: those of the plan, and those that were made one by one (`closures.add`), which the plan need not know.
 * `unchanged`: those that the location has; the plan's count only for a new location.
 */
export type ClosurePolicy = 'only' | 'listed' | 'unchanged';

export function withRemainingClosures(
  plan: LocationPlan,
  before: LocationPlan | null,
  policy: ClosurePolicy,
): LocationPlan {
  if (before === null || policy === 'only') return plan;
  if (policy === 'unchanged') return { ...plan, closures: before.closures };
  const unlisted = before.closures.filter(
    (closure) => isMadeOneByOne(closure) && !plan.closures.some((listed) => isSame(listed, closure)),
  );
  return { ...plan, closures: [...plan.closures, ...unlisted] };
}

/** It has the kind of id that `closures.add` gives. */
export function isMadeOneByOne({ id }: Closure): boolean {
  return id.startsWith('closure_');
}

function isSame(one: Closure, other: Closure): boolean {
  return one.id === other.id || (one.from === other.from && one.to === other.to);
}
