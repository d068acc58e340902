/** Common code of storages for reading records and saving the decision of a step. */
import type { FoundRecords, RecordChange, RecordKind, RecordSelection } from './records.ts';
import { RECORD_KINDS, type RecordKindOf, type RecordSelector } from './record-kinds.ts';

/** Records of one kind. */
export interface KindSelection {
  /** The kind. */
  readonly kind: RecordKind;
  /** A record must have one of the values of one of these; none: all of the kind. */
  readonly wanted: readonly {
    /** The selector's name. */
    readonly by: string;
    /** The selector. */
    readonly selector: RecordSelector<never>;
    /** The values. */
    readonly values: readonly string[];
  }[];
}

/** The writes of one kind. */
export interface KindWrites {
  /** The kind. */
  readonly kind: RecordKind;
  /** New records. */
  readonly inserted: readonly object[];
  /** Whole records that replace the found ones. */
  readonly updated: readonly object[];
  /** Ids of removed records. */
  readonly removed: readonly string[];
}

/** The storage of a kind, with an untyped record. */
export function kindOf(kind: RecordKind): RecordKindOf<'keys'> {
  return RECORD_KINDS[kind] as unknown as RecordKindOf<'keys'>;
}

/** The id of a record among those of its kind. */
export function recordId(kind: RecordKind, record: object): string {
  return String((record as Readonly<Record<string, unknown>>)[RECORD_KINDS[kind].id]);
}

const KINDS = Object.keys(RECORD_KINDS) as readonly RecordKind[];

/** The kinds of a selection, in the order in which they are locked. */
export function selectionsOf(select: RecordSelection): readonly KindSelection[] {
  const selections: KindSelection[] = [];
  for (const kind of KINDS) {
    if (!select[kind]) continue;
    const selectors = RECORD_KINDS[kind].by as Readonly<Record<string, RecordSelector<never>>>;
    const wanted = Object.entries(select[kind] as Readonly<Record<string, string | readonly string[]>>);
    selections.push({
      kind,
      wanted: wanted.map(([by, values]) => ({ by, selector: selectors[by]!, values: [values].flat() })),
    });
  }
  return selections;
}

/** The values that a step locks, in a common order: another step could insert records with them. */
export function lockedValues(selections: readonly KindSelection[]): readonly string[] {
  return selections
    .flatMap(({ kind, wanted }) => {
      if (wanted.length === 0) return [`bord ${kind}`];
      const locked = wanted.filter(({ selector }) => selector.isLocked);
      return locked.flatMap(({ by, values }) => values.map((value) => `bord ${kind} ${by} ${value}`));
    })
    .toSorted();
}

/** The writes of a change, kind by kind in the order of their references. Unchanged records are not written. */
export function writesOf(
  found: FoundRecords<RecordSelection>,
  { save = {}, remove = {} }: RecordChange<unknown>,
): readonly KindWrites[] {
  return KINDS.flatMap((kind) => {
    const before = foundById(found, kind);
    const saved: readonly object[] = save[kind] ?? [];
    const removed = remove[kind] ?? [];
    const inserted = saved.filter((record) => !before.has(recordId(kind, record)));
    const updated = saved.filter((record) => (before.get(recordId(kind, record)) ?? record) !== record);
    return inserted.length + updated.length + removed.length > 0
      ? [{ kind, inserted, updated, removed }]
      : [];
  });
}

/** The invalidations of a change, at the time that its rule received. */
export function invalidationsOf(
  found: FoundRecords<RecordSelection>,
  writes: readonly KindWrites[],
  nowMs: number,
): ReadonlySet<'keys' | 'endpoints' | 'staff' | 'anything'> {
  const kinds = writes.flatMap(({ kind, inserted, updated, removed }) => {
    const before = foundById(found, kind);
    const { invalidation } = RECORD_KINDS[kind] as RecordKindOf<never>;
    const isDue =
      invalidation &&
      (inserted.some((record) => invalidation.of(null, record as never, nowMs)) ||
        updated.some((record) =>
          invalidation.of(before.get(recordId(kind, record)) as never, record as never, nowMs),
        ) ||
        removed.some((id) => invalidation.of((before.get(id) ?? null) as never, null, nowMs)));
    return isDue ? [invalidation.kind] : [];
  });
  return new Set(kinds);
}

function foundById(found: FoundRecords<RecordSelection>, kind: RecordKind): ReadonlyMap<string, object> {
  const records: readonly object[] = found[kind] ?? [];
  return new Map(records.map((record) => [recordId(kind, record), record]));
}
