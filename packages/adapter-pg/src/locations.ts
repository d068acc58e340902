import {
  type GuestRetention,
  type Location,
  type LocationPlan,
  type LocationStore,
  type Menu,
  type PlanEffects,
  type PlanPut,
  type PutLocation,
  type StoredLocation,
  storedLocation,
  plain,
  type Row,
  rowFormat,
} from '@bord/engine/storage';
import { fromRow, instant, NEW_DELIVERY, toRow } from './rows.ts';
import { mapUnavailable, withRetry } from './errors.ts';
import { CLEAR, REMOVE } from './location-removal.ts';
import type { LimitedPool, Query, Statement } from './connection.ts';
import { json, transact } from './transaction.ts';

const LOCATION = rowFormat<StoredLocation>({
  id: plain('id'),
  revision: plain('revision'),
  plan: plain('plan'),
});

interface Changed {
  /** The plan of a location has changed. */
  planned(locationId: string): void;
  /** A location was removed with all its data. */
  removed(): void;
}

export function pgLocations(pool: LimitedPool, query: Query, changed: Changed): LocationStore {
  return {
    get: (locationId) => read(query, locationId),

    async list() {
      const rows = await query<Row>(`SELECT ${LOCATION.columns} FROM bord.locations`);
      return rows.map(toLocation).toSorted((a, b) => a.name.localeCompare(b.name));
    },

    async timeZones() {
      return (await query<{ zone: string }>(TIME_ZONES)).map(({ zone }) => zone);
    },

    retentions: (timeZone, afterId, limit) =>
      query<GuestRetention>(RETENTIONS, [timeZone, afterId ?? '00000000-0000-0000-0000-000000000000', limit]),

    async put(locationId, plan, nowMs, check) {
      const [put] = await putPlans(pool, changed, [{ locationId, plan, check }], nowMs);
      return put!;
    },

    putAll: (puts, nowMs) => putPlans(pool, changed, puts, nowMs),

    async clear(locationId, nowMs, limit) {
      const [row] = await query<{ cleared: number }>(CLEAR, [locationId, instant(nowMs), limit]);
      return row!.cleared;
    },

    async remove(locationId, nowMs, check) {
      const removal = withRetry(() =>
        transact(pool, async (inside) => {
          const [, bookings, before] = await Promise.all([
            inside(LOCK, [[locationId]]),
            inside<{ booking: Row }>(LIVE_AFTER, [[locationId], instant(nowMs)]),
            read(inside, locationId),
          ]);
          check(bookings.map(({ booking }) => fromRow(booking)));
          return { result: before !== null, save: { text: REMOVE, values: [locationId] } };
        }),
      );
      const wasThere = await mapUnavailable(removal);
      changed.removed();
      return wasThere;
    },

    async menu(locationId) {
      const [row] = await query<{ menu: Menu }>('SELECT menu FROM bord.menus WHERE location_id = $1', [
        locationId,
      ]);
      return row?.menu ?? null;
    },

    async putMenu(locationId, menu) {
      await query(
        `INSERT INTO bord.menus (location_id, menu) VALUES ($1, $2)
         ON CONFLICT (location_id) DO UPDATE SET menu = excluded.menu`,
        [locationId, JSON.stringify(menu)],
      );
    },
  };
}

/** From zone to zone along an index. Exported for the test of its cost. */
export const TIME_ZONES = `
  WITH RECURSIVE zones (zone) AS (
    SELECT min(plan ->> 'timeZone') FROM bord.locations
    UNION ALL
    SELECT (SELECT min(plan ->> 'timeZone') FROM bord.locations WHERE plan ->> 'timeZone' > zone) FROM zones WHERE zone IS NOT NULL
  ) SELECT zone FROM zones WHERE zone IS NOT NULL`;

/** Exported for the test of its cost. */
export const RETENTIONS = `
  SELECT id AS "locationId", (plan ->> 'guestRetentionDays')::integer AS days FROM bord.locations
  WHERE plan ->> 'timeZone' = $1 AND id > $2 AND plan ->> 'guestRetentionDays' IS NOT NULL ORDER BY id LIMIT $3`;

