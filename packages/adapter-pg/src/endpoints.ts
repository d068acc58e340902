import type { Endpoint, EndpointStore, EventType } from '@bord/engine';
import type { Query } from './open.ts';

interface EndpointRow {
  readonly id: string;
  readonly partner: string;
  readonly url: string;
  readonly event_types: readonly EventType[] | null;
  readonly location_ids: readonly string[] | null;
  readonly include_guest: boolean;
}

/** Where partners want to hear of their bookings. */
export function pgEndpoints(query: Query): EndpointStore {
  return {
    async insert({ id, partner, url, eventTypes, locationIds, includeGuest }) {
      await query(
        `INSERT INTO endpoints (id, partner, url, event_types, location_ids, include_guest) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO NOTHING`,
        [id, partner, url, eventTypes, locationIds, includeGuest],
      );
    },

    async ofPartner(partner) {
      const rows = await query<EndpointRow>('SELECT * FROM endpoints WHERE partner = $1 ORDER BY id', [
        partner,
      ]);
      return rows.map(toEndpoint);
    },
  };
}

function toEndpoint(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    partner: row.partner,
    url: row.url,
    eventTypes: row.event_types,
    locationIds: row.location_ids,
    includeGuest: row.include_guest,
  };
}
