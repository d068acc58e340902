/** Records in objects: for the storage in memory, and for any other that keeps its records as they are. */
import type { Delivery } from '../outbox/delivery.ts';
import type { FoundRecords, RecordKind, RecordSelection, RecordStep, RecordTypes } from './records.ts';
import { RECORD_KINDS, type RecordKindOf, type RecordSelector } from './record-kinds.ts';
import { roleRemoval } from './staff-steps.ts';
import { type KindWrites, recordId, selectionsOf, writesOf } from './record-steps.ts';

/** The records of each kind, by their ids. */
export type RecordTables = { readonly [K in RecordKind]: Record<string, RecordTypes[K]> };

/** The tables of a new storage. */
export function emptyRecordTables(): RecordTables {
  const kinds = Object.keys(RECORD_KINDS) as RecordKind[];
  return {
    ...(Object.fromEntries(kinds.map((kind) => [kind, {}])) as RecordTables),
    service: { 1: { id: 1, enabled: true } },
    secretKey: { 1: { id: 1, fingerprint: null } },
  };
}

/** The records of a selection. */
export function foundIn(
  tables: RecordTables,
  select: RecordSelection,
): FoundRecords<Required<RecordSelection>> {
  const lookup = <K extends RecordKind>(kind: K): readonly RecordTypes[K][] => Object.values(tables[kind]);
  const found = selectionsOf(select).map(({ kind, wanted }) => {
    const selectors = wanted.map(({ selector, values }) => ({ selector, values: new Set(values) }));
    const records = lookup(kind).filter(
      (record) =>
        selectors.length === 0 ||
        selectors.some(({ selector, values }) =>
          selector.matches(record as never, (value) => values.has(value), lookup),
        ),
    );
    return [kind, records.toSorted((RECORD_KINDS[kind] as RecordKindOf<never>).order as never)];
  });
  return Object.fromEntries(found) as FoundRecords<Required<RecordSelection>>;
}

/** Applies a step whole; if it throws, the tables are unchanged. The caller must write the returned messages. */
export function stepIn<R>(
  tables: RecordTables,
  { select, rule }: RecordStep<R>,
  nowMs: number,
): {
  /** The result of the step. */
  readonly result: R;
  /** Messages. */
  readonly deliveries: readonly Delivery[];
} {
  const found = foundIn(tables, select);
  const change = rule(found, nowMs);
  const writes = writesOf(found, change);
  for (const one of writes) assertUnique(tables, one);
  for (const { kind, inserted, updated, removed } of writes) {
    const table = tables[kind] as Record<string, object>;
    for (const record of [...inserted, ...updated]) table[recordId(kind, record)] = record;
    for (const id of removed) delete table[id];
  }
  return { result: change.result, deliveries: change.deliveries ?? [] };
}

/** Removes the roles at a location from all its members, like a step of `roleRemoval` for each. */
export function removeRoles(tables: RecordTables, locationId: string): void {
  for (const { id } of foundIn(tables, { staff: { locationId } }).staff)
    stepIn(tables, roleRemoval(id, locationId), 0);
}

function assertUnique(tables: RecordTables, { kind, inserted }: KindWrites): void {
  const selectors = Object.entries(RECORD_KINDS[kind].by) as [string, RecordSelector<object>][];
  const others: readonly object[] = Object.values(tables[kind]);
  for (const [by, { unique }] of selectors)
    for (const record of unique ? inserted : [])
      if (others.some((other) => unique!(other) === unique!(record)))
        throw new Error(`${kind}: ${by} exists already`);
}
