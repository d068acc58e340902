import {
  type DiaryRow,
  type GuestRetention,
  type Location,
  type LocationStore,
  type Menu,
  type PlanPut,
  type PutLocation,
  type StoredLocation,
  storedLocation,
  plain,
  type Row,
  rowFormat,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { fromRow } from './booking-row.ts';
import { json, placeholders } from './columns.ts';
import type { GroupCommit } from './group-commit.ts';
import type { Shared } from './shared.ts';
import { reading } from './errors.ts';
import type { AmendmentWriter } from './bookings.ts';
import { locationRemoval } from './location-removal.ts';

const LOCATION = rowFormat<StoredLocation>({
  id: plain('id'),
  revision: plain('revision'),
  plan: json('plan'),
});

/** From zone to zone along an index. Exported for the test of its plan. */
export const TIME_ZONES = `
  WITH RECURSIVE zones (zone) AS (
    SELECT min(plan ->> 'timeZone') FROM locations
    UNION ALL
    SELECT (SELECT min(plan ->> 'timeZone') FROM locations WHERE plan ->> 'timeZone' > zone) FROM zones WHERE zone IS NOT NULL
  ) SELECT zone FROM zones WHERE zone IS NOT NULL`;

/** Exported for the test of its plan. */
export const RETENTIONS = `
  SELECT id AS locationId, plan ->> 'guestRetentionDays' AS days FROM locations
  WHERE plan ->> 'timeZone' = @timeZone AND id > @afterId AND plan ->> 'guestRetentionDays' IS NOT NULL ORDER BY id LIMIT @limit`;

export function revisionReader(database: Database): (locationId: string) => number | undefined {
  const revision = database.prepare<[string], number>('SELECT revision FROM locations WHERE id = ?').pluck();
  return (locationId) => revision.get(locationId);
}

/** Plans and menus are always read whole. */
export function sqliteLocations(
  database: Database,
  commits: GroupCommit<Shared>,
  saveRows: AmendmentWriter,
): LocationStore {
  const byId = database.prepare<[string], Row>(`SELECT ${LOCATION.columns} FROM locations WHERE id = ?`);
  const all = database.prepare<[], Row>(`SELECT ${LOCATION.columns} FROM locations`);
  const menu = database.prepare<[string], string>('SELECT menu FROM menus WHERE location_id = ?').pluck();
  const saveMenu = database.prepare(`
    INSERT INTO menus (location_id, menu) VALUES (?, ?)
    ON CONFLICT (location_id) DO UPDATE SET menu = excluded.menu`);

  const timeZones = database.prepare<[], string>(TIME_ZONES).pluck();
  const retentions = database.prepare<unknown[], GuestRetention>(RETENTIONS);
  const removal = locationRemoval(database);

  function read(locationId: string): Location | null {
    const row = byId.get(locationId);
    return row ? toLocation(row) : null;
  }

  const { save, liveAfter } = planWriter(database, saveRows, read);

  return {
    get: (locationId) => reading(() => read(locationId)),

    list: () =>
      reading(() =>
        all
          .all()
          .map(toLocation)
          .toSorted((a, b) => a.name.localeCompare(b.name)),
      ),

    timeZones: () => reading(() => timeZones.all()),

    retentions: (timeZone, afterId, limit) =>
      reading(() => retentions.all({ timeZone, afterId: afterId ?? '', limit })),

    put: (locationId, plan, nowMs, check) =>
      commits.run((shared) => save(shared, { locationId, plan, check }, nowMs)),

    putAll: (puts, nowMs) => commits.run((shared) => puts.map((put) => save(shared, put, nowMs))),

    clear: (locationId, nowMs, limit) =>
      commits.run((shared) => removal.clear(shared, locationId, nowMs, limit)),

    remove: (locationId, nowMs, check) =>
      commits.run((shared) => {
        check(liveAfter(locationId, nowMs));
        return removal.remove(shared, locationId);
      }),

    menu: (locationId) =>
      reading(() => {
        const stored = menu.get(locationId);
        return stored === undefined ? null : (JSON.parse(stored) as Menu);
      }),

    putMenu: (locationId, newMenu) =>
      commits.run((shared) => {
        saveMenu.run(locationId, JSON.stringify(newMenu));
        shared.changed();
      }),
  };
}

interface PlanWriter {
  save(shared: Shared, put: PlanPut, nowMs: number): PutLocation;
  liveAfter(locationId: string, nowMs: number): readonly DiaryRow[];
}

function planWriter(
  database: Database,
  saveRows: AmendmentWriter,
  read: (locationId: string) => Location | null,
): PlanWriter {
  const savePlan = database.prepare(`
    INSERT INTO locations (${LOCATION.columns}) VALUES (${placeholders(LOCATION.columns)})
    ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, plan = excluded.plan`);
  const live = database.prepare<{ locationId: string; nowMs: number }, Row>(
    `SELECT * FROM bookings
       WHERE location_id = @locationId AND status = 'confirmed' AND blocked_until_ms > @nowMs
         AND start_ms > @nowMs - (SELECT longest_ms FROM locations WHERE id = @locationId)`,
  );

  const liveAfter = (locationId: string, nowMs: number): readonly DiaryRow[] =>
    live.all({ locationId, nowMs }).map(fromRow);

  function save(shared: Shared, { locationId, plan, check }: PlanPut, nowMs: number): PutLocation {
    const before = read(locationId);
    const effects = check(liveAfter(locationId, nowMs), before);
    if (effects === null) return { location: before!, created: false };
    const location = { ...plan, id: locationId, revision: (before?.revision ?? 0) + 1 };
    savePlan.run(LOCATION.values({ id: locationId, revision: location.revision, plan }));
    if (effects) saveRows(locationId, { bookings: [] }, effects);
    shared.snapshots.forget(locationId);
    shared.changed();
    return { location, created: before === null };
  }

  return { save, liveAfter };
}

function toLocation(row: Row): Location {
  return storedLocation(LOCATION.record(row));
}
