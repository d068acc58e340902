/** Bord on the host's own pool, the same for all three hosts. */
import { createPartnerApi, type PartnerApi } from '@bord/adapter-http';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { createEngine, definePlan, type Engine } from '@bord/engine';
import type pg from 'pg';

export interface Bord {
  readonly engine: Engine;
  readonly api: PartnerApi;
  /** Call this after the last request. Returns the pool's connections; the host that opened the pool ends it. */
  close(): Promise<void>;
}

/** Puts an engine and its partner API on a pool. */
export async function openBord(pool: pg.Pool): Promise<Bord> {
  await migrate({ pool });
  const storage = pgStorage({ pool });
  const engine = createEngine({ storage });
  return {
    engine,
    // The host mounts it at a path and removes that prefix: all remaining paths belong to the API.
    api: createPartnerApi({ engine, basePath: '' }),
    async close() {
      engine.detach(); // ends the connection that listens for other processes' changes
      await storage.close();
    },
  };
}

/** A restaurant and a partner's key, to have something to ask for. */
export async function openRestaurant({ operator }: Engine): Promise<{ locationId: string; key: string }> {
  const plan = definePlan({
    name: 'Bistro Nord',
    timeZone: 'Europe/Stockholm',
    tables: [{ id: 'T1', seatsMax: 4 }],
    servicePeriods: [
      { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
    ],
  });
  const { location } = await operator.locations.apply(plan, null);
  const { key } = await operator.keys.create({ partner: 'hotel-nord', locationIds: [location.id] });
  return { locationId: location.id, key };
}
