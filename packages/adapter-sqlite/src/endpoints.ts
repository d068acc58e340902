import type { Endpoint, EndpointStore, EventType, SigningSecret } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import type { Shared } from './shared.ts';
import { reading } from './unavailable.ts';

interface EndpointRow {
  readonly id: string;
  readonly partner: string;
  readonly url: string;
  readonly event_types: string | null;
  readonly location_ids: string | null;
  readonly include_guest: number;
  readonly secrets: string;
  readonly created_ms: number;
  readonly failed_in_a_row: number;
  readonly disabled_ms: number | null;
}

/** Endpoints within the transaction that is under way. */
export interface EndpointTable {
  find(endpointId: string): Endpoint | null;
  /** Replaces the one with this id. */
  save(endpoint: Endpoint): void;
}

export function endpointTable(database: Database): EndpointTable {
  const byId = database.prepare<[string], EndpointRow>('SELECT * FROM endpoints WHERE id = ?');
  const save = database.prepare(`
    UPDATE endpoints SET partner = @partner, url = @url, event_types = @eventTypes, location_ids = @locationIds,
      include_guest = @includeGuest, secrets = @secrets, created_ms = @createdMs, failed_in_a_row = @failedInARow,
      disabled_ms = @disabledMs
    WHERE id = @id`);
  return {
    find(endpointId) {
      const row = byId.get(endpointId);
      return row ? toEndpoint(row) : null;
    },
    save: (endpoint) => void save.run(valuesOf(endpoint)),
  };
}

/** Where partners want to hear of their bookings. */
export function sqliteEndpoints(
  database: Database,
  commits: GroupCommit<Shared>,
  table: EndpointTable,
): EndpointStore {
  const insert = database.prepare(`
    INSERT INTO endpoints (id, partner, url, event_types, location_ids, include_guest, secrets, created_ms,
      failed_in_a_row, disabled_ms)
    VALUES (@id, @partner, @url, @eventTypes, @locationIds, @includeGuest, @secrets, @createdMs, @failedInARow,
      @disabledMs)`);
  const all = database.prepare<[], EndpointRow>('SELECT * FROM endpoints ORDER BY created_ms, rowid');
  const ofPartner = database.prepare<[string], EndpointRow>(
    'SELECT * FROM endpoints WHERE partner = ? ORDER BY created_ms, rowid',
  );
  return {
    insert: (endpoint) =>
      commits.run((shared) => {
        insert.run(valuesOf(endpoint));
        shared.changed();
      }),
    find: (endpointId) => reading(() => table.find(endpointId)),
    list: () => reading(() => all.all().map(toEndpoint)),
    ofPartner: (partner) => reading(() => ofPartner.all(partner).map(toEndpoint)),
    change: (endpointId, rule) =>
      commits.run((shared) => {
        const before = table.find(endpointId);
        if (!before) return null;
        const after = rule(before);
        table.save(after);
        shared.changed();
        return after;
      }),
  };
}

function valuesOf(endpoint: Endpoint): Record<string, string | number | null> {
  const { eventTypes, locationIds, includeGuest, secrets, ...rest } = endpoint;
  return {
    ...rest,
    eventTypes: eventTypes && JSON.stringify(eventTypes),
    locationIds: locationIds && JSON.stringify(locationIds),
    includeGuest: includeGuest ? 1 : 0,
    secrets: JSON.stringify(secrets),
  };
}

function toEndpoint(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    partner: row.partner,
    url: row.url,
    eventTypes: row.event_types === null ? null : (JSON.parse(row.event_types) as EventType[]),
    locationIds: row.location_ids === null ? null : (JSON.parse(row.location_ids) as string[]),
    includeGuest: row.include_guest === 1,
    secrets: JSON.parse(row.secrets) as SigningSecret[],
    createdMs: row.created_ms,
    failedInARow: row.failed_in_a_row,
    disabledMs: row.disabled_ms,
  };
}
