import type { Endpoint, EndpointStore, EventType } from '@bord/engine';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import { reading } from './unavailable.ts';

interface EndpointRow {
  readonly id: string;
  readonly partner: string;
  readonly url: string;
  readonly event_types: string | null;
  readonly location_ids: string | null;
  readonly include_guest: number;
}

/** Where partners want to hear of their bookings. */
export function sqliteEndpoints(database: Database, commits: GroupCommit<unknown>): EndpointStore {
  const insert = database.prepare(`
    INSERT INTO endpoints (id, partner, url, event_types, location_ids, include_guest)
    VALUES (?, ?, ?, ?, ?, ?)`);
  const ofPartner = database.prepare<[string], EndpointRow>(
    'SELECT * FROM endpoints WHERE partner = ? ORDER BY rowid',
  );
  return {
    insert: ({ id, partner, url, eventTypes, locationIds, includeGuest }) =>
      commits.run(() => {
        const [types, locations] = [eventTypes, locationIds].map((list) => list && JSON.stringify(list));
        insert.run(id, partner, url, types, locations, includeGuest ? 1 : 0);
      }),
    ofPartner: (partner) => reading(() => ofPartner.all(partner).map(toEndpoint)),
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
  };
}