async function putPlans(
  pool: LimitedPool,
  changed: Changed,
  puts: readonly PlanPut[],
  nowMs: number,
): Promise<readonly PutLocation[]> {
  const ids = puts.map(({ locationId }) => locationId);
  const change = withRetry(() =>
    transact(pool, async (inside) => {
      const [, bookings, stored] = await Promise.all([
        // Steps share this lock: they wait from here on, and the next one sees the new plan.
        inside(LOCK, [ids]),
        inside<{ booking: Row }>(LIVE_AFTER, [ids, instant(nowMs)]),
        inside<Row>(`SELECT ${LOCATION.columns} FROM bord.locations WHERE id = ANY($1)`, [ids]),
      ]);
      const rows = Map.groupBy(
        bookings.map(({ booking }) => fromRow(booking)),
        ({ locationId }) => locationId,
      );
      const known = new Map(stored.map(toLocation).map((location) => [location.id, location]));
      const saved = puts.map(({ locationId, plan, check }): SavedPlan => {
        const before = known.get(locationId) ?? null;
        const effects = check(rows.get(locationId) ?? [], before);
        if (effects === null) return { location: before!, created: false };
        const location = { ...plan, id: locationId, revision: (before?.revision ?? 0) + 1 };
        return { location, created: before === null, plan, effects: effects ?? {} };
      });
      for (const { location, effects: { others = [], deliveries = [] } = {} } of saved)
        if (others.length > 0 || deliveries.length > 0)
          await inside(SAVE_EFFECTS, [
            location.id,
            json(others.map(toRow)),
            json(deliveries.map(NEW_DELIVERY.row)),
          ]);
      return { result: saved, save: savingOf(saved) };
    }),
  );
  const saved = await mapUnavailable(change);
  for (const { location, plan } of saved) if (plan) changed.planned(location.id);
  return saved.map(({ location, created }) => ({ location, created }));
}

/** A location as stored, with the plan and the rows to save, unless it is unchanged. */
interface SavedPlan extends PutLocation {
  readonly plan?: LocationPlan;
  readonly effects?: PlanEffects;
}

/** Sorted by id, so that no deadlock is possible. */
const LOCK = `
  SELECT pg_advisory_xact_lock(bord.location_lock(id)) FROM (SELECT unnest($1::uuid[]) AS id ORDER BY 1) AS locations`;

function savingOf(saved: readonly SavedPlan[]): Statement | undefined {
  const changed = saved.filter(({ plan }) => plan !== undefined);
  if (changed.length === 0) return undefined;
  const rows = changed.map(({ location: { id, revision }, plan }) => ({ id, revision, plan }));
  return { text: SAVE, values: [JSON.stringify(rows)] };
}

const SAVE = `
  INSERT INTO bord.locations (${LOCATION.columns})
  SELECT ${LOCATION.columns} FROM json_to_recordset($1) AS row (id uuid, revision integer, plan jsonb)
  ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, plan = excluded.plan`;

const SAVE_EFFECTS = "SELECT bord.save_snapshot($1, '{}', '{}', '{}', '{}', NULL, $2, NULL, $3, NULL)";

/** By the two indexes of the diary. */
const LIVE_AFTER = `
  SELECT row_to_json(bookings) AS booking FROM bord.bookings
  WHERE location_id = ANY($1) AND status = 'confirmed' AND blocked_until - starts_at <= interval '4 hours'
    AND starts_at > $2::timestamptz - interval '4 hours' AND blocked_until > $2
  UNION ALL
  SELECT row_to_json(bookings) AS booking FROM bord.bookings
  WHERE location_id = ANY($1) AND status = 'confirmed' AND blocked_until - starts_at > interval '4 hours'
    AND tstzrange(starts_at, blocked_until) && tstzrange($2, NULL)`;

async function read(query: Query, locationId: string): Promise<Location | null> {
  const [row] = await query<Row>(`SELECT ${LOCATION.columns} FROM bord.locations WHERE id = $1`, [
    locationId,
  ]);
  return row ? toLocation(row) : null;
}

function toLocation(row: Row): Location {
  return storedLocation(LOCATION.record(row));
}
