/** A restaurant with Bord's MCP server on a storage, and its controls. */
import { type Clock, definePlan, type Engine } from '@bord/engine';
import { mcpServer } from '../../support/mcp-server.ts';
import { DEMO_ID } from '../../support/world.ts';
import type { StorageKind } from '../../support/storages.ts';
import type { Fetch } from './calls.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 11, 1, 8);

export interface World {
  readonly engine: Engine;
  readonly fetch: Fetch;
  /** Two partners. */
  readonly keys: readonly [string, string];
  readonly clock: Clock & { pass(ms: number): void };
  /** Another way into the same database. Each call starts a server there, without the memory of the one before. */
  opening(): Promise<() => { readonly fetch: Fetch; detach(): void }>;
  close(): Promise<void>;
}

/** The local date so many days after the start. */
export const dateAt = (day: number, fromMs = START_MS): string =>
  new Date(fromMs + day * DAY_MS).toISOString().slice(0, 10);

export async function openWorld(kind: StorageKind): Promise<World> {
  let nowMs = START_MS;
  const clock = { nowMs: () => nowMs, pass: (ms: number) => void (nowMs += ms) };
  const opened = await kind.open(clock);
  const { engine, fetch } = mcpServer({ storage: opened.storage, clock });
  const keys = await furnish(engine);
  return {
    engine,
    fetch,
    keys,
    clock,
    async opening() {
      const storage = await opened.reopen();
      return () => {
        const { engine: other, fetch: ask } = mcpServer({ storage, clock });
        return { fetch: ask, detach: () => other.detach() };
      };
    },
    async close() {
      engine.detach();
      await opened.close();
    },
  };
}

/** A restaurant with a booking page; the keys of two partners. */
export async function furnish(engine: Engine): Promise<readonly [string, string]> {
  const plan = definePlan({
    name: 'Sjöbaren',
    alias: 'sjobaren',
    timeZone: 'Africa/Lagos',
    horizonDays: 365,
    tables: Array.from({ length: 12 }, (_, i) => ({ id: `T${i + 1}`, seatsMin: 1, seatsMax: 4 })),
    servicePeriods: [
      { name: 'Day', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 7 * 60, closesMinute: 23 * 60 },
    ],
    bookingPage: {},
  });
  await engine.operator.locations.apply(plan, DEMO_ID);
  const keyOf = async (partner: string): Promise<string> =>
    (await engine.operator.keys.create({ partner, locationIds: [DEMO_ID], rateLimit: 1_000_000 })).key;
  return [await keyOf('acme'), await keyOf('other')];
}

/** A booking of the database. */
export interface Booked {
  readonly name: string | null;
  readonly startMs: number;
  readonly partySize: number;
}

export async function bookingsOf({ engine }: Pick<World, 'engine'>): Promise<readonly Booked[]> {
  const bookings = await engine.operator.at(DEMO_ID).bookings.list();
  return bookings
    .filter(({ status }) => status !== 'cancelled')
    .map(({ guest, startMs, partySize }) => ({ name: guest?.name ?? null, startMs, partySize }));
}

/** The instant of a local time: the restaurant is one hour east of Greenwich all year. */
export const instantAt = (date: string, time: string): number => Date.parse(`${date}T${time}+01:00`);
