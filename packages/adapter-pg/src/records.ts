import {
  type Column,
  type Delivery,
  type FoundRecords,
  type Invalidation,
  invalidationsOf,
  kindOf,
  type KindSelection,
  type KindWrites,
  lockedValues,
  plain,
  recordFinders,
  recordFormats,
  recordId,
  type RecordKind,
  type Records,
  type RecordSelection,
  type RecordStep,
  type Row,
  selectionsOf,
  writesOf,
} from '@bord/engine/storage';
import { NEW_DELIVERY, time } from './rows.ts';
import type { LimitedPool, Query, Statement } from './connection.ts';
import { CommitUnknown, isPassing, isTaken, mapUnavailable, withRetry } from './errors.ts';
import { transact } from './transaction.ts';

/** The number of attempts: a step that finds a unique value taken so often has seen the record that has it. */
const TAKEN_MAX = 3;

interface Read {
  readonly found: FoundRecords<Required<RecordSelection>>;
  readonly nowMs: number;
}

interface Outcome<R> {
  readonly result: R;
  readonly invalidations: ReturnType<typeof invalidationsOf>;
  readonly locationIds: readonly string[];
  /** The record that shows whether the step was saved; undefined if it inserts none. */
  readonly mark: RecordSelection | undefined;
}

/**
 * Records in their tables. A step takes two round trips: its locks and reads, then all its writes with COMMIT. A step that inserts a record is not
 * saved twice if the answer to COMMIT is lost: its next attempt looks for that record.
 * @param waits called with the locations of new messages
 * @param tell called after a change of records that other processes might cache
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
        const invalidations = invalidationsOf(found, writes, nowMs);
        tried = { result, invalidations, locationIds, mark: markOf(writes) };
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

/** In the order of the values, as in all steps. */
const LOCK =
  "SELECT pg_advisory_xact_lock(hashtextextended('bord.record ' || value, 0)) FROM unnest($1::text[]) AS value";

/** Locks values, then rows, and reads in a separate statement, which sees all commits before the locks; in one round trip. */
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

type Fields = Readonly<Record<string, unknown>>;

/** The rows of a kind in PostgreSQL's JSON format. */
export const recordFormat = recordFormats(([type, name]) =>
  type === 'time' ? (time(`${name}_at`) as Column<unknown>) : plain(name),
);

/** `given` adds a parameter and returns its name. */
function conditionOf({ wanted }: KindSelection, given: (values: readonly string[]) => string): string {
  const conditions = wanted.map(({ selector, values }) => {
    const parameter = given(values);
    return selector.sql(
      (column, type: 'text' | 'uuid' = 'text') => `${column} = ANY (${parameter}::${type}[])`,
      'bord.',
    );
  });
  return conditions.length > 0 ? `WHERE ${conditions.join(' OR ')}` : '';
}

function parameters<T>(): { readonly values: T[]; readonly given: (value: T) => string } {
  const values: T[] = [];
  return { values, given: (value) => `$${values.push(value)}` };
}

/** The statement that reads the records of a selection, as lists of rows by kind, and the storage's time. */
function readStatement(selections: readonly KindSelection[]): Statement {
  const { values, given } = parameters<readonly string[]>();
  const lists = selections.map((one) => {
    const { table, hasRoles } = kindOf(one.kind);
    const row = hasRoles ? 'bord.staff_member(t)' : 'row_to_json(t)';
    const where = conditionOf(one, given);
    return `(SELECT coalesce(json_agg(${row}), '[]') FROM bord.${table} t ${where}) AS "${one.kind}", `;
  });
  return {
    text: `SELECT ${lists.join('')}floor(extract(epoch FROM bord.storage_now()) * 1000)::float8 AS now_ms`,
    values,
  };
}

function lockStatement(selection: KindSelection): Statement {
  const { table, id } = kindOf(selection.kind);
  const { values, given } = parameters<readonly string[]>();
  const where = conditionOf(selection, given);
  return { text: `SELECT FROM bord.${table} t ${where} ORDER BY ${id} FOR UPDATE`, values };
}

/** Records of a kind from rows as JSON, in their order. */
export function toRecords(kind: RecordKind, rows: readonly Row[]): readonly object[] {
  const { hasRoles, order } = kindOf(kind);
  const format = recordFormat<Fields>(kind);
  return rows
    .map((row) => (hasRoles ? { ...format.record(row), roles: row['roles'] } : format.record(row)))
    .toSorted(order as never);
}

/** The statement that saves the changes of a step; undefined if there are none. */
function saveStatement(
  writes: readonly KindWrites[],
  deliveries: readonly Delivery[],
): Statement | undefined {
  if (writes.length === 0 && deliveries.length === 0) return undefined;
  const { values, given } = parameters<unknown>();
  const parts = writes.flatMap(({ kind, inserted, updated, removed }) => {
    const { table, id, hasRoles } = kindOf(kind);
    const columns = [recordFormat(kind).columns, ...Object.keys(kindOf(kind).derived ?? {})].join(', ');
    const rows = (records: readonly object[]): string =>
      `json_populate_recordset(NULL::bord.${table}, ${given(JSON.stringify(records.map((one) => rowOf(kind, one))))}) AS n`;
    const assigned = columns.replaceAll(/\w+/g, (column) => `${column} = n.${column}`);
    return [
      ...(removed.length > 0
        ? [`DELETE FROM bord.${table} WHERE ${id} = ANY (${given(removed)}::text[])`]
        : []),
      ...(updated.length > 0
        ? [`UPDATE bord.${table} t SET ${assigned} FROM ${rows(updated)} WHERE t.${id} = n.${id}`]
        : []),
      ...(inserted.length > 0
        ? [`INSERT INTO bord.${table} (${columns}) SELECT ${columns} FROM ${rows(inserted)}`]
        : []),
      ...(hasRoles ? saveRoles([...inserted, ...updated], given) : []),
    ];
  });
  const mails = given(JSON.stringify(deliveries.map(NEW_DELIVERY.row)));
  const steps = parts.map((part, i) => `s${i} AS (${part})`);
  const text = `${steps.length > 0 ? `WITH ${steps.join(', ')} ` : ''}SELECT bord.add_deliveries(${mails})`;
  return { text, values };
}

/** Deletes a member's removed roles and writes the others. */
function saveRoles(members: readonly object[], given: (value: unknown) => string): readonly string[] {
  const roles = (members as readonly { readonly id: string; readonly roles: readonly Fields[] }[]).flatMap(
    ({ id, roles: own }) =>
      own.map(({ locationId, role }) => ({ location_id: locationId, staff_id: id, role })),
  );
  const json = given(JSON.stringify(roles));
  const ids = given(members.map((one) => recordId('staff', one)));
  const rows = `json_populate_recordset(NULL::bord.staff_roles, ${json}) AS n`;
  return [
    `DELETE FROM bord.staff_roles r WHERE staff_id = ANY (${ids}::text[]) AND NOT EXISTS (
      SELECT FROM ${rows} WHERE n.staff_id = r.staff_id AND n.location_id = r.location_id)`,
    `INSERT INTO bord.staff_roles (location_id, staff_id, role) SELECT location_id, staff_id, role FROM ${rows}
      ON CONFLICT (location_id, staff_id) DO UPDATE SET role = excluded.role`,
  ];
}

function rowOf(kind: RecordKind, record: object): Row {
  const derived = Object.entries(kindOf(kind).derived ?? {}).map(([name, of]) => [name, of(record as never)]);
  return { ...recordFormat<object>(kind).row(record), ...(Object.fromEntries(derived) as Row) };
}
