import { isDeepStrictEqual } from 'node:util';
import { counted, type BookingAction, expected, type State } from './one-booking.ts';

/**
 * Finds an order in which the changes, made one after the other, come to exactly what was told. The states on the way, the first one
 * included; throws with the first change that fits nowhere.
 *
 * In the states updates are counted from 1.
 *
 * What was changed has an order already: an update's event has a `created` of its own (D22). Only pinning and cancelling send no update;
 * they are tried at every place between two updates. What changed nothing must have been true of some state on the way.
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
