import {
  type Clock,
  type Column,
  type Endpoint,
  type FoundRecords,
  invalidationsOf,
  kindOf,
  type KindWrites,
  plain,
  recordFinders,
  recordFormats,
  type Records,
  type RecordSelection,
  type Row,
  selectionsOf,
  writesOf,
} from '@bord/engine/storage';
import { reading } from './errors.ts';
import type { GroupCommit } from './group-commit.ts';
import type { DeliveryWriter } from './outbox.ts';
import type { Shared } from './shared.ts';
import type { Database, Statement } from 'better-sqlite3';
import { flag, json, placeholders } from './columns.ts';

export function sqliteRecords(
  table: RecordTable,
  commits: GroupCommit<Shared>,
  clock: Clock,
  writer: Pick<DeliveryWriter, 'write'>,
): Records {
  const read: Records['read'] = (select) =>
    reading(() => ({ ...table.select(select), nowMs: clock.nowMs() }) as never);
  return {
    amend: ({ select, rule }) =>
      commits.run((shared) => {
        const found = table.select(select);
        const nowMs = clock.nowMs();
        const change = rule(found, nowMs);
        const writes = writesOf(found, change);
        for (const one of writes) table.write(one);
        writer.write(change.deliveries ?? []);
        const changed = invalidationsOf(found, writes, nowMs);
        if (changed.size > 0) shared.changed();
        if (changed.has('endpoints')) shared.snapshots.forgetEndpoints();
        return change.result;
      }),
    read,
    ...recordFinders(read),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const ROLES = `(SELECT json_group_array(json_object('locationId', location_id, 'role', role))
  FROM (SELECT location_id, role FROM staff_roles WHERE staff_id = t.id ORDER BY location_id)) AS roles`;

const formatOf = recordFormats(([type, name]): Column<unknown> => {
  if (type === 'time') return plain(`${name}_ms`);
  if (type === 'flag') return flag(name) as Column<unknown>;
  return type === 'list' || type === 'json' ? json(name) : plain(name);
});

/** Records within the current transaction. */
export interface RecordTable {
  select(select: RecordSelection): FoundRecords<Required<RecordSelection>>;
  write(writes: KindWrites): void;
}

/** Reads all endpoints, the oldest first. */
export function endpointsReader(table: Pick<RecordTable, 'select'>): () => readonly Endpoint[] {
  return () => table.select({ endpoints: {} }).endpoints;
}

export function recordTable(database: Database): RecordTable {
  const statements = new Map<string, Statement<unknown[], Row>>();
  function prepared(text: string): Statement<unknown[], Row> {
    const known = statements.get(text) ?? database.prepare<unknown[], Row>(text);
    statements.set(text, known);
    return known;
  }

  function saveRoles(staffId: string, roles: string): void {
    const values = { staffId, roles };
    prepared(`
      DELETE FROM staff_roles WHERE staff_id = @staffId
      AND location_id NOT IN (SELECT value ->> 'locationId' FROM json_each(@roles))`).run(values);
    prepared(`
      INSERT INTO staff_roles (location_id, staff_id, role)
      SELECT value ->> 'locationId', @staffId, value ->> 'role' FROM json_each(@roles) WHERE true
      ON CONFLICT (location_id, staff_id) DO UPDATE SET role = excluded.role`).run(values);
  }

  return {
    select(select) {
      const found = selectionsOf(select).map(({ kind, wanted }) => {
        const { table, hasRoles, order } = kindOf(kind);
        const conditions = wanted.map(({ selector }) =>
          selector.sql((column) => `${column} IN (SELECT value FROM json_each(?))`, ''),
        );
        const where = conditions.length > 0 ? `WHERE ${conditions.join(' OR ')}` : '';
        const format = formatOf<Fields>(kind);
        const columns = format.columns + (hasRoles ? `, ${ROLES}` : '');
        const statement = prepared(`SELECT ${columns} FROM ${table} t ${where}`);
        const rows = statement.all(...wanted.map(({ values }) => JSON.stringify(values)));
        const records = rows.map((row) => {
          const record = format.record(row);
          return hasRoles ? { ...record, roles: JSON.parse(row['roles'] as string) as unknown } : record;
        });
        return [kind, records.toSorted(order as never)];
      });
      return Object.fromEntries(found) as FoundRecords<Required<RecordSelection>>;
    },

    write({ kind, inserted, updated, removed }) {
      const { table, id, columns: named, derived = {}, hasRoles } = kindOf(kind);
      const { columns, values } = formatOf<Fields>(kind);
      const more = Object.entries(derived);
      const names = [columns, ...more.map(([name]) => name)].join(', ');
      const marks = placeholders(names);
      const valuesOf = (record: object): unknown[] => [
        ...values(record as Fields),
        ...more.map(([, of]) => of(record as never)),
      ];
      const idColumn = named[id as 'id']![1];
      const idOf = (record: object): unknown => (record as Fields)[id];
      for (const record of inserted)
        prepared(`INSERT INTO ${table} (${names}) VALUES (${marks})`).run(...valuesOf(record));
      for (const record of updated)
        prepared(`UPDATE ${table} SET (${names}) = (${marks}) WHERE ${idColumn} = ?`).run(
          ...valuesOf(record),
          idOf(record),
        );
      for (const one of removed) prepared(`DELETE FROM ${table} WHERE ${idColumn} = ?`).run(one);
      if (hasRoles)
        for (const record of [...inserted, ...updated])
          saveRoles(idOf(record) as string, JSON.stringify((record as Fields)['roles']));
    },
  };
}
