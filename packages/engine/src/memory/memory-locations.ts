import type { DiaryRow } from '../core/booking/row.ts';
import { storedLocation } from '../core/location/define-plan.ts';
import type { Location } from '../core/location/location.ts';
import type { Menu } from '../core/location/menu.ts';
import type { LocationStore, PlanPut, PutLocation } from '../ports/location-store.ts';
import type { MemoryDeliveries } from './memory-deliveries.ts';

export interface MemoryLocations extends LocationStore {
  revisionOf(locationId: string): number | undefined;
}

export interface LocationContents {
  liveAfter(locationId: string, nowMs: number): readonly DiaryRow[];
  set(row: DiaryRow): void;
  /** Deletes bookings with their messages, and returns their number. */
  clear(locationId: string, nowMs: number, limit: number): number;
  remove(locationId: string): void;
}

export function memoryLocations(
  contents: () => LocationContents,
  outbox: Pick<MemoryDeliveries, 'write'>,
): MemoryLocations {
  const locations = new Map<string, Location>();
  const menus = new Map<string, Menu>();

  function putAll(puts: readonly PlanPut[], nowMs: number): readonly PutLocation[] {
    const checked = puts.map(({ locationId, plan, check }) => {
      const before = locations.get(locationId) ?? null;
      return { locationId, plan, before, effects: check(contents().liveAfter(locationId, nowMs), before) };
    });
    return checked.map(({ locationId, plan, before, effects }) => {
      if (effects === null) return { location: before!, created: false };
      const location = storedLocation({ id: locationId, revision: (before?.revision ?? 0) + 1, plan });
      locations.set(locationId, location);
      for (const row of effects?.others ?? []) contents().set(row);
      outbox.write(effects?.deliveries ?? []);
      return { location, created: before === null };
    });
  }

  return {
    revisionOf: (locationId) => locations.get(locationId)?.revision,
    get: async (locationId) => locations.get(locationId) ?? null,
    list: async () => [...locations.values()].toSorted((a, b) => a.name.localeCompare(b.name)),
    timeZones: async () => [...new Set(Array.from(locations.values(), ({ timeZone }) => timeZone))],
    async retentions(timeZone, afterId, limit) {
      const found = [...locations.values()].flatMap(({ id, guestRetentionDays: days, ...location }) =>
        location.timeZone === timeZone && id > (afterId ?? '') && days !== null
          ? [{ locationId: id, days }]
          : [],
      );
      return found.toSorted((a, b) => (a.locationId < b.locationId ? -1 : 1)).slice(0, limit);
    },
    put: async (locationId, plan, nowMs, check) => putAll([{ locationId, plan, check }], nowMs)[0]!,
    putAll: async (puts, nowMs) => putAll(puts, nowMs),
    clear: async (locationId, nowMs, limit) => contents().clear(locationId, nowMs, limit),
    async remove(locationId, nowMs, check) {
      check(contents().liveAfter(locationId, nowMs));
      contents().remove(locationId);
      menus.delete(locationId);
      return locations.delete(locationId);
    },
    menu: async (locationId) => menus.get(locationId) ?? null,
    async putMenu(locationId, menu) {
      menus.set(locationId, menu);
    },
  };
}
