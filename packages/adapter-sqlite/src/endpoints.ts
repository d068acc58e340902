import type { Endpoint, EndpointStore } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { flag, json, plain, type Row, rowFormat } from './columns.ts';
import type { GroupCommit } from './group-commit.ts';
import type { Shared } from './shared.ts';
import { reading } from './errors.ts';

const ENDPOINT = rowFormat<Endpoint>({
  id: plain('id'),
  partner: plain('partner'),
  url: plain('url'),
  eventTypes: json('event_types'),
  locationIds: json('location_ids'),
  includeGuest: flag('include_guest'),
  secrets: json('secrets'),
  createdMs: plain('created_ms'),
  failedInARow: plain('failed_in_a_row'),
  disabledMs: plain('disabled_ms'),
});

/** Endpoints within the transaction that is under way. */
export interface EndpointTable {
  find(endpointId: string): Endpoint | null;
  /** Replaces the one with this id. */
  save(endpoint: Endpoint): void;
}

export function endpointTable(database: Database): EndpointTable {
  const byId = select(database, 'WHERE id = ?');
  const save = database.prepare(
    `UPDATE endpoints SET (${ENDPOINT.columns}) = (${ENDPOINT.placeholders}) WHERE id = ?`,
  );
  return {
    find(endpointId) {
      const row = byId.get(endpointId);
      return row ? ENDPOINT.record(row) : null;
    },
    save: (endpoint) => void save.run(...ENDPOINT.values(endpoint), endpoint.id),
  };
}

/** Where partners want to hear of their bookings. */
export function sqliteEndpoints(
  database: Database,
  commits: GroupCommit<Shared>,
  table: EndpointTable,
): EndpointStore {
  const insert = database.prepare(
    `INSERT INTO endpoints (${ENDPOINT.columns}) VALUES (${ENDPOINT.placeholders})`,
  );
  const remove = database.prepare('DELETE FROM endpoints WHERE id = ?');
  const all = select(database, 'ORDER BY created_ms, rowid');
  const ofPartner = select(database, 'WHERE partner = ? ORDER BY created_ms, rowid');
  const naming = select(
    database,
    'WHERE EXISTS (SELECT 1 FROM json_each(event_types) WHERE value = ?) ORDER BY created_ms, rowid',
  );
  return {
    insert: (endpoint) =>
      commits.run((shared) => {
        insert.run(ENDPOINT.values(endpoint));
        shared.changed();
      }),
    find: (endpointId) => reading(() => table.find(endpointId)),
    list: () => reading(() => all.all().map((row) => ENDPOINT.record(row))),
    ofPartner: (partner) => reading(() => ofPartner.all(partner).map((row) => ENDPOINT.record(row))),
    naming: (type) => reading(() => naming.all(type).map((row) => ENDPOINT.record(row))),
    change: (endpointId, rule) =>
      commits.run((shared) => {
        const before = table.find(endpointId);
        if (!before) return null;
        const after = rule(before);
        table.save(after);
        shared.changed();
        return after;
      }),
    remove: (endpointId) =>
      commits.run((shared) => {
        const isKnown = remove.run(endpointId).changes > 0;
        shared.endpoints.delete(endpointId);
        if (isKnown) shared.changed();
        return isKnown;
      }),
  };
}

function select(database: Database, rest: string) {
  return database
    .prepare<(string | number)[], Row>(`SELECT ${ENDPOINT.columns} FROM endpoints ${rest}`)
    .raw();
}
