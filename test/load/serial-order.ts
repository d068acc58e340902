import { isDeepStrictEqual } from 'node:util';
import { counted, type BookingAction, expected, type State } from './one-booking.ts';

/**
 * Finds an order in which the changes, executed one after the other, produce exactly the given outcomes. Returns the states on the way, the
 * first one included; throws with the first change that fits no position.
 *
 * In the states updates are counted from 1.
 *
 * Updates are already ordered by their event's `created` (D22). Pinning and cancelling send no update; they are tried at every position between
 * two updates. A change without effect must match some state on the way.
 */
export function serialOrder(
  first: State,
  done: readonly BookingAction[],
  isClosed: (startMs: number) => boolean,
): readonly State[] {
  const actions = counted(done);
  const changed = actions.filter(({ outcome }) => outcome.kind === 'changed');
  const states = replay(first, changed, isClosed);
  if (!states) throw new Error(`no order explains ${JSON.stringify(changed, null, 1)}`);
  for (const action of actions) {
    if (action.outcome.kind === 'changed') continue;
    const isTrue = states.some((state) =>
      isDeepStrictEqual(expected(action.change, state, isClosed), action.outcome),
    );
    if (!isTrue) throw new Error(`never true: ${JSON.stringify(action)} of ${JSON.stringify(states)}`);
  }
  return states;
}

function replay(
  first: State,
  changed: readonly BookingAction[],
  isClosed: (startMs: number) => boolean,
): readonly State[] | null {
  if (changed.length === 0) return [first];
  const tried = new Set<string>();
  for (const action of changed) {
    const name = JSON.stringify(action);
    if (tried.has(name) || !isDeepStrictEqual(expected(action.change, first, isClosed), action.outcome))
      continue;
    tried.add(name);
    const rest = changed.filter((other) => other !== action);
    const then = replay((action.outcome as { readonly state: State }).state, rest, isClosed);
    if (then) return [first, ...then];
  }
  return null;
}
