import { isDeepStrictEqual } from 'node:util';
import type { PlanChange } from '../../output/plan-review.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The key of a list's entries; other lists change as a whole. */
const KEYS: Readonly<Record<string, (entry: Fields) => string>> = {
  areas: ({ id }) => String(id),
  tables: ({ id }) => String(id),
  combinations: ({ tables }) => (tables as readonly string[]).join(' + '),
  servicePeriods: ({ name }) => String(name),
  closures: ({ id }) => String(id),
};

export function planChanges(before: object, after: object): readonly PlanChange[] {
  const [from, to] = [before as Fields, after as Fields];
  return namesOf(from, to).flatMap((name) => {
    const keyOf = KEYS[name];
    return keyOf
      ? listChanges(name, entriesOf(from[name], keyOf), entriesOf(to[name], keyOf))
      : fieldChanges(name, from[name], to[name]);
  });
}

function listChanges(
  list: string,
  from: ReadonlyMap<string, Fields>,
  to: ReadonlyMap<string, Fields>,
): readonly PlanChange[] {
  const changes: PlanChange[] = [];
  for (const key of new Set([...from.keys(), ...to.keys()])) {
    const [one, other] = [from.get(key), to.get(key)];
    const path = `${list}[${key}]`;
    if (one && other)
      changes.push(
        ...namesOf(one, other).flatMap((name) => fieldChanges(`${path}.${name}`, one[name], other[name])),
      );
    else changes.push({ path, from: one ?? null, to: other ?? null });
  }
  const stay = (these: ReadonlyMap<string, Fields>, those: ReadonlyMap<string, Fields>): readonly string[] =>
    [...these.keys()].filter((key) => those.has(key));
  return list === 'tables'
    ? [...changes, ...fieldChanges('tables', stay(from, to), stay(to, from))]
    : changes;
}

function fieldChanges(path: string, from: unknown = null, to: unknown = null): readonly PlanChange[] {
  return isDeepStrictEqual(from, to) ? [] : [{ path, from, to }];
}

/** Entries by their keys. Of those that share one, each but the first has its number. */
function entriesOf(list: unknown, keyOf: (entry: Fields) => string): ReadonlyMap<string, Fields> {
  const entries = new Map<string, Fields>();
  for (const entry of (list ?? []) as readonly Fields[]) {
    const key = keyOf(entry);
    let unique = key;
    for (let n = 2; entries.has(unique); n++) unique = `${key} #${n}`;
    entries.set(unique, entry);
  }
  return entries;
}

function namesOf(from: Fields, to: Fields): readonly string[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])];
}
