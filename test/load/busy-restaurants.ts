/** Ten large restaurants in a SQLite file, and the usual questions of partners. */
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { BASE } from '../support/world.ts';
import type { Shot } from './load.ts';

const LOCATIONS = 10;

const tables = Array.from({ length: 40 }, (_, i) =>
  fixtures.aTable(`T${i}`, { seatsMin: 1 + (i % 3), seatsMax: 3 + (i % 7) }),
);

export interface BusyRestaurants {
  readonly locationIds: readonly string[];
  /** Sees all of them, as good as unlimited. */
  readonly key: string;
}

export async function furnish(path: string): Promise<BusyRestaurants> {
  const storage = sqliteStorage({ path, migrate: true });
  const restaurants = await furnishStorage(storage);
  await storage.close();
  return restaurants;
}

export async function furnishStorage(storage: Storage): Promise<BusyRestaurants> {
  const engine = createEngine({ storage });
  const locationIds: string[] = [];
  for (let i = 0; i < LOCATIONS; i++) {
    const floorPlan = { tables, combinations: [], wastedSeatsMax: null };
    const plan = fixtures.aPlan({ name: `House ${i}`, horizonDays: 365, floorPlan });
    locationIds.push((await engine.operator.locations.apply(plan, null)).location.id);
  }
  const { key } = await engine.operator.keys.create({ partner: 'portal', locationIds, rateLimit: 1_000_000 });
  engine.detach();
  return { locationIds, key };
}

/**
 * Of ten requests one books, three ask for ranges and six for single days: all different, so that hardly an answer is at hand. The same
 * each time.
 */
export function questionsTo({ locationIds, key }: BusyRestaurants): () => Shot {
  const request = (method: string, path: string, body?: object): string => {
    const json = body === undefined ? '' : JSON.stringify(body);
    const type = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n`;
    const head = `${method} ${BASE}/locations/${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`;
    return `${head}${body ? type : ''}\r\n${json}`;
  };
  let count = 0;
  return () => {
    const n = count++;
    const id = locationIds[(n * 7) % locationIds.length]!;
    if (n % 10 === 0) {
      const startsAt = `${dayAhead(1 + ((n * 13) % 360))}T18:00:00Z`;
      const guest = { name: 'Alva Lind', email: 'alva@example.com', idempotencyKey: `visit-${n}` };
      return {
        kind: 'create',
        request: request('POST', `${id}/bookings`, { startsAt, partySize: 2, ...guest }),
      };
    }
    if (n % 10 < 4) {
      const first = 1 + ((n * 17) % 300);
      const range = { startDate: dayAhead(first), endDate: dayAhead(first + 20 + (n % 40)) };
      const partySizes = [2, 3, 4, 5, 6, 8];
      return {
        kind: 'batch',
        request: request('POST', `${id}/availability/batch`, { ...range, partySizes }),
      };
    }
    const query = `date=${dayAhead(1 + ((n * 31) % 364))}&partySize=${1 + (n % 8)}`;
    return { kind: 'day', request: request('GET', `${id}/availability?${query}`) };
  };
}

function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
