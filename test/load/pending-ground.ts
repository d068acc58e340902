/** Four processes whose clocks are ten minutes apart, on one database; on the storage in memory, four engines. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { addDays, type Engine, instantOf, localDateAt, type LocationPlan, type Storage } from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import { type Dice, diceOf } from '../proof/simulation/turns.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { seed } from '../support/seed.ts';
import { PATIENT } from '../support/world.ts';
import {
  engineOff,
  obey,
  type PendingEntry,
  type PendingOrder,
  type PendingReply,
  type PendingRound,
} from './pending-orders.ts';

export const PROCESSES = 4;
/** From five minutes behind to five minutes ahead. */
const OFF_MS = [-300_000, -100_000, 100_000, 300_000];

/** Of each rival what it does. */
type Orders = readonly (readonly PendingOrder[])[];

export interface Ground {
  readonly storage: Storage;
  readonly round: (locationId: string, orders: Orders) => Promise<readonly PendingReply[]>;
  readonly close: () => Promise<void>;
}

export const grounds: Readonly<Record<string, () => Promise<Ground>>> = {
  async memory() {
    const storage = memoryStorage();
    const engines = OFF_MS.map((offMs) => engineOff(storage, offMs));
    return {
      storage,
      round: async (locationId, orders) =>
        (
          await Promise.all(engines.map((engine, i) => obey(engine, { locationId, orders: orders[i]! }, i)))
        ).flat(),
      close: async () => engines.forEach((engine) => engine.detach()),
    };
  },
  async sqlite() {
    const folder = await mkdtemp(join(tmpdir(), 'bord-pending-'));
    const database = join(folder, 'bord.db');
    return withRivals(database, sqliteStorage({ path: database, migrate: true }), () =>
      rm(folder, { recursive: true }),
    );
  },
  async postgres() {
    const { url, drop } = await migratedDatabase();
    return withRivals(url, pgStorage({ url, limits: PATIENT }), drop);
  },
};

async function withRivals(
  database: string,
  storage: Storage,
  remove: () => Promise<unknown>,
): Promise<Ground> {
  const script = new URL('pending-rival.ts', import.meta.url);
  const rivals = OFF_MS.map(() => fork(script, [], { execArgv: ['--conditions=@bord/source'] }));
  const enter = (offMs: number, rival: number): { enter: PendingEntry } => ({
    enter: { database, offMs, rival },
  });
  await Promise.all(rivals.map((rival, i) => call(rival, enter(OFF_MS[i]!, i))));
  return {
    storage,
    round: async (locationId, orders) =>
      (await Promise.all(rivals.map((rival, i) => call(rival, { locationId, orders: orders[i]! })))).flat(),
    async close() {
      for (const rival of rivals) rival.kill('SIGKILL');
      await storage.close();
      await remove();
    },
  };
}

function call(rival: ChildProcess, message: { enter: PendingEntry } | PendingRound): Promise<PendingReply[]> {
  return new Promise((done, fail) => {
    const ended = (code: number | null): void => fail(new Error(`a rival ended with ${code}`));
    rival.once('exit', ended);
    rival.once('message', (replies) => {
      rival.off('exit', ended);
      done(replies as PendingReply[]);
    });
    rival.send(message);
  });
}

export interface Race {
  readonly storage: Storage;
  readonly locationId: string;
  readonly round: (orders: Orders) => Promise<readonly PendingReply[]>;
  readonly engine: Engine;
  /** 19:00 in the time zone of the restaurant, on another date for each round. */
  readonly startOf: (round: number) => number;
  readonly dice: Dice;
}

/** Each race has its own restaurant, on the database and with the rivals of its kind. */
export async function race(
  ground: Ground,
  tables: LocationPlan['floorPlan']['tables'],
  run: (race: Race) => Promise<void>,
): Promise<void> {
  const { storage } = ground;
  const engine = engineOff(storage, 0);
  const locationId = randomUUID();
  try {
    const floorPlan = { tables, combinations: [], wastedSeatsMax: null };
    const { timeZone } = await fixtures.aLocation(storage, { floorPlan }, locationId);
    const firstDate = addDays(localDateAt(timeZone, Date.now()), 2);
    console.log(`seed ${seed}`);
    await run({
      storage,
      locationId,
      engine,
      round: (orders) => ground.round(locationId, orders),
      startOf: (round) => instantOf(timeZone, addDays(firstDate, round), 19 * 60),
      dice: diceOf(seed),
    });
  } finally {
    engine.detach();
  }
}
