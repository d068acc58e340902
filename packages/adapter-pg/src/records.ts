import {
  type FoundRecords,
  type Invalidation,
  type KindSelection,
  kindOf,
  type KindWrites,
  lockedValues,
  recordFinders,
  recordId,
  type Records,
  type RecordSelection,
  type RecordStep,
  selectionsOf,
  invalidationsOf,
  writesOf,
} from '@bord/engine/storage';
import type { Row } from './columns.ts';
import type { LimitedPool, Query } from './connection.ts';
import { CommitUnknown, isPassing, isTaken, mapUnavailable, withRetry } from './errors.ts';
import { lockStatement, readStatement, saveStatement, toRecords } from './record-row.ts';
import { transact } from './transaction.ts';

/** A step that finds a unique value taken so often has seen the record that has it. */
const TAKEN_MAX = 3;

interface Read {
  readonly found: FoundRecords<Required<RecordSelection>>;
  readonly nowMs: number;
}

interface Outcome<R> {
  readonly result: R;
  readonly invalidations: ReturnType<typeof invalidationsOf>;
  readonly locationIds: readonly string[];
  /** The record by which it is seen that the step was saved; undefined when it inserts none. */
  readonly mark: RecordSelection | undefined;
}

/**
 * Records in their tables. A step takes two round trips: its locks and what it reads, then all that it saves, with COMMIT. A step that inserts
 * a record is not saved twice when the answer to COMMIT is lost: its next attempt looks for that record.
 *
 * @param waits is called when messages wait, with their locations
 * @param tell is called when something was saved that others may keep in memory
 */
export function pgRecords(
  pool: LimitedPool,
  query: Query,
  waits: (locationIds: readonly string[]) => void,
  tell: (invalidation: Invalidation) => void,
): Records {
  async function amend<R>({ select, rule }: RecordStep<R>): Promise<R> {
    const selections = selectionsOf(select);
    let tried: Outcome<R> | undefined;
    let inDoubt: Outcome<R> | undefined;
    let taken = 0;
    const attempt = (): Promise<Outcome<R>> =>
      transact(pool, async (inside) => {
        const [{ found, nowMs }, marked] = await Promise.all([
          readLocked(inside, selections),
          inDoubt?.mark && readRecords(inside, selectionsOf(inDoubt.mark)),
        ]);
        if (inDoubt && Object.values(marked?.found ?? {}).some((records) => records.length > 0))
          return { result: inDoubt };
        const change = rule(found, nowMs);
        const { result, deliveries = [] } = change;
        const writes = writesOf(found, change);
        const locationIds = deliveries.map(({ locationId }) => locationId);
        tried = { result, invalidations: invalidationsOf(found, writes), locationIds, mark: markOf(writes) };
        return { result: tried, save: saveStatement(writes, deliveries) };
      });
    const isWorthwhile = (error: unknown): boolean => {
      if (!(error instanceof CommitUnknown))
        return isPassing(error) || (isTaken(error) && ++taken < TAKEN_MAX);
      inDoubt = tried;
      return tried?.mark !== undefined;
    };
    const { result, invalidations, locationIds } = await mapUnavailable(withRetry(attempt, isWorthwhile));
    for (const kind of invalidations) tell({ kind });
    waits(locationIds);
    return result;
  }

  const read: Records['read'] = async (select) => {
    const { found, nowMs } = await readRecords(query, selectionsOf(select));
    return { ...found, nowMs } as never;
  };
  return { amend, read, ...recordFinders(read) };
}

/** In the order of the values, which all steps keep. */
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended(value, 0)) FROM unnest($1::text[]) AS value';

/** Locks values, then rows, and reads in a separate statement what was saved before it got the locks; all in one round trip. */
async function readLocked(query: Query, selections: readonly KindSelection[]): Promise<Read> {
  const values = lockedValues(selections);
  const locks = selections.map(lockStatement);
  if (values.length > 0) locks.unshift({ text: LOCK, values: [values] });
  const locked = locks.map(({ text, values: given }) => query(text, given));
  const [read] = await Promise.all([readRecords(query, selections), ...locked]);
  return read;
}

async function readRecords(query: Query, selections: readonly KindSelection[]): Promise<Read> {
  const { text, values } = readStatement(selections);
  const [row] = await query<Row>(text, values);
  const found = selections.map(({ kind }) => [kind, toRecords(kind, row![kind] as readonly Row[])]);
  return { found: Object.fromEntries(found) as Read['found'], nowMs: row!['now_ms'] as number };
}

function markOf(writes: readonly KindWrites[]): RecordSelection | undefined {
  const made = writes.find(({ inserted }) => inserted.length > 0);
  if (!made) return undefined;
  const { id, by } = kindOf(made.kind);
  return { [made.kind]: id in by ? { [id]: recordId(made.kind, made.inserted[0]!) } : {} };
}
