/** The closures of a location after a plan was applied. Some are in a file, others were made by command during service. */
import type { Closure, LocationPlan } from './location.ts';

/**
 * `only`: those of the plan. `listed`: those of the plan, and those that were made one by one (`closures.add`), which the plan need not contain.
 * `unchanged`: those of the location; the plan's closures only apply to a new location.
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

/** Whether it has an id of `closures.add`. */
export function isMadeOneByOne({ id }: Closure): boolean {
  return id.startsWith('closure_');
}

function isSame(one: Closure, other: Closure): boolean {
  return one.id === other.id || (one.from === other.from && one.to === other.to);
}
