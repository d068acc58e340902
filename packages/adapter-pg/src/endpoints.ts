import type { Endpoint, EndpointStore, EventType, SigningSecret } from '@bord/engine/storage';
import { instant } from './booking-row.ts';
import { orUnavailable, persistently } from './failures.ts';
import type { LimitedPool, Query } from './connection.ts';
import { transact } from './transaction.ts';

/** An endpoint as its table has it and PostgreSQL writes it as JSON. */
export interface EndpointRow {
  readonly id: string;
  readonly partner: string;
  readonly url: string;
  readonly event_types: readonly EventType[] | null;
  readonly location_ids: readonly string[] | null;
  readonly include_guest: boolean;
  readonly secrets: readonly SigningSecret[];
  readonly created_at: string;
  readonly failed_in_a_row: number;
  readonly disabled_at: string | null;
}

/** Where partners want to hear of their bookings. `changed` is called when one is new or has been changed. */
export function pgEndpoints(pool: LimitedPool, query: Query, changed: () => void): EndpointStore {
  return {
    async insert(endpoint) {
      await query(INSERT, [JSON.stringify(toEndpointRow(endpoint))]);
      changed();
    },

    async find(endpointId) {
      const [endpoint] = await read(query, 'WHERE id = $1', [endpointId]);
      return endpoint ?? null;
    },

    list: () => read(query, 'ORDER BY created_at, id'),

    ofPartner: (partner) => read(query, 'WHERE partner = $1 ORDER BY created_at, id', [partner]),

    async change(endpointId, rule) {
      const change = persistently(() =>
        transact(pool, async (inside) => {
          const [before] = await read(inside, 'WHERE id = $1 FOR NO KEY UPDATE', [endpointId]);
          if (!before) return { result: null };
          const after = rule(before);
          const values = [JSON.stringify([toEndpointRow(after)])];
          return { result: after, save: { text: 'SELECT save_endpoints($1)', values } };
        }),
      );
      const after = await orUnavailable(change);
      if (after) changed();
      return after;
    },
  };
}

const INSERT = `
  INSERT INTO endpoints SELECT * FROM json_populate_record(NULL::endpoints, $1) ON CONFLICT (id) DO NOTHING`;

async function read(query: Query, where: string, values: readonly unknown[] = []): Promise<Endpoint[]> {
  const rows = await query<{ endpoint: EndpointRow }>(
    `SELECT row_to_json(endpoints) AS endpoint FROM endpoints ${where}`,
    values,
  );
  return rows.map(({ endpoint }) => toEndpoint(endpoint));
}

export function toEndpointRow(endpoint: Endpoint): EndpointRow {
  return {
    id: endpoint.id,
    partner: endpoint.partner,
    url: endpoint.url,
    event_types: endpoint.eventTypes,
    location_ids: endpoint.locationIds,
    include_guest: endpoint.includeGuest,
    secrets: endpoint.secrets,
    created_at: instant(endpoint.createdMs),
    failed_in_a_row: endpoint.failedInARow,
    disabled_at: endpoint.disabledMs === null ? null : instant(endpoint.disabledMs),
  };
}

export function toEndpoint(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    partner: row.partner,
    url: row.url,
    eventTypes: row.event_types,
    locationIds: row.location_ids,
    includeGuest: row.include_guest,
    secrets: row.secrets,
    createdMs: Date.parse(row.created_at),
    failedInARow: row.failed_in_a_row,
    disabledMs: row.disabled_at === null ? null : Date.parse(row.disabled_at),
  };
}
