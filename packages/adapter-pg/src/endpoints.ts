import type { Endpoint, EndpointStore } from '@bord/engine/storage';
import { plain, type Row, rowFormat, time } from './columns.ts';
import { mapUnavailable, withRetry } from './errors.ts';
import type { LimitedPool, Query } from './connection.ts';
import { transact } from './transaction.ts';

/** An endpoint as PostgreSQL reads and writes it as JSON. */
export const ENDPOINT = rowFormat<Endpoint>({
  id: plain('id'),
  partner: plain('partner'),
  url: plain('url'),
  eventTypes: plain('event_types'),
  locationIds: plain('location_ids'),
  includeGuest: plain('include_guest'),
  secrets: plain('secrets'),
  createdMs: time('created_at'),
  failedInARow: plain('failed_in_a_row'),
  disabledMs: time('disabled_at'),
});

/** Where partners want to hear of their bookings. `changed` is called when one is new or has been changed. */
export function pgEndpoints(pool: LimitedPool, query: Query, changed: () => void): EndpointStore {
  return {
    async insert(endpoint) {
      await query(INSERT, [JSON.stringify(ENDPOINT.row(endpoint))]);
      changed();
    },

    async find(endpointId) {
      const [endpoint] = await read(query, 'WHERE id = $1', [endpointId]);
      return endpoint ?? null;
    },

    list: () => read(query, 'ORDER BY created_at, id'),

    ofPartner: (partner) => read(query, 'WHERE partner = $1 ORDER BY created_at, id', [partner]),

    naming: (type) => read(query, 'WHERE $1 = ANY (event_types) ORDER BY created_at, id', [type]),

    async change(endpointId, rule) {
      const change = withRetry(() =>
        transact(pool, async (inside) => {
          const [before] = await read(inside, 'WHERE id = $1 FOR NO KEY UPDATE', [endpointId]);
          if (!before) return { result: null };
          const after = rule(before);
          const values = [JSON.stringify([ENDPOINT.row(after)])];
          return { result: after, save: { text: 'SELECT save_endpoints($1)', values } };
        }),
      );
      const after = await mapUnavailable(change);
      if (after) changed();
      return after;
    },

    async remove(endpointId) {
      const removed = await query('DELETE FROM endpoints WHERE id = $1 RETURNING id', [endpointId]);
      if (removed.length > 0) changed();
      return removed.length > 0;
    },
  };
}

const INSERT = `
  INSERT INTO endpoints (${ENDPOINT.columns})
  SELECT ${ENDPOINT.columns} FROM json_populate_record(NULL::endpoints, $1) ON CONFLICT (id) DO NOTHING`;

async function read(query: Query, where: string, values: readonly unknown[] = []): Promise<Endpoint[]> {
  const rows = await query<{ endpoint: Row }>(
    `SELECT row_to_json(endpoints) AS endpoint FROM endpoints ${where}`,
    values,
  );
  return rows.map(({ endpoint }) => ENDPOINT.record(endpoint));
}
